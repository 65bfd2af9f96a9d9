// Normalizes a text to words: one spelling of letters, single spaces, a full stop at each sentence end. Phrases then
// match regardless of punctuation between words, and do not cross sentences.
import { LATIN_TWINS } from '../text/homoglyphs.ts'
import { discussedQuotations } from './quotations.ts'

export interface NormalizedText {
  /** Every word has a space before and after it. */
  readonly text: string
  readonly starts: readonly number[]
  readonly words: readonly string[]
  /** The first character other than a space before the word at the same index; empty when there is none. */
  readonly gaps: readonly string[]
  /** How many words up to the one at the same index come after the signs of code or markup: no sentence goes on over them. */
  readonly breaks: readonly number[]
  /** What the weight of the word at the same index of `starts` is multiplied by: less than 1 in a quotation that is discussed. */
  readonly factors: readonly number[]
  /** Where the words are in the text with folded letters. */
  readonly indexes: readonly number[]
}

const TOKEN =
  /[\p{L}\p{N}][\p{L}\p{N}'\u2019]*|[.!?\u3002\uff01\uff1f;](?=\s|$)|[\u3002\uff01\uff1f]|\n[ \t\r]{0,40}\n/gu

/** Brackets, operators, paths, and the quotes of members and arguments. */
const STRUCTURE = /[{}()[\]<>=|/@_#]|["'`][ \t]?[,:]|[,:][ \t]?["'`]|[,:][ \t]*\n[ \t]*["'`]?|^\.\S|^`|`$/
/** Code units of a gap that are read. */
const MAX_GAP = 24

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

/** Words that most attacks need, and their spellings without one letter. */
const OFTEN_MISSPELT =
  'ignore disregard instructions instruction previous system prompt override guidelines'.split(' ')
const withoutLetter = (word: string): readonly string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
const MISSPELT: ReadonlyMap<string, string> = new Map(
  OFTEN_MISSPELT.flatMap(word => [word, ...withoutLetter(word)].map(spelling => [spelling, word])),
)
const MISSPELT_START = /^[idpsognyrv]/

/** One letter too few, too many, wrong or in the wrong place; forms of these words are not misspelt. */
function respelt(word: string): string {
  if (word.length < 5 || word.length > 13 || !MISSPELT_START.test(word)) return word
  const direct = MISSPELT.get(word)
  if (direct !== undefined) return direct
  for (let at = 0; at < word.length; at += 1) {
    const meant = MISSPELT.get(word.slice(0, at) + word.slice(at + 1))
    // A wrong or further letter at the end is the ending of another language: "ignora", "systemu".
    if (meant !== undefined) return word.startsWith(meant.slice(0, -1)) || word.endsWith(meant) ? word : meant
  }
  return word
}

/** `isMessage`: a user's, who may discuss what it quotes. */
export function normalizeWords(text: string, isMessage = false): NormalizedText {
  const starts: number[] = []
  const words: string[] = []
  const gaps: string[] = []
  const breaks: number[] = []
  let broken = 0
  const factors: number[] = []
  const indexes: number[] = []
  const tokens: string[] = []
  let length = 1
  const append = (word: string): void => {
    tokens.push(word)
    length += word.length + 1
  }
  const folded = foldLetters(text)
  const quotations = discussedQuotations(folded, isMessage)
  let nextQuotation = 0
  let wordEnd = 0
  for (const { 0: token, index } of folded.matchAll(TOKEN)) {
    if (/^[\p{L}\p{N}]/u.test(token)) {
      const word = respelt(toLatin(token.replace(/['\u2019]/g, '')))
      starts.push(length)
      words.push(word)
      gaps.push(wordEnd === 0 ? '\n' : firstOfGap(folded, wordEnd, index))
      if (index > wordEnd + 1 || STRUCTURE.test(folded.charAt(wordEnd)))
        if (STRUCTURE.test(folded.slice(wordEnd, Math.min(index, wordEnd + MAX_GAP)))) broken += 1
      breaks.push(broken)
      wordEnd = index + token.length
      indexes.push(index)
      while ((quotations[nextQuotation]?.end ?? index) < index) nextQuotation += 1
      const quotation = quotations[nextQuotation]
      factors.push(quotation !== undefined && quotation.start <= index ? quotation.factor : 1)
      append(word)
    } else append('.')
  }
  return { text: ` ${tokens.join(' ')} `, starts, words, gaps, breaks, factors, indexes }
}

/** A line break counts only where nothing else is. */
function firstOfGap(text: string, from: number, to: number): string {
  let first = ''
  for (let at = from; at < to; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '\n') first = letter
    else if (letter !== ' ' && letter !== '\t' && letter !== '\r') return letter
  }
  return first
}

/** Maps homoglyphs to Latin in a word that mixes scripts. */
const toLatin = (word: string): string =>
  HOMOGLYPH.test(word) && LATIN.test(word)
    ? word.replace(HOMOGLYPH_ALL, letter => LATIN_TWINS.get(letter) ?? letter)
    : word
