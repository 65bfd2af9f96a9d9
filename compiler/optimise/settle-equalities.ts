// In a conjunction, equality of a field with a value decides the other equality tests of that field: they hold and
// are removed, or the conjunction never holds. Order comparisons and patterns are left to the runtime.
import type { ComparedPredicate, Predicate } from '../../schemas/generated/types.ts'
import { canonical } from '../plan/canonical.ts'

type Value = ComparedPredicate['value']

/** The parts that are still needed, or undefined when they contradict each other. Duplicates are removed. */
export function settleEqualities(parts: readonly Predicate[]): readonly Predicate[] | undefined {
  const values = new Map<string, Value>()
  for (const part of parts) {
    if (part.test !== 'equal') continue
    const field = canonical(part.field)
    if (values.has(field) && values.get(field) !== part.value) return undefined
    values.set(field, part.value)
  }
  const kept: Predicate[] = []
  for (const part of parts) {
    const verdict = settled(part, values)
    if (verdict === false) return undefined
    if (verdict === undefined) kept.push(part)
  }
  return kept
}

/**
 * Whether the part is implied true or false by the equalities; undefined if undecided, and for equalities themselves.
 */
function settled(part: Predicate, values: ReadonlyMap<string, Value>): boolean | undefined {
  if (!('field' in part) || part.test === 'equal') return undefined
  const value = values.get(canonical(part.field))
  if (value === undefined) return undefined
  if (part.test === 'notEqual') return part.value !== value
  if (part.test === 'in') return part.values.includes(value)
  return part.test === 'notIn' ? !part.values.includes(value) : undefined
}
