// Up to where what was found in a growing text is final. A run without spaces is read whole; what may contain spaces has
// a bounded length, and something in it that tells where it may start.
import { foldedRanges } from './fold-text.ts'

/** From where a text may still change, as an index of it. */
export type OpenFrom = (text: string) => number

/** Before the run without spaces that the text ends in, or that contains an index. */
export function startOfRun(text: string, index: number = text.length): number {
  let start = index
  while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1
  return start
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
