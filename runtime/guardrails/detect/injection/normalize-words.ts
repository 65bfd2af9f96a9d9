// Normalizes a text to words: one spelling of letters, single spaces, a full stop at each sentence end. Phrases then
// match regardless of punctuation between words, and do not cross sentences.

export interface NormalizedText {
  /** Every word has a space before and after it. */
  readonly text: string
  readonly starts: readonly number[]
  /** Whether the word at the same index of `starts` is in quotation marks. */
  readonly quoted: readonly boolean[]
}

const TOKEN =
  /[\p{L}\p{N}][\p{L}\p{N}'\u2019]*|["\u201c\u201d\u201e\u00ab\u00bb`\u300c\u300d]|[.!?\u3002\uff01\uff1f;](?=\s|$)|[\u3002\uff01\uff1f]|\n[ \t\r]{0,40}\n/gu
const QUOTE = /^["\u201c\u201d\u201e\u00ab\u00bb`\u300c\u300d]$/

/** Homoglyphs: letters of other scripts that look like Latin ones. */
const HOMOGLYPHS = 'аеорсухіјѕԁһкмтвнαορειντυκ'
const LATIN_TWINS = 'aeopcyxijsdhkmtbhaopeivtuk'
const LATIN = /\p{Script=Latin}/u
const HOMOGLYPH = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
const HOMOGLYPH_ALL = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

/** Accents, vowel signs and zero-width characters. */
const ZERO_WIDTH = /[\p{M}\p{Cf}]/gu
const ASCII = /^[\0-\x7f]*$/
/** Single characters that decompose to whole sentences. */
const LIGATURES = /[\ufdf0-\ufdfd]/g

/** Folds letters: width, accents, case; removes invisible characters. */
export const foldLetters = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.replace(LIGATURES, ' ').normalize('NFKD').replace(ZERO_WIDTH, '').normalize('NFC').toLowerCase()

export function normalizeWords(text: string): NormalizedText {
  const starts: number[] = []
  const quoted: boolean[] = []
  const tokens: string[] = []
  let length = 1
  let inQuotes = false
  const append = (word: string): void => {
    tokens.push(word)
    length += word.length + 1
  }
  for (const [token] of foldLetters(text).matchAll(TOKEN)) {
    if (QUOTE.test(token)) inQuotes = !inQuotes
    else if (/^[\p{L}\p{N}]/u.test(token)) {
      starts.push(length)
      quoted.push(inQuotes)
      append(toLatin(token.replace(/['\u2019]/g, '')))
    } else {
      // A quotation does not continue after an empty line.
      if (token.startsWith('\n')) inQuotes = false
      append('.')
    }
  }
  return { text: ` ${tokens.join(' ')} `, starts, quoted }
}

/** Maps homoglyphs to Latin in a word that mixes scripts. */
const toLatin = (word: string): string =>
  HOMOGLYPH.test(word) && LATIN.test(word)
    ? word.replace(HOMOGLYPH_ALL, letter => LATIN_TWINS[HOMOGLYPHS.indexOf(letter)] ?? letter)
    : word
