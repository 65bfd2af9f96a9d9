// A text as a reader takes it: without characters that are not seen, and with compatibility forms (full-width letters,
// ligatures, mathematical alphabets) as plain ones. Each index of the result maps to the original text.
import { type FindMatches, withoutOverlaps } from './text-match.ts'

const ASCII = /^[\0-\x7f]*$/

/** Format characters, fillers and variation selectors. */
const HIDDEN =
  /\p{Cf}|\u034f|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u

interface FoldedText {
  readonly text: string
  /** Of each code unit, the original range that it stands for. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Undefined where the text is its own folded form. */
function foldWithRanges(text: string): FoldedText | undefined {
  if (ASCII.test(text)) return undefined
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let index = 0
  for (const character of text) {
    const start = index
    index += character.length
    if (HIDDEN.test(character)) continue
    const folded = character < '\x80' ? character : character.normalize('NFKC')
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start)
      ends.push(index)
    }
  }
  const folded = pieces.join('')
  return folded === text ? undefined : { text: folded, starts, ends }
}

export const foldText = (text: string): string => foldWithRanges(text)?.text ?? text

/** Finds matches in the text as it is and in its folded form. */
export const findFolded =
  (find: FindMatches): FindMatches =>
  text => {
    const folded = foldWithRanges(text)
    if (folded === undefined) return find(text)
    const hidden = find(folded.text).map(({ kind, start, end }) => ({
      kind,
      start: folded.starts[start] ?? 0,
      end: folded.ends[end - 1] ?? text.length,
    }))
    return withoutOverlaps([...hidden, ...find(text)])
  }
