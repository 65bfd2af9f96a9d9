// Up to where what was found in a growing text is final. A run without spaces is read whole; what may contain spaces has
// a bounded length, and something in it that tells where it may start.
import { foldedRanges } from './fold-text.ts'

/** From where a text may still change, as an index of it. */
export type OpenFrom = (text: string) => number

/** Before the run without spaces that the text ends in, or that contains an index. */
export function startOfRun(text: string, index: number = text.length): number {
  let start = index
  while (start > 0 && !isSpace(text, start - 1)) start -= 1
  return start
}

/** As `\s` matches; a run may have millions of characters, and almost all of them are above these spaces or below others. */
function isSpace(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0xa0) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit > 0xa0 && unit < 0x1680) return false
  return (unit < 0x3001 || unit === 0xfeff) && /\s/.test(text.charAt(index))
}

/** Also in the text as a reader takes it: hidden characters between letters do not count. */
export const settledTo =
  (openFrom: OpenFrom): ((text: string) => number) =>
  text => {
    const folded = foldedRanges(text, 'decoded')
    const open = openFrom(text)
    if (folded === undefined) return open
    return Math.min(open, folded.starts[openFrom(folded.text)] ?? folded.ends.at(-1) ?? 0)
  }
