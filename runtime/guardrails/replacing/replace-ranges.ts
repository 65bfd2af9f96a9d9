// A text with some of its ranges replaced. In JSON a range outside strings, such as a number, is replaced by a string.
import type { Turns } from '../../values/turns.ts'
import type { TextReplacement } from '../check.ts'

/** Ranges that are replaced in one step. */
const STEP = 4096

export interface ReplacedText {
  readonly text: string
  /** Of each range, where what replaces it starts in the new text, and ends. */
  readonly places: readonly (readonly [start: number, end: number])[]
}

/** @param isJson whether the text is JSON and stays so */
export function* replaceRanges(
  text: string,
  ranges: readonly TextReplacement[],
  isJson: boolean,
  replacementFor: (kind: string, value: string) => string,
): Turns<ReplacedText> {
  /** Of the current step, joined at its end: joining all at once takes long. */
  let pieces: string[] = []
  const joined: string[] = []
  const places: (readonly [number, number])[] = []
  let from = 0
  let length = 0
  let inString = !isJson
  for (const { kind, start, end } of ranges) {
    if (places.length % STEP === STEP - 1) {
      joined.push(pieces.join(''))
      pieces = []
      yield
    }
    const between = text.slice(from, start)
    if (isJson && countQuotes(between) % 2 === 1) inString = !inString
    const replacement = replacementFor(kind, text.slice(start, end))
    const piece = inString ? replacement : `"${replacement}"`
    pieces.push(between, piece)
    length += between.length + piece.length
    places.push([length - piece.length, length])
    from = end
  }
  if (places.length >= STEP) yield
  joined.push(pieces.join(''), text.slice(from))
  return { text: joined.join(''), places }
}

/** Only objects and arrays count as JSON; plain strings and numbers do not. */
export function isJsonText(text: string): boolean {
  if (!startsLikeJson(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a text may turn out to be an object or an array. */
export const startsLikeJson = (text: string): boolean => /^\s*(?:[{[]|$)/.test(text)

/** A text as it is within a string of JSON. */
export const escapedText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The number of quotation marks that delimit JSON strings. */
function countQuotes(json: string): number {
  let count = 0
  for (const [match] of json.matchAll(/\\.|"/g)) if (match === '"') count += 1
  return count
}
