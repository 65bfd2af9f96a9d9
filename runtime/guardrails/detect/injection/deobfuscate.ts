// Decodes texts that were encoded or misspelt for a model to read. Limited in number and length, and one level deep:
// decoded text is not decoded again.
import { foldLetters } from './normalize-words.ts'

/** Characters of a text for which whole-text decodings (reversed, rot13, leet) are tried. */
const MAX_DECODED_LENGTH = 8192
/** Maximum number of encoded parts that are decoded. */
const MAX_PARTS = 16
const MAX_PART_LENGTH = 8192

const BASE64 = /[A-Za-z0-9+/_-]{20,8192}={0,2}/g
const HEXADECIMAL = /(?:[0-9a-f]{2}[ :,]?){12,4096}/gi
const ESCAPED = /(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|&#x?[0-9a-f]{1,6};)/i
const TAGS = /[\u{e0020}-\u{e007e}]{4,4096}/gu
/** Letters separated by the same character. */
const SPACED =
  /(?<!\p{L})(?:\p{L} (?=\p{L}(?!\p{L}))){2,40}\p{L}|(?<!\p{L})(?:\p{L}\.){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}-){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}_){2,40}\p{L}(?!\p{L})|(?<!\p{L})(?:\p{L}\*){2,40}\p{L}(?!\p{L})/gu
const LEET = /\p{L}[013457@$][\p{L}013457@$]|[013457@$]\p{L}{2}/u
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's',
} // biome-ignore format: a table

export interface DecodedText {
  readonly text: string
  /** Was in an encoding that does not occur by accident. */
  readonly encoded: boolean
}

export function* decodedTexts(text: string): Iterable<DecodedText> {
  for (const decoded of decodedParts(text)) if (isProse(decoded)) yield { text: decoded, encoded: true }
  const short = text.length > MAX_DECODED_LENGTH ? text.slice(0, MAX_DECODED_LENGTH) : text
  if (SPACED.test(short)) yield { text: removeSpacing(short), encoded: true }
  SPACED.lastIndex = 0
  if (LEET.test(short)) yield { text: decodeLeet(short), encoded: false }
  yield { text: rot13(short), encoded: true }
  yield { text: [...short].reverse().join(''), encoded: true }
}

function* decodedParts(text: string): Iterable<string> {
  let left = MAX_PARTS
  for (const [pattern, decode] of [
    [TAGS, fromTags],
    [BASE64, fromBase64],
    [HEXADECIMAL, fromHexadecimal],
  ] as const)
    for (const [part] of text.matchAll(pattern)) {
      left -= 1
      if (left < 0) return
      yield decode(part)
    }
  if (ESCAPED.test(text)) yield decodeEscapes(text.slice(0, MAX_PART_LENGTH))
}

const decoder = new TextDecoder()
const fromBytes = (bytes: readonly number[]): string => decoder.decode(Uint8Array.from(bytes))

function fromBase64(part: string): string {
  const plain = part
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

const decodeEscapes = (text: string): string =>
  text
    .replace(/(?:%[0-9a-f]{2}){1,2000}/gi, part => fromHexadecimal(part.replaceAll('%', '')))
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]{1,4});/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))

/** At least three words, and almost only characters of prose. */
const isProse = (text: string): boolean =>
  (text.match(/[\p{L}]{2,}/gu)?.length ?? 0) >= 3 &&
  (text.match(/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\n]/gu)?.length ?? 0) * 10 < text.length

/** Words of spaced letters are separated by a wider gap, which stays. */
const removeSpacing = (text: string): string => text.replace(SPACED, run => run.replace(/[ ._*-]/g, ''))

const decodeLeet = (text: string): string =>
  foldLetters(text).replace(/[013457@$]/g, letter => LEET_LETTERS[letter] ?? letter)

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, letter => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
