// The cells of a field: its values divided into kinds that some predicates do not distinguish, numbers last and in their order,
// so that a test for a value, a list or a range holds for few runs of cells.
import type { Field } from '../../../schemas/generated/types.ts'
import { compareDecimals, decimalNumber } from '../../../schemas/values/decimal.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { type CellSet, cellSet, NO_CELLS, withoutCells } from './cell-set.ts'
import { USUAL_PATH } from './example-request.ts'
import { type Candidate, candidatesOf, type FieldTest, type TestedValue } from './field-values.ts'
import { type LiteralPattern, matchesLiteral } from './literal-pattern.ts'

export interface FieldCells {
  readonly field: Field
  readonly all: CellSet
  /** The field is missing; no cell for the path of the URL, which never is. */
  readonly missing: CellSet
  /** Strings that no predicate names, about which only patterns decide. */
  readonly fresh: CellSet
  /** Strings that predicates name. */
  readonly texts: CellSet
  /** Where a test holds. */
  readonly cellsOf: (test: Exclude<FieldTest, { readonly test: 'matches' }>) => CellSet
  /** Where a pattern matches for certain; none for one that is not a literal. */
  readonly matchedCells: (literal: LiteralPattern | undefined) => CellSet
  /** The value that a cell has in an example, the shortest first; none for a missing field. */
  readonly examples: () => readonly CellExample[]
}

export interface CellExample {
  readonly cell: number
  readonly value: Json
}

/** `tests`: all that may be asked of the field. */
export function createFieldCells(field: Field, tests: readonly FieldTest[]): FieldCells {
  const isPath = field.from === 'path'
  const usual: readonly FieldTest[] = isPath ? [{ test: 'equal', field, value: USUAL_PATH }] : []
  const kinds = candidatesOf([...usual, ...tests])
  const others = kinds.filter(kind => !isNumeric(kind) && !(isPath && kind.kind === 'missing'))
  const numbers = kinds.filter(isNumeric).sort((one, other) => compareDecimals(one.value, other.value))
  const cells = [...others, ...numbers]
  const ofKind = (...wanted: readonly Candidate['kind'][]): CellSet =>
    cellSet(cells.flatMap(({ kind }, cell) => (wanted.includes(kind) ? [[cell, cell + 1] as const] : [])))
  const all: CellSet = [0, cells.length]
  const missing = ofKind('missing')
  const fresh = ofKind('fresh-text', 'fresh-digits')
  const byValue = new Map<TestedValue, (readonly [number, number])[]>()
  for (const [cell, kind] of cells.entries()) {
    if (kind.kind !== 'value' && kind.kind !== 'number') continue
    const known = byValue.get(kind.value)
    if (known === undefined) byValue.set(kind.value, [[cell, cell + 1]])
    else known.push([cell, cell + 1])
  }
  const ofValues = (values: readonly TestedValue[]): CellSet =>
    cellSet(values.flatMap(value => byValue.get(value) ?? []))
  /** The first cell whose number is at least `least`, or above it. */
  const firstNumber = (least: TestedValue, isAbove: boolean): number => {
    let [low, high] = [0, numbers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const order = compareDecimals(numbers[middle]?.value, least)
      if (isAbove ? order > 0 : order >= 0) high = middle
      else low = middle + 1
    }
    return others.length + low
  }
  const ofRange = (bound: TestedValue, isAbove: boolean, isUpper: boolean): CellSet => {
    if (Number.isNaN(decimalNumber(bound))) return NO_CELLS
    const at = firstNumber(bound, isAbove)
    return cellSet([isUpper ? [others.length, at] : [at, cells.length]])
  }
  const named = cells.flatMap((kind, cell) =>
    kind.kind === 'value' && typeof kind.value === 'string' ? [{ cell, text: kind.value }] : [],
  )
  const textCells = (accepts: (text: string) => boolean): CellSet =>
    cellSet(named.flatMap(({ cell, text }) => (accepts(text) ? [[cell, cell + 1] as const] : [])))
  const cellsOf: FieldCells['cellsOf'] = test => {
    switch (test.test) {
      case 'equal':
        return ofValues([test.value])
      case 'notEqual':
        return withoutCells(withoutCells(all, missing), ofValues([test.value]))
      case 'in':
        return ofValues(test.values)
      case 'notIn':
        return withoutCells(withoutCells(all, missing), ofValues(test.values))
      case 'greater':
        return ofRange(test.value, true, false)
      case 'greaterOrEqual':
        return ofRange(test.value, false, false)
      case 'less':
        return ofRange(test.value, false, true)
      case 'lessOrEqual':
        return ofRange(test.value, true, true)
    }
  }
  let examples: readonly CellExample[] | undefined
  return {
    field,
    all,
    missing,
    fresh,
    texts: textCells(() => true),
    cellsOf,
    matchedCells: literal =>
      literal === undefined ? NO_CELLS : textCells(text => matchesLiteral(literal, text)),
    examples: () => (examples ??= examplesOf(cells)),
  }
}

const isNumeric = (kind: Candidate): kind is Extract<Candidate, { readonly value: unknown }> =>
  'value' in kind && !Number.isNaN(decimalNumber(kind.value))

const FRESH_TEXTS = ['other', 'another', 'something else']

function examplesOf(cells: readonly Candidate[]): readonly CellExample[] {
  const constants = new Set(cells.map(kind => (kind.kind === 'value' ? kind.value : undefined)))
  const fresh = FRESH_TEXTS.find(text => !constants.has(text))
  const examples = cells.flatMap((kind, cell): readonly CellExample[] => {
    switch (kind.kind) {
      case 'missing':
        return []
      case 'object':
        return [{ cell, value: {} }]
      case 'fresh-text':
        return fresh === undefined ? [] : [{ cell, value: fresh }]
      default:
        return [{ cell, value: kind.value }]
    }
  })
  const sized = examples.map(example => ({ example, size: JSON.stringify(example.value).length }))
  return sized.sort((one, other) => one.size - other.size).map(({ example }) => example)
}
