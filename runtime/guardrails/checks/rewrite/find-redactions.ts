// The ranges of a text that a redaction replaces: the matches, and those that their replacement exposes, which are
// searched a limited number of times. Ranges are those of the original text, so that they can be numbered in order.
import type { Turns } from '../../../values/turns.ts'
import { type FindInTurns, WINDOW } from '../../detect/text/find-in-windows.ts'
import type { TextMatch } from '../../detect/text/text-match.ts'
import { unnumbered } from '../../replacing/placeholders.ts'
import { isJsonText, type ReplacedText, replaceRanges } from '../../replacing/replace-ranges.ts'

export interface Redactions {
  readonly ranges: readonly TextMatch[]
  /** Whether the text is JSON. */
  readonly isJson: boolean
  /** False when matches are left, or JSON would not be JSON. */
  readonly complete: boolean
}

/** Each pass exposes only what was adjacent to a match of the previous one. */
const MAX_PASSES = 6

/** Undefined when the search met a limit. */
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
