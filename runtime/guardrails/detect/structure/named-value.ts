// A value with the name that the structure of its text gives it: a key, the header of its column, a label above it.

export interface NamedValue {
  /** As it is written. */
  readonly name: string
  /** Of the value, without its quotes, in UTF-16 code units. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Values of other names are not read. */
export type IsWanted = (name: string) => boolean

export type ReadNamedValues = (text: string, isWanted: IsWanted) => Iterable<NamedValue>

/** UTF-16 code units of the longest name, and of the longest value. */
const MAX_NAME = 48
export const MAX_VALUE = 256

/** A year, a path, a pair, a clause or a sentence is not a name. */
const NO_NAME = /(?<!\bn[or])[.!?]$|\d{3}|[:=<>{}\\]|\w[/.]\w{0,20}\.\w|\.\w{1,4}$|(?:\S\s+){6}/i

/** What may be a name: a few words. */
export const isName = (name: string): boolean => name.length <= MAX_NAME && !NO_NAME.test(name)

/** What may be a value of a name that is wanted: nothing else is worth asking for. */
export const isValue = (value: string): boolean => value.length <= MAX_VALUE && /\d/.test(value)

/** The words of a name in any case: `passportNumber`, `DRIVING_LICENCE`, `nhs-number`. */
export const wordsOfName = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& ')
    .replace(/[\s_.$-]+/g, ' ')
    .trim()

/** A part of a text without the spaces, marks and quotes around it. */
export function trimmed(text: string, start: number, end: number): readonly [start: number, end: number] {
  let [from, to] = [start, end]
  while (from < to && AROUND.includes(text.charAt(from))) from += 1
  while (to > from && AROUND.includes(text.charAt(to - 1))) to -= 1
  return [from, to]
}

const AROUND = ' \t\r\n\u00a0"\'`*_#'
