// User-written regular expressions over whole texts, run by an engine with linear time (re2js). It is also linear in
// the size of the pattern, so a large pattern is limited to shorter texts; longer ones are reported and never
// truncated, since text after the cut would bypass a guard.
import { RE2JS } from 're2js'

/** Maximum text length in UTF-16 code units, for patterns of up to 64 instructions. */
export const MAX_TEXT_LENGTH = 1024 * 1024

/** Instructions × code units: about two seconds in the worst case, milliseconds otherwise. */
const MAX_WORK = 64 * MAX_TEXT_LENGTH

/** Maximum length of a result of replacing, in code units. */
export const MAX_RESULT_LENGTH = 8 * MAX_TEXT_LENGTH

export interface PatternSearch {
  /** Maximum text length in UTF-16 code units. */
  readonly maxLength: number
  readonly matches: (text: string) => boolean
  /** The ranges of all non-empty matches. */
  readonly ranges: (text: string) => readonly (readonly [start: number, end: number])[]
  /**
   * Replaces each non-empty match with `replacement`, literally. Undefined when `expired` returns true between two
   * matches, or the result grows too long: many matches may each scan the remaining text.
   */
  readonly replaceAll: (
    text: string,
    replacement: string,
    isExpired: () => boolean,
  ) => Replacement | undefined
}

export interface Replacement {
  readonly text: string
  readonly count: number
}

/** Links a pattern that the compiler has validated. */
export function linkPatternSearch(pattern: string): PatternSearch {
  const compiled = RE2JS.compile(pattern)
  const replaceAll: PatternSearch['replaceAll'] = (text, replacement, isExpired) => {
    const matcher = compiled.matcher(text)
    const parts: string[] = []
    let length = 0
    let count = 0
    let from = 0
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()]
      if (isExpired()) return undefined
      if (start === end) continue
      length += start - from + replacement.length
      if (length > MAX_RESULT_LENGTH) return undefined
      parts.push(text.slice(from, start), replacement)
      from = end
      count += 1
    }
    return count === 0 ? { text, count } : { text: `${parts.join('')}${text.slice(from)}`, count }
  }
  const ranges: PatternSearch['ranges'] = text => {
    const matcher = compiled.matcher(text)
    const found: (readonly [number, number])[] = []
    while (matcher.find()) if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()])
    return found
  }
  return {
    ranges,
    maxLength: Math.min(MAX_TEXT_LENGTH, Math.floor(MAX_WORK / Math.max(1, compiled.programSize()))),
    matches: text => compiled.matcher(text).find(),
    replaceAll,
  }
}

/** From where a growing text may still have a match; a word boundary or an anchor reads one more character. */
export const openForPattern = (text: string, longest: number): number =>
  Math.max(0, text.length - longest - 2)
