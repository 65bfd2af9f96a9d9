// Regular expressions that users write, over whole texts: run by an engine whose time is linear in the text (re2js).
// It is linear in the pattern too, so a big pattern is given shorter texts; what is longer is told, never cut silently,
// since what stands behind the cut would pass a guard unseen.
import { RE2JS } from 're2js'

/** The longest text in UTF-16 code units, for patterns of up to 64 instructions. */
const LONGEST = 1024 * 1024

/** Instructions × code units: some two seconds where the worst pattern meets its worst text, milliseconds otherwise. */
const MOST_WORK = 64 * LONGEST

/** Texts made by replacing are given up at this many code units. */
const LONGEST_RESULT = 8 * LONGEST

export interface Search {
  /** The longest text that may be looked at, in UTF-16 code units. */
  readonly longest: number
  readonly found: (text: string) => boolean
  /**
   * Puts `replacement` in the place of each match that is not empty, as it is written. Undefined when `expired` says so
   * between two matches, or the result grows beyond bounds: many matches may each read the rest of the text.
   */
  readonly replaced: (text: string, replacement: string, expired: () => boolean) => Replaced | undefined
}

export interface Replaced {
  readonly text: string
  readonly count: number
}

/** A pattern that the compiler has judged to be readable. */
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
