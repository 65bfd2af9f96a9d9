// In a conjunction, a field that is in a list is in no other values: lists of that field are intersected, and excluded
// values are taken out of it. Values are compared without conversion, as the runtime does.
import type { ComparedPredicate, ListedPredicate, Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'

type Value = ComparedPredicate['value']

/** The parts, with one list for each field that has any. It may be empty. */
export function intersectLists(parts: readonly Predicate[]): readonly Predicate[] {
  const lists = new Map<string, readonly Value[]>()
  for (const part of parts) {
    if (part.test !== 'in') continue
    const field = canonicalJson(part.field)
    lists.set(field, lists.get(field)?.filter(value => part.values.includes(value)) ?? part.values)
  }
  if (lists.size === 0) return parts
  const placed = new Set<string>()
  return parts.flatMap(part => {
    if (part.test !== 'in' && part.test !== 'notIn' && part.test !== 'notEqual') return [part]
    const field = canonicalJson(part.field)
    const list = lists.get(field)
    if (list === undefined) return [part]
    if (placed.has(field)) return []
    placed.add(field)
    const excluded = excludedValues(parts, field)
    const joined: ListedPredicate = {
      test: 'in',
      field: part.field,
      values: list.filter(value => !excluded.includes(value)),
    }
    return [joined]
  })
}

function excludedValues(parts: readonly Predicate[], field: string): readonly Value[] {
  return parts.flatMap(part => {
    if (!('field' in part) || canonicalJson(part.field) !== field) return []
    if (part.test === 'notEqual') return [part.value]
    return part.test === 'notIn' ? part.values : []
  })
}
