// Finds values that are split over the parts of one message: what ends one part and what begins the next are also read as one text, as a
// model reads them.
import type { Turns } from '../../../values/turns.ts'
import type { FindInTurns } from './find-in-windows.ts'

/** Code units before and after the border of two parts. */
const REACH = 512
/** Nothing, or the space that providers put between parts. */
const SEPARATORS = ['', ' ']
const OBJECT = /^\s*[{[]/

export interface SplitMatch {
  readonly kind: string
  readonly value: string
  /** The part in which it starts, and the index there. */
  readonly first: number
  readonly start: number
  /** The part in which it ends, and the index after it. */
  readonly last: number
  readonly end: number
}

interface Place {
  readonly part: number
  readonly index: number
}

/** In order, without overlaps; undefined when the search met a limit. */
export function* findAcross(
  texts: readonly string[],
  continuesAt: (index: number) => boolean,
  find: FindInTurns,
): Turns<readonly SplitMatch[] | undefined> {
  const found: SplitMatch[] = []
  for (let border = 1; border < texts.length; border += 1) {
    if (!continuesAt(border) || OBJECT.test(texts[border] ?? '') || OBJECT.test(texts[border - 1] ?? ''))
      continue
    const before = placesBefore(texts, border, continuesAt)
    const after = placesAfter(texts, border, continuesAt)
    const [left, right] = [textAt(texts, before), textAt(texts, after)]
    const alone = [yield* find(left), yield* find(right)]
    if (alone[0] === undefined || alone[1] === undefined) return undefined
    const ownStart = alone[0].at(-1)?.end ?? 0
    const ownEnd = alone[1][0]?.start ?? right.length
    for (const separator of SEPARATORS) {
      const joined = `${left}${separator}${right}`
      const from = left.length + separator.length
      const match = (yield* find(joined))?.find(({ start, end }) => start < left.length && end > from)
      if (match === undefined) continue
      const first = before[match.start]
      const last = after[match.end - 1 - from]
      if (first === undefined || last === undefined) continue
      // A value that is whole in one part is found there, and does not go on in the next one.
      if (match.start < ownStart || match.end - from > ownEnd) continue
      const previous = found.at(-1)
      if (previous !== undefined && isBefore(first, { part: previous.last, index: previous.end })) continue
      const value = joined.slice(match.start, match.end)
      found.push({
        kind: match.kind,
        value,
        first: first.part,
        start: first.index,
        last: last.part,
        end: last.index + 1,
      })
      break
    }
  }
  return found
}

const isBefore = (a: Place, b: Place): boolean => a.part < b.part || (a.part === b.part && a.index < b.index)

const textAt = (texts: readonly string[], places: readonly Place[]): string =>
  places.map(({ part, index }) => texts[part]?.charAt(index) ?? '').join('')

function placesBefore(
  texts: readonly string[],
  border: number,
  continuesAt: (index: number) => boolean,
): readonly Place[] {
  const places: Place[] = []
  for (let part = border - 1; part >= 0 && places.length < REACH; part -= 1) {
    const { length } = texts[part] ?? ''
    for (let index = length - 1; index >= 0 && places.length < REACH; index -= 1) places.push({ part, index })
    if (!continuesAt(part)) break
  }
  return places.reverse()
}

function placesAfter(
  texts: readonly string[],
  border: number,
  continuesAt: (index: number) => boolean,
): readonly Place[] {
  const places: Place[] = []
  for (let part = border; part < texts.length && places.length < REACH; part += 1) {
    if (part > border && !continuesAt(part)) break
    const { length } = texts[part] ?? ''
    for (let index = 0; index < length && places.length < REACH; index += 1) places.push({ part, index })
  }
  return places
}

/** The parts with something else in place of each match; the rest of it is removed from the parts after. */
export function replaceAcross(
  texts: readonly string[],
  matches: readonly SplitMatch[],
  replacementFor: (kind: string, value: string) => string,
): readonly string[] {
  if (matches.length === 0) return texts
  const parts = [...texts]
  const replacements = matches.map(({ kind, value }) => replacementFor(kind, value))
  // From the last one on, so that the indexes of the others stay.
  for (const [order, { first, start, last, end }] of [...matches.entries()].reverse()) {
    parts[last] = (parts[last] ?? '').slice(end)
    parts.fill('', first + 1, last)
    parts[first] = (parts[first] ?? '').slice(0, start) + (replacements[order] ?? '')
  }
  return parts
}
