// Suggestions for misspelled names. Edit distance (Damerau-Levenshtein): an insertion, deletion, transposition or change
// of case costs 1, a substitution 2, so `Retry` is closer to `retry` than `retro` is.
import { joinNames, quoteName } from './format-names.ts'

const MAX_SUGGESTIONS = 3

/** The edit distance of two words; any number above `limit` means only that it exceeds the limit. */
export function editDistance(from: string, to: string, limit: number): number {
  const [lowFrom, lowTo] = [from.toLowerCase(), to.toLowerCase()]
  if (lowFrom === lowTo) return from === to ? 0 : 1
  if (Math.abs(from.length - to.length) > limit || !sharesLetters(lowFrom, lowTo, limit)) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const change = same ? 0 : lowFrom[row - 1] === lowTo[column - 1] ? 1 : 2
      const swapped = !same && from[row - 1] === to[column - 2] && to[column - 1] === from[row - 2]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + change,
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    // A transposition uses two rows back, so both rows must exceed the limit.
    if (Math.min(...last, ...next) > limit) return limit + 1
    beforeLast = last
    last = next
  }
  return last[to.length] ?? 0
}

/** False when the words have too few characters in common to be within the limit in any order. */
function sharesLetters(from: string, to: string, limit: number): boolean {
  let unmatched = to
  let missing = 0
  for (let index = 0; index < from.length; index += 1) {
    const at = unmatched.indexOf(from[index] ?? '')
    if (at >= 0) unmatched = unmatched.slice(0, at) + unmatched.slice(at + 1)
    else if (++missing > limit) return false
  }
  return missing + unmatched.length <= limit
}

/** Shorter prefixes match too many words. */
const MIN_PREFIX_LENGTH = 4

/**
 * The closest candidates to a word, at most three: within 40% of its length plus one, otherwise those that it is a prefix
 * of. Only the closest: a second-best guess next to a good one confuses.
 */
export function suggest(word: string, candidates: Iterable<string>): readonly string[] {
  const names = Array.from(new Set(candidates)).sort()
  const limit = Math.floor(word.length * 0.4) + 1
  const near = names
    .map(name => ({ name, edits: editDistance(word, name, limit) }))
    .filter(({ name, edits }) => edits <= limit && edits < Math.max(word.length, name.length))
  const nearest = Math.min(...near.map(({ edits }) => edits))
  const closest = near.filter(({ edits }) => edits === nearest).map(({ name }) => name)
  const withPrefix = word.length < MIN_PREFIX_LENGTH ? [] : names.filter(name => name.startsWith(word))
  return (closest.length > 0 ? closest : withPrefix).slice(0, MAX_SUGGESTIONS)
}

/** ` Did you mean "retry"?`, to be appended to a sentence; empty without suggestions. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Did you mean ${joinNames(names.map(quoteName), 'or')}?`
}
