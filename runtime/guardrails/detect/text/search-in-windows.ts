// Searches a long text for a pattern window by window, with the result of searching it whole: a match is no longer than the pattern
// allows, and nothing of the pattern depends on where the text starts or ends.
import type { Turns } from '../../../values/turns.ts'
import type { PatternSearch } from './pattern-search.ts'

/** Code units of a window. */
const WINDOW = 64 * 1024
/** A word boundary reads a character before a match, and one after it. */
const AROUND = 2

/** Whether some window has a match. @param longest code units that a part of the text needs for one */
export function* matchesInWindows(
  text: string,
  { matches, ranges }: Pick<PatternSearch, 'matches' | 'ranges'>,
  longest: number,
  hasBoundaries: boolean,
): Turns<boolean> {
  for (let from = 0; from < text.length; from += WINDOW) {
    if (from > 0) yield
    const start = Math.max(0, from - AROUND)
    const section = text.slice(start, from + WINDOW + longest + AROUND)
    if (!matches(section)) continue
    if (!hasBoundaries) return true
    // A word boundary at a cut may be none in the text; what is there is whole in the window before or after.
    const isCut = ([first, end]: readonly [number, number]): boolean =>
      (first === 0 && start > 0) || (end === section.length && start + end < text.length)
    const found = ranges(section)
    if (found.length === 0 || !found.every(isCut)) return true
  }
  return false
}

/** The ranges of all matches. @param longest code units of the longest match */
export function* rangesInWindows(
  text: string,
  { ranges }: Pick<PatternSearch, 'ranges'>,
  longest: number,
): Turns<readonly (readonly [start: number, end: number])[]> {
  const found: (readonly [number, number])[] = []
  let own = 0
  while (own < text.length) {
    if (own > 0) yield
    const last = own + WINDOW
    const section = (from: number) =>
      ranges(text.slice(from, last + longest + AROUND)).map(
        ([start, end]) => [start + from, end + from] as const,
      )
    let matches = section(Math.max(0, own - AROUND))
    if ((matches[0]?.[0] ?? own) < own) matches = section(own)
    let next = last
    for (const [start, end] of matches) {
      if (start >= last) break
      found.push([start, end])
      next = Math.max(next, end)
    }
    own = next
  }
  return found
}
