// A text as a reader takes it: without characters that are not seen, and with compatibility forms (full-width letters,
// ligatures, mathematical alphabets) as plain ones. Each index of the result maps to the original text.
import { atOnce, type Turns } from '../../../values/turns.ts'
import { type FindMatches, withoutOverlaps } from './text-match.ts'

const ASCII = /^[\0-\x7f]*$/

/** Format characters, fillers and variation selectors. */
const HIDDEN =
  /\p{Cf}|\u034f|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u

/** The text without characters that are not seen. */
export const withoutHidden = (text: string): string =>
  isPlain(text) ? text : text.replace(new RegExp(HIDDEN, 'gu'), '')

/** Characters of the original that are folded in one step. */
const STEP = 32 * 1024

export interface FoldedText {
  readonly text: string
  /** Of each code unit, the original range that it stands for. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** The index in the original after the last character that was read. */
  readonly end: number
}

/** Whether a text can only be its own folded form. */
export const isPlain = (text: string): boolean => ASCII.test(text)

/** Folds a text from an index on, until the folded form has this many code units or the text ends. */
export function* foldFrom(text: string, from: number, units: number): Turns<FoldedText> {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let index = from
  let stepEnd = from + STEP
  while (index < text.length && starts.length < units) {
    if (index >= stepEnd) {
      yield
      stepEnd = index + STEP
    }
    const start = index
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
    index += character.length
    if (HIDDEN.test(character)) continue
    const folded = character < '\x80' ? character : character.normalize('NFKC')
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start)
      ends.push(index)
    }
  }
  return { text: pieces.join(''), starts, ends, end: index }
}

/** The folded form of a text. */
export function* foldInTurns(text: string): Turns<string> {
  if (isPlain(text)) return text
  const pieces: string[] = []
  for (let index = 0; index < text.length; ) {
    const piece = yield* foldFrom(text, index, STEP)
    pieces.push(piece.text)
    index = piece.end
    if (index < text.length) yield
  }
  return pieces.join('')
}

/** Undefined where the text is its own folded form. */
export function foldedRanges(text: string): FoldedText | undefined {
  if (isPlain(text)) return undefined
  const folded = atOnce(foldFrom(text, 0, text.length * MAX_EXPANSION))
  return folded.text === text ? undefined : folded
}

/** No character folds to more code units than this. */
const MAX_EXPANSION = 18

export const foldText = (text: string): string => foldedRanges(text)?.text ?? text

/** Finds matches in the text as it is and in its folded form. */
export const findFolded =
  (find: FindMatches): FindMatches =>
  text => {
    const folded = foldedRanges(text)
    if (folded === undefined) return find(text)
    const hidden = find(folded.text).map(({ kind, start, end }) => ({
      kind,
      start: folded.starts[start] ?? 0,
      end: folded.ends[end - 1] ?? text.length,
    }))
    return withoutOverlaps([...hidden, ...find(text)])
  }
