// In a conjunction, equality of a field with a value decides the other equality tests of that field: they hold and
// are removed, or the conjunction never holds. Order comparisons and patterns are left to the runtime.
import type { ComparedPredicate, Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'

type Value = ComparedPredicate['value']

/** The parts that are still needed, or undefined when they contradict each other. Duplicates are removed. */
export function propagateEqualities(parts: readonly Predicate[]): readonly Predicate[] | undefined {
  const values = new Map<string, Value>()
  for (const part of parts) {
    if (part.test !== 'equal') continue
    const field = canonicalJson(part.field)
    if (values.has(field) && values.get(field) !== part.value) return undefined
    values.set(field, part.value)
  }
  const remaining: Predicate[] = []
  for (const part of parts) {
    const implied = impliedResult(part, values)
    if (implied === false) return undefined
    if (implied === undefined) remaining.push(part)
  }
  return remaining
}

/**
 * Whether the part is implied true or false by the equalities; undefined if undecided, and for equalities themselves.
 */
function impliedResult(part: Predicate, values: ReadonlyMap<string, Value>): boolean | undefined {
  if (!('field' in part) || part.test === 'equal') return undefined
  const value = values.get(canonicalJson(part.field))
  if (value === undefined) return undefined
  if (part.test === 'notEqual') return part.value !== value
  if (part.test === 'in') return part.values.includes(value)
  return part.test === 'notIn' ? !part.values.includes(value) : undefined
}
