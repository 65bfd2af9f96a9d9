// The tokens of a string, estimated by its pieces, as tokenizers split it.

/** Words with the space before them, numbers, runs of white space and of signs, and characters of scripts without spaces. */
const PIECES =
  / ?[A-Za-z]+|\p{N}+|\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}]+|[^\p{L}\p{N}\s]+/gu

const LATIN = /^ ?[A-Za-z]+$/
const DIGITS = /^\p{N}+$/u
const SPACE = /^\s+$/
const LETTERS = /^[\p{L}\p{M}]+$/u

/** The tokens of a string. Its pieces are counted, so the number need not be an integer. */
export function textTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += pieceTokens(piece)
  return tokens
}

/** The tokens of a string, which may be extrapolated from the strings before it. */
export type TextEstimate = (text: string) => number

/** Characters that are read; those beyond have as many tokens each as these. */
const MOST_READ = 512 * 1024

/** For the strings of one request: reading all of many megabytes takes longer than a request may. */
export function createTextEstimate(most = MOST_READ): TextEstimate {
  let characters = 0
  let tokens = 0
  return text => {
    const read = text.slice(0, Math.max(0, most - characters))
    const found = textTokens(read)
    characters += read.length
    tokens += found
    return found + ((text.length - read.length) * tokens) / Math.max(1, characters)
  }
}

/** Measured with two tokenizers on prose, code and JSON: long words and names in camel case are several tokens, signs share one. */
function pieceTokens(piece: string): number {
  const { length } = piece
  if (LATIN.test(piece)) return length <= 9 ? 1 : length / 7
  if (DIGITS.test(piece)) return length / 2
  if (SPACE.test(piece)) return piece === ' ' ? 0.3 : 1
  if (LETTERS.test(piece)) return length === 1 ? 0.9 : length / 2.6
  return length <= 2 ? 1 : length / 2.3
}
