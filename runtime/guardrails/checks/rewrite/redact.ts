// Replaces matches with placeholders. A value has one placeholder across all texts of a request, regardless of spacing.
// JSON, such as tool call arguments, stays JSON.
import type { Turns } from '../../../values/turns.ts'
import { type FindInTurns, WINDOW } from '../../detect/text/find-in-windows.ts'
import type { TextMatch } from '../../detect/text/text-match.ts'
import { type NamePlaceholder, unnumbered } from '../../replacing/placeholders.ts'
import { isJsonText, type ReplacedText, replaceRanges } from '../../replacing/replace-ranges.ts'

export interface Redaction {
  readonly texts: readonly string[]
  /** Number of replacements by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** True when no matches are left, and JSON is still JSON. */
  readonly complete: boolean
}

/** Undefined when the search of a text met a limit. */
export function* redact(
  texts: readonly string[],
  find: FindInTurns,
  placeholderFor: NamePlaceholder,
): Turns<Redaction | undefined> {
  const counts = new Map<string, number>()
  const redacted: string[] = []
  let complete = true
  let read = 0
  for (const text of texts) {
    read += text.length
    if (read > WINDOW) {
      yield
      read = 0
    }
    const found = yield* findRedactions(text, find)
    if (found === undefined) return undefined
    for (const { kind } of found.ranges) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (!found.complete) complete = false
    if (text.length > WINDOW) yield
    const replaced = yield* replaceRanges(text, found.ranges, found.isJson, placeholderFor)
    redacted.push(replaced.text)
  }
  return { texts: redacted, counts, complete }
}

interface Redactions {
  readonly ranges: readonly TextMatch[]
  /** Whether the text is JSON. */
  readonly isJson: boolean
  /** False when matches are left, or JSON would not be JSON. */
  readonly complete: boolean
}

/** Each pass exposes only what was adjacent to a match of the previous one. */
const MAX_PASSES = 6

/**
 * The ranges of a text to replace: the matches, and those that their replacement exposes, which are searched
 * a limited number of times. Ranges are those of the original text, so that they can be numbered in order.
 * Undefined when the search met a limit.
 */
export function* findRedactions(text: string, find: FindInTurns): Turns<Redactions | undefined> {
  let matches = yield* find(text)
  const isJson = matches?.length !== 0 && isJsonText(text)
  let ranges: readonly TextMatch[] = []
  let replaced: ReplacedText = { text, places: [] }
  for (let pass = 0; pass < MAX_PASSES && matches !== undefined && matches.length > 0; pass += 1) {
    // The steps of a long text are long enough to be turns of their own.
    if (text.length > WINDOW) yield
    ranges = pass === 0 ? matches : joined(ranges, matches, replaced.places)
    replaced = yield* replaceRanges(text, ranges, isJson, unnumbered)
    if (text.length > WINDOW) yield
    matches = yield* find(replaced.text)
  }
  if (matches === undefined) return undefined
  return { ranges, isJson, complete: matches.length === 0 && (!isJson || isJsonText(replaced.text)) }
}

/** The ranges with matches of the replaced text; a match that touches a replacement takes its range in. */
function joined(
  ranges: readonly TextMatch[],
  matches: readonly TextMatch[],
  places: ReplacedText['places'],
): readonly TextMatch[] {
  const result: TextMatch[] = []
  let next = 0
  /** How much longer the replaced text is than the original before the next range. */
  let growth = 0
  const take = (): void => {
    const range = ranges[next]
    const place = places[next]
    if (range !== undefined && place !== undefined) growth = place[1] - range.end
    next += 1
  }
  for (const { kind, start, end } of matches) {
    for (; next < ranges.length && (places[next]?.[1] ?? 0) <= start; take()) {
      const range = ranges[next]
      if (range !== undefined) result.push(range)
    }
    let from = start - growth
    for (; next < ranges.length && (places[next]?.[0] ?? 0) < end; take())
      from = Math.min(from, (places[next]?.[0] ?? 0) <= start ? (ranges[next]?.start ?? from) : from)
    const last = ranges[next - 1]
    const isCut = last !== undefined && (places[next - 1]?.[1] ?? 0) > end
    result.push({ kind, start: from, end: isCut ? last.end : end - growth })
  }
  result.push(...ranges.slice(next))
  return result
}
