// The rewriting of one text of a stream: it grows by deltas, and what is settled of it is given out delta by delta. What
// a replacement means is in the delta in which it starts.
import type { Turns } from '../../../values/turns.ts'
import type { TextReplacement, WindowRewrite } from '../../check.ts'
import { escapedText, isJsonText, replaceRanges, startsLikeJson } from '../../replacing/replace-ranges.ts'

/** Characters after which the start of a text is released, and those that are retained of it, for what decides on a match. */
const MAX_KEPT = 16 * 1024
const CONTEXT = 1024
/** A text is read again when it has grown by this many characters, and by this share of itself. */
const MIN_GROWTH = 16
const GROWTH_SHARE = 32

/** A settled replacement of a delta that has not been given out. */
interface Replaced {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface GrowingRewrite {
  readonly add: (text: string) => void
  /** It will not grow, or what follows is another text. */
  readonly close: () => void
  /** Whether enough has been added to read it again. */
  readonly isDue: () => boolean
  /** Reads what was added; false if it cannot be rewritten. */
  readonly settle: () => Turns<boolean>
  /** The next delta as rewritten; undefined while it is not settled. */
  readonly next: (delta: string) => string | undefined
}

/** `isJson`: the text is JSON, such as the arguments of a tool, and remains so. */
export function createGrowingRewrite(
  { find, settled: settledTo, kept, inJson }: WindowRewrite,
  replacementFor: (kind: string, value: string) => string,
  isJson: boolean,
): GrowingRewrite {
  const dependsOnJson = inJson === 'quotes' || inJson === 'escapes'
  /** In arguments of tools, what is escaped remains JSON. */
  const isSame = inJson === 'escapes' || inJson === 'same'
  let text = ''
  /** Indices in the whole text: of the start of `text`, what is settled, closed, and given out. */
  let dropped = 0
  let settled = 0
  let closed = 0
  let given = 0
  let readLength = 0
  let replaced: Replaced[] = []
  /** The first one of them that was not given out. */
  let first = 0

  /** Reads the text up to the end of `part`; all of it is settled where it is closed. */
  function* read(part: string, isClosed: boolean): Turns<boolean> {
    const ranges = yield* find(part)
    if (ranges === undefined) return false
    const from = settled - dropped
    let limit = isClosed ? part.length : Math.max(from, settledTo(part))
    const final: TextReplacement[] = []
    for (const { kind, start, end, isFixed } of ranges) {
      if (end <= from) continue
      if (start >= limit) break
      if (end > limit) {
        limit = Math.max(from, start)
        break
      }
      if (isFixed) return false
      final.push({ kind, start: Math.max(from, start), end })
    }
    const isJsonPart = isClosed && dropped === 0 && (isJson || inJson !== 'plain') && isJsonText(part)
    const escapes = inJson === 'escapes' && (isJson || isJsonPart)
    const { text: whole, places } = yield* replaceRanges(
      part,
      final,
      inJson === 'quotes' && isJsonPart,
      (kind, value) => (escapes ? escapedText(replacementFor(kind, value)) : replacementFor(kind, value)),
    )
    if (isJsonPart && !isJsonText(whole)) return false
    for (const [index, { start, end }] of final.entries()) {
      const [placeStart = 0, placeEnd = 0] = places[index] ?? []
      replaced.push({ start: dropped + start, end: dropped + end, text: whole.slice(placeStart, placeEnd) })
    }
    settled = dropped + limit
    return true
  }
  return {
    add: added => {
      text += added
    },
    close: () => {
      closed = dropped + text.length
    },
    isDue: () =>
      text.length - readLength >= Math.max(MIN_GROWTH, readLength / GROWTH_SHARE) || closed > settled,
    settle: function* () {
      if (closed > settled && !(yield* read(text.slice(0, closed - dropped), true))) return false
      const part = text
      const isHeld = isJson ? !isSame : dependsOnJson && dropped === 0 && startsLikeJson(part)
      if (dropped + part.length > settled && !isHeld && !(yield* read(part, false))) return false
      if (settled - dropped > MAX_KEPT) {
        const cut = settled - dropped - CONTEXT
        const { header, from } = kept?.(text, cut) ?? { header: '', from: cut }
        text = header + text.slice(from)
        dropped += from - header.length
      }
      readLength = text.length
      return true
    },
    next: delta => {
      const end = given + delta.length
      if (end > settled) return undefined
      const pieces: string[] = []
      let from = given
      for (let range = replaced[first]; range !== undefined && range.start < end; range = replaced[first]) {
        if (range.start >= given) pieces.push(delta.slice(from - given, range.start - given), range.text)
        from = Math.min(end, range.end)
        if (range.end > end) break
        first += 1
      }
      if (first > 0 && first === replaced.length) {
        replaced = []
        first = 0
      }
      pieces.push(delta.slice(from - given))
      given = end
      return pieces.join('')
    },
  }
}
