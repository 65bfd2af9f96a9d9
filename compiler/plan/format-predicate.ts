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

const MAX_LISTED = 6

/** `metadata.plan`, `params.messages[0].role`, `url.pathname`. */
export function formatField(field: Field): string {
  if (field.from === 'path') return 'url.pathname'
  return field.path.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    field.from,
  )
}

/** `"a", "b"`, with the number of omitted values. */
export function formatList(values: readonly unknown[], join = ', '): string {
  const shown = values.slice(0, MAX_LISTED).map(value => JSON.stringify(value))
  const hiddenCount = values.length - shown.length
  return shown.join(join) + (hiddenCount > 0 ? ` and ${hiddenCount} more` : '')
}

export function formatPredicate(predicate: Predicate): string {
  switch (predicate.test) {
    case 'always':
    case 'never':
      return predicate.test
    case 'all':
      return predicate.of.length === 0 ? 'always' : predicate.of.map(formatPart).join(' and ')
    case 'any':
      return predicate.of.length === 0 ? 'never' : predicate.of.map(formatPart).join(' or ')
    case 'in':
      return `${formatField(predicate.field)} is one of ${formatList(predicate.values)}`
    case 'notIn':
      return predicate.values.length === 0
        ? `${formatField(predicate.field)} is present`
        : `${formatField(predicate.field)} is none of ${formatList(predicate.values)}`
    case 'matches':
      return `${formatField(predicate.field)} matches ${JSON.stringify(predicate.pattern)}`
    default:
      return `${formatField(predicate.field)} ${COMPARISONS[predicate.test]} ${JSON.stringify(predicate.value)}`
  }
}

const formatPart = (part: Predicate): string =>
  part.test === 'all' || part.test === 'any' ? `(${formatPredicate(part)})` : formatPredicate(part)
