// Predicates, and that they do not hold, over the cells of fields: any tests of one field that are not patterns are one set of cells, however
// they are combined, so the negation of a range is one set and not two alternatives.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { type CellSet, joinCells, NO_CELLS, sharedCells, withoutCells } from './cell-set.ts'
import { createFieldCells, type FieldCells } from './field-cells.ts'
import { type FieldTest, fieldKey } from './field-values.ts'
import { type LiteralPattern, literalPattern } from './literal-pattern.ts'

export interface CellsFormula {
  readonly kind: 'cells'
  readonly field: FieldCells
  readonly cells: CellSet
}

/** One object for each pattern of all formulas. */
export interface KnownPattern {
  readonly text: string
  readonly literal: LiteralPattern | undefined
}

export interface PatternFormula {
  readonly kind: 'pattern'
  readonly field: FieldCells
  readonly pattern: KnownPattern
  readonly holds: boolean
  /** Where it may be so. */
  readonly cells: CellSet
  /** Where it is so for certain. */
  readonly certain: CellSet
}

/** Of none, it holds. */
export interface AllFormula {
  readonly kind: 'all'
  readonly of: readonly Formula[]
}

/** Of none, it does not hold. */
export interface AnyFormula {
  readonly kind: 'any'
  readonly of: readonly Formula[]
}

export type Formula = CellsFormula | PatternFormula | AllFormula | AnyFormula

/** The formula of a predicate, or of its negation. */
export type FormulaOf = (predicate: Predicate, holds: boolean) => Formula

/** `predicates`: all that the formulas are made of. Each formula is made once. */
export function createFormulas(predicates: Iterable<Predicate>): FormulaOf {
  const tests = new Map<string, FieldTest[]>()
  const collect = (predicate: Predicate): void => {
    if ('of' in predicate) for (const each of predicate.of) collect(each)
    if (!('field' in predicate)) return
    const key = fieldKey(predicate.field)
    const known = tests.get(key)
    if (known === undefined) tests.set(key, [predicate])
    else known.push(predicate)
  }
  for (const predicate of predicates) collect(predicate)
  const fields = new Map<string, FieldCells>()
  const cellsOf = ({ field }: FieldTest): FieldCells => {
    const key = fieldKey(field)
    const known = fields.get(key) ?? createFieldCells(field, tests.get(key) ?? [])
    fields.set(key, known)
    return known
  }
  const patterns = new Map<string, KnownPattern>()
  const patternOf = (text: string): KnownPattern => {
    const known = patterns.get(text) ?? { text, literal: literalPattern(text) }
    patterns.set(text, known)
    return known
  }
  const context = { cellsOf, patternOf }
  const made = [new WeakMap<Predicate, Formula>(), new WeakMap<Predicate, Formula>()] as const
  return (predicate, holds) => {
    const known = made[holds ? 1 : 0].get(predicate) ?? formulaOf(predicate, holds, context)
    made[holds ? 1 : 0].set(predicate, known)
    return known
  }
}

const ALWAYS: Formula = { kind: 'all', of: [] }
const NEVER: Formula = { kind: 'any', of: [] }

interface FormulaContext {
  readonly cellsOf: (test: FieldTest) => FieldCells
  readonly patternOf: (text: string) => KnownPattern
}

function formulaOf(predicate: Predicate, holds: boolean, context: FormulaContext): Formula {
  switch (predicate.test) {
    case 'always':
      return holds ? ALWAYS : NEVER
    case 'never':
      return holds ? NEVER : ALWAYS
    case 'all':
    case 'any':
      return joined(
        (predicate.test === 'all') === holds ? 'all' : 'any',
        predicate.of.map(part => formulaOf(part, holds, context)),
      )
    case 'matches':
      return patternFormula(predicate, holds, context)
    default: {
      const field = context.cellsOf(predicate)
      const cells = field.cellsOf(predicate)
      return { kind: 'cells', field, cells: holds ? cells : withoutCells(field.all, cells) }
    }
  }
}

function patternFormula(
  test: Extract<FieldTest, { readonly test: 'matches' }>,
  holds: boolean,
  { cellsOf, patternOf }: FormulaContext,
): PatternFormula {
  const field = cellsOf(test)
  const pattern = patternOf(test.pattern)
  const certain = field.matchedCells(pattern.literal)
  const possible = joinCells([field.fresh, pattern.literal === undefined ? field.texts : certain])
  return {
    kind: 'pattern',
    field,
    pattern,
    holds,
    cells: holds ? possible : withoutCells(field.all, certain),
    certain: holds ? certain : withoutCells(field.all, possible),
  }
}

/** Of one field, sets of cells are one set; what is nested in the same way is part of it. */
function joined(kind: 'all' | 'any', parts: readonly Formula[]): Formula {
  const flat = parts.flatMap(part => (part.kind === kind ? part.of : [part]))
  const byField = new Map<FieldCells, CellSet[]>()
  const others: Formula[] = []
  for (const part of flat) {
    if (part.kind !== 'cells') others.push(part)
    else {
      const known = byField.get(part.field)
      if (known === undefined) byField.set(part.field, [part.cells])
      else known.push(part.cells)
    }
  }
  const sets = [...byField].map(([field, [first = NO_CELLS, ...more]]): CellsFormula => {
    const cells = kind === 'all' ? more.reduce(sharedCells, first) : joinCells([first, ...more])
    return { kind: 'cells', field, cells }
  })
  const all = [...sets, ...others]
  const [only] = all
  return all.length === 1 && only !== undefined ? only : { kind, of: all }
}
