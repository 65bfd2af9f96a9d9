// Formats predicates: `metadata.plan is "paid" and params.n is above 3`.
import type { Field, Predicate } from '../../schemas/generated/types.ts'

const COMPARISONS = {
  equal: 'is',
  notEqual: 'is not',
  greater: 'is above',
  greaterOrEqual: 'is at least',
  less: 'is below',
  lessOrEqual: 'is at most',
} as const

const MOST_LISTED = 6

/** `metadata.plan`, `params.messages[0].role`, `url.pathname`. */
export function fieldWords(field: Field): string {
  if (field.from === 'path') return 'url.pathname'
  return field.path.reduce<string>(
    (words, key) => words + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    field.from,
  )
}

/** `"a", "b"`, with the number of omitted values. */
export function listWords(values: readonly unknown[], join = ', '): string {
  const shown = values.slice(0, MOST_LISTED).map(value => JSON.stringify(value))
  const rest = values.length - shown.length
  return shown.join(join) + (rest > 0 ? ` and ${rest} more` : '')
}

export function predicateWords(predicate: Predicate): string {
  switch (predicate.test) {
    case 'always':
    case 'never':
      return predicate.test
    case 'all':
      return predicate.of.length === 0 ? 'always' : predicate.of.map(partWords).join(' and ')
    case 'any':
      return predicate.of.length === 0 ? 'never' : predicate.of.map(partWords).join(' or ')
    case 'in':
      return `${fieldWords(predicate.field)} is one of ${listWords(predicate.values)}`
    case 'notIn':
      return predicate.values.length === 0
        ? `${fieldWords(predicate.field)} is present`
        : `${fieldWords(predicate.field)} is none of ${listWords(predicate.values)}`
    case 'matches':
      return `${fieldWords(predicate.field)} matches ${JSON.stringify(predicate.pattern)}`
    default:
      return `${fieldWords(predicate.field)} ${COMPARISONS[predicate.test]} ${JSON.stringify(predicate.value)}`
  }
}

const partWords = (part: Predicate): string =>
  part.test === 'all' || part.test === 'any' ? `(${predicateWords(part)})` : predicateWords(part)
