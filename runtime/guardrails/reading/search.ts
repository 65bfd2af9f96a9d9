// User-written regular expressions over whole texts, run by an engine with linear time (re2js). It is also linear in
// the size of the pattern, so a large pattern is limited to shorter texts; longer ones are reported and never
// truncated, since text after the cut would bypass a guard.
import { RE2JS } from 're2js'

/** Maximum text length in UTF-16 code units, for patterns of up to 64 instructions. */
export const LONGEST = 1024 * 1024

/** Instructions × code units: about two seconds in the worst case, milliseconds otherwise. */
const MOST_WORK = 64 * LONGEST

/** Maximum length of a result of replacing, in code units. */
const LONGEST_RESULT = 8 * LONGEST

export interface Search {
  /** Maximum text length in UTF-16 code units. */
  readonly longest: number
  readonly found: (text: string) => boolean
  /**
   * Replaces each non-empty match with `replacement`, literally. Undefined when `expired` returns true between two
   * matches, or the result grows too long: many matches may each scan the remaining text.
   */
  readonly replaced: (text: string, replacement: string, expired: () => boolean) => Replaced | undefined
}

export interface Replaced {
  readonly text: string
  readonly count: number
}

/** Links a pattern that the compiler has validated. */
export function linkSearch(pattern: string): Search {
  const compiled = RE2JS.compile(pattern)
  const replaced: Search['replaced'] = (text, replacement, expired) => {
    const matcher = compiled.matcher(text)
    const pieces: string[] = []
    let length = 0
    let count = 0
    let from = 0
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()]
      if (expired()) return undefined
      if (start === end) continue
      length += start - from + replacement.length
      if (length > LONGEST_RESULT) return undefined
      pieces.push(text.slice(from, start), replacement)
      from = end
      count += 1
    }
    return count === 0 ? { text, count } : { text: `${pieces.join('')}${text.slice(from)}`, count }
  }
  return {
    longest: Math.min(LONGEST, Math.floor(MOST_WORK / Math.max(1, compiled.programSize()))),
    found: text => compiled.matcher(text).find(),
    replaced,
  }
}
