// Recognizes predicates that only test whether one field equals one of several strings.
import type { Field, Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'

export interface StringEquality {
  readonly field: Field
  readonly strings: readonly string[]
}

/** The field and the strings for which the predicate holds, or undefined for any other predicate. */
export function stringEqualityOf(predicate: Predicate): StringEquality | undefined {
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
