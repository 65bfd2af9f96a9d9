// Finds matches in a text as it is and as a reader takes it. What is folded is searched only around the places that fold to something
// else: elsewhere both are the same.
import { type FoldedText, foldPart, foldsOf, type TextFold } from './fold-text.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from './text-match.ts'

/** Code units around such a place that are searched: the longest value of a line, and what names it. */
const REACH = 1024
/** Of those, code units next to a cut, which may have broken what is there. */
const MARGIN = 256
/** A private key has lines: where one begins, the whole text is searched. */
const LONG = /-----BEGIN|PRIVATE KEY/

const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)$/u
const LETTER = /[A-Za-z0-9@]/
const ASCII = /[!-~]/

/** What belongs to an emoji hides nothing, nor do the signs of a script without spaces between its letters. */
function mayHide(text: string, { start, end, text: folded }: TextFold): boolean {
  if (folded === '') return !EMOJI.test(text.slice(Math.max(0, start - 2), start))
  return (
    LETTER.test(folded) ||
    /\s/.test(folded) ||
    ASCII.test(text.charAt(start - 1)) ||
    ASCII.test(text.charAt(end))
  )
}

interface Section {
  readonly from: number
  readonly to: number
}

function sectionsAround(text: string, places: readonly { start: number; end: number }[]): readonly Section[] {
  if (LONG.test(text)) return [{ from: 0, to: text.length }]
  const sections: { from: number; to: number }[] = []
  for (const { start, end } of places) {
    const from = boundary(text, Math.max(0, start - REACH))
    const to = boundary(text, Math.min(text.length, end + REACH))
    const last = sections.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else sections.push({ from, to })
  }
  return sections
}

/** Not between the halves of a character. */
const boundary = (text: string, index: number): number =>
  index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index

/** Finds matches in the text as it is and in its decoded form. */
export const findFolded =
  (find: FindMatches): FindMatches =>
  text => {
    const folds = foldsOf(text, 'decoded')
    if (folds.length === 0) return find(text)
    let next = 0
    const hidden: TextMatch[] = []
    for (const { from, to } of sectionsAround(
      text,
      folds.filter(fold => mayHide(text, fold)),
    )) {
      while ((folds[next]?.start ?? text.length) < from) next += 1
      const first = next
      while ((folds[next]?.start ?? text.length) < to) next += 1
      const section = foldPart(text, from, to, folds.slice(first, next))
      if (LONG.test(section.text) && (from > 0 || to < text.length))
        return withoutOverlaps([
          ...matchesIn(foldPart(text, 0, text.length, folds), 0, text.length, text.length, find),
          ...find(text),
        ])
      hidden.push(...matchesIn(section, from, to, text.length, find))
    }
    return withoutOverlaps([...hidden, ...find(text)])
  }

function matchesIn(section: FoldedText, from: number, to: number, length: number, find: FindMatches) {
  const first = from === 0 ? 0 : from + MARGIN
  const last = to === length ? length : to - MARGIN
  return find(section.text)
    .map(({ kind, start, end }) => ({
      kind,
      start: section.starts[start] ?? from,
      end: section.ends[end - 1] ?? to,
    }))
    .filter(({ start, end }) => start >= first && end <= last)
}
