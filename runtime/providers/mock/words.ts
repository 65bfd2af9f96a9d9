// Text of the mock. A token of the mock is a word delimited by white space, so a test can count usage by looking at
// the text.
import { isList, type Json } from '../../../schemas/values/json.ts'

/** The words of a string, each with the white space after it; joined they are the string again. */
export const splitWords = (text: string): readonly string[] => text.match(/^\s+|\S+\s*/g) ?? []

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** A reply as a model ends it: before the first of the stop sequences, and after the requested number of tokens. */
export function endText(
  text: string,
  stop: Json | undefined,
  limit: number | undefined,
): { readonly text: string; readonly finish: 'stop' | 'length' } {
  const ends = (isList(stop) ? stop : [stop]).flatMap(sequence => {
    const at = typeof sequence === 'string' && sequence !== '' ? text.indexOf(sequence) : -1
    return at < 0 ? [] : [at]
  })
  const stopped = text.slice(0, Math.min(text.length, ...ends))
  const words = splitWords(stopped)
  return limit === undefined || words.length <= limit
    ? { text: stopped, finish: 'stop' }
    : { text: words.slice(0, limit).join('').trimEnd(), finish: 'length' }
}

const latin =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )

/** `count` words of filler text. */
export const lorem = (count: number): string =>
  Array.from({ length: count }, (_, index) => latin[index % latin.length]).join(' ')
