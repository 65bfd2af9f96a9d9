// How personal data are detected: a pattern of bounded length, a validation of the match, and keywords that must
// precede it where digits alone prove little. After a failed match the search continues one character on, so time is
// linear.

export type TextRange = readonly [start: number, end: number]

/** Finds ranges of one category; they may overlap. The text has ASCII digits. */
export type Finder = (text: string) => Iterable<TextRange>

interface DetectionPattern {
  /** Global, and with bounded repetitions only. */
  readonly pattern: RegExp
  /** Validates a match. */
  readonly valid?: (match: string) => boolean
  /** Keywords, one of which must shortly precede the match, with no digit between. */
  readonly keywords?: RegExp
  /**
   * The match has check digits, so a keyword may also follow it, and is not needed where the match is the whole text:
   * an answer, or the value of a field.
   */
  readonly checked?: boolean
  /** Text directly before the match that excludes it, regardless of keywords. */
  readonly excludedAfter?: RegExp
  /** When the whole match is not valid, it is retried without its last groups. */
  readonly optionalTail?: RegExp
}

/** How far before a match keywords are searched, in characters, and how many may be in between. */
const LOOK_BEHIND = 48
const MAX_KEYWORD_GAP = 24
const MAX_KEYWORD_GAP_AFTER = 12

/** Whitespace around a match that is the whole text. */
const MAX_PADDING = 8

export function byPatterns(...patterns: readonly DetectionPattern[]): Finder {
  const linkedPatterns = patterns.map(detection => ({
    ...detection,
    near: detection.keywords && endsWithKeyword(detection.keywords),
    follows: detection.keywords && startsWithKeyword(detection.keywords),
  }))
  return function* (text) {
    for (const detection of linkedPatterns)
      if (detection.checked === true || detection.keywords?.test(text) !== false)
        yield* findByPattern(detection, text)
  }
}

/** Matches a keyword near the end of the preceding text. */
const endsWithKeyword = ({ source, flags }: RegExp): RegExp =>
  new RegExp(`(?:${source})[^\\d\\n]{0,${MAX_KEYWORD_GAP}}$`, flags)

/** Matches a keyword shortly after a number. */
const startsWithKeyword = ({ source, flags }: RegExp): RegExp =>
  new RegExp(`^[^\\d\\n]{0,${MAX_KEYWORD_GAP_AFTER}}(?:${source})`, flags)

interface LinkedPattern extends DetectionPattern {
  readonly near: RegExp | undefined
  readonly follows: RegExp | undefined
}

function isLabelled(
  { near, follows, checked = false }: LinkedPattern,
  text: string,
  start: number,
  end: number,
  before: string,
): boolean {
  if (near === undefined || near.test(before)) return true
  if (!checked) return false
  return isWholeText(text, start, end) || follows?.test(text.slice(end, end + LOOK_BEHIND)) === true
}

/** The text has little more than the match, so looking at it costs nothing. */
const isWholeText = (text: string, start: number, end: number): boolean =>
  start < MAX_PADDING && text.length - end < MAX_PADDING && text.trim().length === end - start

function* findByPattern(detection: LinkedPattern, text: string): Iterable<TextRange> {
  const { pattern, valid = () => true, excludedAfter, optionalTail } = detection
  const search = new RegExp(pattern)
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const start = match.index
    const end = start + validLength(match[0], valid, optionalTail)
    const before = text.slice(Math.max(0, start - LOOK_BEHIND), start)
    const isMatch =
      end > start && isLabelled(detection, text, start, end, before) && excludedAfter?.test(before) !== true
    if (isMatch) yield [start, end]
    search.lastIndex = isMatch ? end : start + 1
  }
}

function validLength(
  match: string,
  valid: (match: string) => boolean,
  optionalTail: RegExp | undefined,
): number {
  let candidate = match
  while (candidate !== '') {
    if (valid(candidate)) return candidate.length
    const shorter = optionalTail === undefined ? '' : candidate.replace(optionalTail, '')
    candidate = shorter === candidate ? '' : shorter
  }
  return 0
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')
