// Finds matches in a text of any length, window by window, so that no step of it holds up other requests. Windows
// overlap: each one takes the matches that start in its own part, and reads on beyond it until they have ended.
import type { Turns } from '../../../values/turns.ts'
import { headerContext } from '../structure/header-context.ts'
import { findFolded } from './find-folded.ts'
import { foldFrom, isPlain } from './fold-text.ts'
import type { FindMatches, TextMatch } from './text-match.ts'

/** Code units of the part of a window that is its own. */
export const WINDOW = 32 * 1024
/** Code units read before it, for words that must precede a match. */
const BEFORE = 1024
/** Code units read after it, for matches that start in it. A match that does not end there is read further. */
const AHEAD = 16 * 1024
const MAX_AHEAD = 4 * AHEAD
/** Code units that are searched at once. */
export const LONGEST_SECTION = BEFORE + WINDOW + MAX_AHEAD
/** A text up to this length is one window. */
const WHOLE = WINDOW + AHEAD
/** Matches of one text. */
const MAX_MATCHES = 256 * 1024

/** Finds matches in order and without overlaps; undefined when one is too long, or there are too many. */
export type FindInTurns = (text: string) => Turns<readonly TextMatch[] | undefined>

/** Searches texts as they are and in their folded forms. */
export function findInWindows(find: FindMatches): FindInTurns {
  const findWhole = findFolded(find)
  return function* (text) {
    if (text.length <= WHOLE) return findWhole(text)
    const plain = yield* search(find, text.length, (from, units) => plainSection(text, from, units))
    if (plain === undefined || isPlain(text, 'decoded')) return plain
    const folded = yield* search(find, text.length, (from, units) => foldedSection(text, from, units))
    return folded && (yield* merge(folded, plain))
  }
}

/** A part of the text as it is searched, and the way back to the original. */
interface Section {
  readonly text: string
  readonly toStart: (index: number) => number
  readonly toEnd: (index: number) => number
  /** The index in the original at which it ends. */
  readonly end: number
  /** It was searched before, as a part of the text as it is. */
  readonly isKnown?: boolean
}

function* plainSection(text: string, from: number, units: number): Turns<Section> {
  const end = Math.min(text.length, from + units)
  const toOriginal = (index: number): number => from + index
  return { text: text.slice(from, end), toStart: toOriginal, toEnd: toOriginal, end }
}

function* foldedSection(text: string, from: number, units: number): Turns<Section> {
  const { text: folded, starts, ends, end } = yield* foldFrom(text, from, units, 'decoded')
  return {
    text: folded,
    toStart: index => starts[index] ?? end,
    toEnd: index => ends[index - 1] ?? from,
    end,
    isKnown: folded.length === end - from && folded === text.slice(from, end),
  }
}

function* search(
  find: FindMatches,
  length: number,
  read: (from: number, units: number) => Turns<Section>,
): Turns<readonly TextMatch[] | undefined> {
  const found: TextMatch[] = []
  // Indices in the original: from where the next window reads, and from where matches are its own.
  let readFrom = 0
  let own = 0
  /** Of a table that began before the window. */
  let header = ''
  const findBelow = ({ text, isKnown }: Section): readonly TextMatch[] =>
    isKnown === true ? [] : below(header, find(header + text))
  while (own < length) {
    let ahead = AHEAD
    let section = yield* read(readFrom, BEFORE + WINDOW + ahead)
    let matches = findBelow(section)
    while (section.end < length && isOpen(section.text, matches)) {
      if (ahead === MAX_AHEAD) {
        if (endsInMatch(section.text, matches)) return undefined
        break
      }
      ahead = MAX_AHEAD
      yield
      section = yield* read(readFrom, BEFORE + WINDOW + ahead)
      matches = findBelow(section)
    }
    const isLast = section.end >= length
    let next = isLast ? section.text.length : BEFORE + WINDOW
    for (const { kind, start, end } of matches) {
      if (start >= next && !isLast) break
      if (section.toEnd(end) <= own) continue
      // What starts before may be the end of something that this window has not seen whole.
      found.push({ kind, start: Math.max(own, section.toStart(start)), end: section.toEnd(end) })
      next = Math.max(next, end)
    }
    if (found.length > MAX_MATCHES) return undefined
    own = isLast ? length : section.toStart(next)
    const kept = headerContext(
      header + section.text.slice(0, next),
      header.length + Math.max(0, next - BEFORE),
    )
    readFrom = section.toStart(Math.max(0, kept.from - header.length))
    header = kept.header
    if (!isLast) yield
  }
  return found
}

/** Matches after a header, by their indices after it. */
const below = ({ length }: string, matches: readonly TextMatch[]): readonly TextMatch[] =>
  length === 0
    ? matches
    : matches
        .filter(({ start }) => start >= length)
        .map(({ kind, start, end }) => ({ kind, start: start - length, end: end - length }))

/** Whether more of the text may change the matches of the window's own part. */
const isOpen = (text: string, matches: readonly TextMatch[]): boolean =>
  endsInMatch(text, matches) || !/\s/.test(text.slice(BEFORE + WINDOW))

function endsInMatch(text: string, matches: readonly TextMatch[]): boolean {
  const last = matches.at(-1)
  return last !== undefined && last.end === text.length && last.start < BEFORE + WINDOW
}

/** Merges two ordered lists; where matches overlap, the one that starts first wins, then the longer one. */
function* merge(first: readonly TextMatch[], second: readonly TextMatch[]): Turns<readonly TextMatch[]> {
  const merged: TextMatch[] = []
  let [a, b, nextStart] = [0, 0, 0]
  while (a < first.length || b < second.length) {
    if ((a + b) % WINDOW === WINDOW - 1) yield
    const match = takesFirst(first[a], second[b]) ? first[a++] : second[b++]
    if (match === undefined || match.start < nextStart) continue
    merged.push(match)
    nextStart = match.end
  }
  return merged
}

function takesFirst(first: TextMatch | undefined, second: TextMatch | undefined): boolean {
  if (first === undefined || second === undefined) return second === undefined
  return first.start === second.start ? first.end >= second.end : first.start < second.start
}
