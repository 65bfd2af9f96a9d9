// Values that an operator allows: no check of values finds them.
import type { FindMatches } from '../../detect/text/text-match.ts'
import { linkNamePatterns } from './name-patterns.ts'

/** `allow`: whole values in any case, in which `*` matches any text; absent in bundles that were compiled before. */
export function withoutAllowed(find: FindMatches, allow: readonly string[] = []): FindMatches {
  if (allow.length === 0) return find
  const isAllowed = linkNamePatterns(allow.map(value => value.toLowerCase()))
  return text => find(text).filter(({ start, end }) => !isAllowed(text.slice(start, end).toLowerCase()))
}
