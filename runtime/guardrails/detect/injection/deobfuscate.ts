// Decodes texts that were encoded or misspelt for a model to read, one level deep: decoded text is not decoded again. All decodings together are
// not longer than some copies of the text, wherever in it they are, so that padding hides nothing.
import { foldText } from '../text/fold-text.ts'
import { isPhraseStart } from './english-signals.ts'
import { foldLetters } from './normalize-words.ts'

/** Characters around what looks like a decoding. */
const AROUND = 1600

/** In one piece, or in lines as in mails. */
const BASE64 =
  /(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t]{0,4}){1,120}[A-Za-z0-9+/]{1,76}={0,2}|[A-Za-z0-9+/_-]{20,8192}={0,2}/g
/** Where a text has none, it has no base64: words of prose are shorter, and are looked at once. */
const LONG_RUN = /(?<![\w+/-])[\w+/-]{20}/
const HEXADECIMAL = /(?:[0-9a-f]{2}[ :,]?){12,4096}/gi
/** Codes of letters, which need no code. */
const ESCAPED_LETTERS =
  /(?:%[46][1-9a-f]|%[57][0-9a]|\\(?:u00|x|u\{)[4-7][0-9a-f]\}?|&#(?:x[4-7][0-9a-f]|6[5-9]|[7-9]\d|1[01]\d|12[0-2]);)/gi
/** Not only a line break or tab, but also a letter of a word. */
const BACKSLASHED_WORD = /\\([nrt][a-z]{1,20})/gi
const TAGS = /[\u{e0020}-\u{e007e}]{4,4096}/gu
/** Letters separated by the same character. */
const SPACED =
  /(?<!\p{L})(?:\p{L} (?=\p{L}(?!\p{L}))){2,40}\p{L}|(?<!\p{L})(?:\p{L}\.){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}-){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}_){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}\*){2,40}\p{L}(?!\p{L})/gu
const LEET = /\p{L}[013457@$][\p{L}013457@$]|[013457@$]\p{L}{2}/gu
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's',
} // biome-ignore format: a table

/** Words that attacks need and that no language has when they are turned. */
const TURNED =
  'ignore|disregard|forget|instructions|instruction|previous|prompt|system|reveal|your|with|from|this|that|without|pretend|rules|print|show|tell|everything|assistant|repeat'
const wordsOf = (turn: (word: string) => string): RegExp =>
  new RegExp(`(?<![a-z])(?:${TURNED.split('|').map(turn).join('|')})(?![a-z])`, 'gi')
const PLAIN_WORD = wordsOf(word => word)
const ROT13_WORD = wordsOf(rot13)
const REVERSED_WORD = wordsOf(reverse)

export interface DecodedText {
  readonly text: string
  /** Was in an encoding that does not occur by accident. */
  readonly encoded: boolean
}

/** `text`: the written one without escapes. */
export function* decodedTexts(written: string, text: string): Iterable<DecodedText> {
  // All of them together, so that many short ones cost no more than a long one.
  const prose = [...decodedParts(text)].filter(isProse).join('\n\n')
  if (prose !== '') yield { text: prose, encoded: true }
  if (written !== text) {
    for (const part of partsAround(written, ESCAPED_LETTERS))
      yield { text: foldText(part, 'escapes'), encoded: true }
    for (const part of partsAround(written, BACKSLASHED_WORD, isPhraseStart))
      yield { text: part, encoded: false }
  }
  yield* decodedAround(text)
}

/** Decodings of the parts that look like one. */
function* decodedAround(text: string): Iterable<DecodedText> {
  for (const part of partsAround(text, SPACED)) yield { text: removeSpacing(part), encoded: true }
  for (const part of partsAround(text, LEET)) {
    const decoded = decodeLeet(part)
    if (plainWords(decoded) > plainWords(part)) yield { text: decoded, encoded: false }
  }
  for (const part of partsAround(text, ROT13_WORD)) yield { text: rot13(part), encoded: true }
  for (const part of partsAround(text, REVERSED_WORD)) yield { text: reverse(part), encoded: true }
}

/** A word that is read only in the decoding shows that it is one: other parts have signs of code in them. */
const plainWords = (text: string): number => text.match(PLAIN_WORD)?.length ?? 0

/** The parts of a text around matches, without overlaps. */
function* partsAround(
  text: string,
  pattern: RegExp,
  isWanted: (group: string) => boolean = () => true,
): Iterable<string> {
  let [start, end] = [0, 0]
  for (const { 0: match, 1: group = '', index } of text.matchAll(pattern)) {
    if (!isWanted(group)) continue
    if (index - AROUND > end) {
      if (end > start) yield text.slice(start, end)
      start = index - AROUND
    }
    end = index + match.length + AROUND
  }
  if (end > start) yield text.slice(start, end)
}

function* decodedParts(text: string): Iterable<string> {
  for (const [pattern, decode] of [
    [TAGS, fromTags],
    ...(LONG_RUN.test(text) ? [[BASE64, fromBase64] as const] : []),
    [HEXADECIMAL, fromHexadecimal],
  ] as const)
    for (const [part] of text.matchAll(pattern)) yield decode(part)
}

const decoder = new TextDecoder()
const fromBytes = (bytes: readonly number[]): string => decoder.decode(Uint8Array.from(bytes))

function fromBase64(part: string): string {
  const plain = part
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  const whole = plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0))
  return fromBytes(Array.from(atob(whole), letter => letter.charCodeAt(0)))
}

const fromHexadecimal = (part: string): string =>
  fromBytes((part.match(/[0-9a-f]{2}/gi) ?? []).map(pair => Number.parseInt(pair, 16)))

const fromTags = (part: string): string =>
  Array.from(part, tag => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')

/** At least three words, and almost only characters of prose. */
const isProse = (text: string): boolean =>
  (text.match(/[\p{L}]{2,}/gu)?.length ?? 0) >= 3 &&
  (text.match(/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\n]/gu)?.length ?? 0) * 10 < text.length

/** Words of spaced letters are separated by a wider gap, which stays. */
const removeSpacing = (text: string): string => text.replace(SPACED, run => run.replace(/[ ._*-]/g, ''))

const decodeLeet = (text: string): string =>
  foldLetters(text).replace(/[013457@$]/g, letter => LEET_LETTERS[letter] ?? letter)

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, letter => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
}

function reverse(text: string): string {
  return [...text].reverse().join('')
}
