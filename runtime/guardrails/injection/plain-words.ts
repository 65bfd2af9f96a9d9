// Normalizes a text to words: one spelling of letters, single spaces, a full stop at each sentence end. Phrases then
// match regardless of punctuation between words, and do not cross sentences.

export interface Words {
  /** Every word has a space before and after it. */
  readonly text: string
  readonly starts: readonly number[]
  /** Whether the word at the same index of `starts` is in quotation marks. */
  readonly quoted: readonly boolean[]
}

const PIECE =
  /[\p{L}\p{N}][\p{L}\p{N}'\u2019]*|["\u201c\u201d\u201e\u00ab\u00bb`\u300c\u300d]|[.!?\u3002\uff01\uff1f;](?=\s|$)|[\u3002\uff01\uff1f]|\n[ \t\r]{0,40}\n/gu
const QUOTE = /^["\u201c\u201d\u201e\u00ab\u00bb`\u300c\u300d]$/

/** Homoglyphs: letters of other scripts that look like Latin ones. */
const FOREIGN = 'аеорсухіјѕԁһкмтвнαορειντυκ'
const TWINS = 'aeopcyxijsdhkmtbhaopeivtuk'
const LATIN = /\p{Script=Latin}/u
const TWIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
const TWIN_ALL = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

/** Accents, vowel signs and zero-width characters. */
const SILENT = /[\p{M}\p{Cf}]/gu
const PLAIN = /^[\0-\x7f]*$/
/** Single characters that decompose to whole sentences. */
const LIGATURES = /[\ufdf0-\ufdfd]/g

/** Folds letters: width, accents, case; removes invisible characters. */
export const plainLetters = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text.replace(LIGATURES, ' ').normalize('NFKD').replace(SILENT, '').normalize('NFC').toLowerCase()

export function plainWords(text: string): Words {
  const starts: number[] = []
  const quoted: boolean[] = []
  const pieces: string[] = []
  let length = 1
  let inQuotes = false
  const put = (word: string): void => {
    pieces.push(word)
    length += word.length + 1
  }
  for (const [piece] of plainLetters(text).matchAll(PIECE)) {
    if (QUOTE.test(piece)) inQuotes = !inQuotes
    else if (/^[\p{L}\p{N}]/u.test(piece)) {
      starts.push(length)
      quoted.push(inQuotes)
      put(latin(piece.replace(/['\u2019]/g, '')))
    } else {
      // A quotation does not continue after an empty line.
      if (piece.startsWith('\n')) inQuotes = false
      put('.')
    }
  }
  return { text: ` ${pieces.join(' ')} `, starts, quoted }
}

/** Maps homoglyphs to Latin in a word that mixes scripts. */
const latin = (word: string): string =>
  TWIN.test(word) && LATIN.test(word)
    ? word.replace(TWIN_ALL, letter => TWINS[FOREIGN.indexOf(letter)] ?? letter)
    : word
