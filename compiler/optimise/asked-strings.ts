// Recognizes predicates that only test whether one field equals one of several strings.
import type { Field, Predicate } from '../../schemas/generated/types.ts'
import { canonical } from '../plan/canonical.ts'

export interface AskedStrings {
  readonly field: Field
  readonly strings: readonly string[]
}

/** The field and the strings for which the predicate holds, or undefined for any other predicate. */
export function stringsOf(predicate: Predicate): AskedStrings | undefined {
  switch (predicate.test) {
    case 'equal':
      return stringsAt(predicate.field, [predicate.value])
    case 'in':
      return stringsAt(predicate.field, predicate.values)
    case 'any':
      return stringsOfAny(predicate.of)
    default:
      return undefined
  }
}

function stringsAt(field: Field, values: readonly unknown[]): AskedStrings | undefined {
  const strings = values.filter(value => typeof value === 'string')
  return strings.length === values.length ? { field, strings } : undefined
}

function stringsOfAny(parts: readonly Predicate[]): AskedStrings | undefined {
  const asked = parts.map(stringsOf)
  const field = asked[0]?.field
  if (field === undefined) return undefined
  const sameField = (each: AskedStrings | undefined): boolean =>
    each !== undefined && canonical(each.field) === canonical(field)
  return asked.every(sameField) ? { field, strings: asked.flatMap(each => each?.strings ?? []) } : undefined
}
