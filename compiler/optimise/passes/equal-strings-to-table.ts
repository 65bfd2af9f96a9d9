// Merges adjacent cases that compare one field with strings into one lookup table. The first case of a string
// wins, and the position of other cases does not change.
import type { Field, Predicate, Step } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { pruneChildren } from './cases.ts'

/** Adjacent cases on one field; any other case is a run of its own without a field. */
interface CaseRun {
  readonly field: Field | undefined
  readonly steps: Step[]
  readonly entries: Map<string, number>
}

export const equalStringsToTable: PlanPass = node => {
  if (node.kind !== 'conditional') return node
  const runs: CaseRun[] = []
  for (const step of node.steps) {
    const { field, entries } = lookupOf(step)
    const last = runs.at(-1)
    const joins =
      field !== undefined && last?.field !== undefined && canonicalJson(field) === canonicalJson(last.field)
    const run = joins ? last : { field, steps: [], entries: new Map<string, number>() }
    if (!joins) runs.push(run)
    run.steps.push(step)
    for (const [text, child] of entries) if (!run.entries.has(text)) run.entries.set(text, child)
  }
  return pruneChildren({ ...node, steps: runs.flatMap(stepsOf) })
}

/** For a single string a comparison is as fast as a table. */
const stepsOf = ({ field, steps, entries }: CaseRun): readonly Step[] =>
  field === undefined || (steps.length === 1 && entries.size < 2)
    ? steps
    : [{ field, table: Object.fromEntries(entries) }]

function lookupOf(step: Step): { field: Field | undefined; entries: readonly (readonly [string, number])[] } {
  if (!('when' in step)) return { field: step.field, entries: Object.entries(step.table) }
  const equality = stringEqualityOf(step.when)
  return {
    field: equality?.field,
    entries: (equality?.strings ?? []).map(text => [text, step.then] as const),
  }
}

// Recognizes predicates that only test whether one field equals one of several strings.

interface StringEquality {
  readonly field: Field
  readonly strings: readonly string[]
}

/** The field and the strings for which the predicate holds, or undefined for any other predicate. */
function stringEqualityOf(predicate: Predicate): StringEquality | undefined {
  switch (predicate.test) {
    case 'equal':
      return equalityOfValues(predicate.field, [predicate.value])
    case 'in':
      return equalityOfValues(predicate.field, predicate.values)
    case 'any':
      return equalityOfAny(predicate.of)
    default:
      return undefined
  }
}

function equalityOfValues(field: Field, values: readonly unknown[]): StringEquality | undefined {
  const strings = values.filter(value => typeof value === 'string')
  return strings.length === values.length ? { field, strings } : undefined
}

function equalityOfAny(parts: readonly Predicate[]): StringEquality | undefined {
  const equalities = parts.map(stringEqualityOf)
  const field = equalities[0]?.field
  if (field === undefined) return undefined
  const sameField = (each: StringEquality | undefined): boolean =>
    each !== undefined && canonicalJson(each.field) === canonicalJson(field)
  return equalities.every(sameField)
    ? { field, strings: equalities.flatMap(each => each?.strings ?? []) }
    : undefined
}
