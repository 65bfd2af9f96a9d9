// The literals true, false and null, and their equivalents in other languages.
import type { Json } from '../../source.ts'
import { blame, type Cursor } from './cursor.ts'

// Structural characters, whitespace and the quote end a token.
const WORD = /[^\s,:{}[\]"]+/y
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null }
const ELSEWHERE: Readonly<Record<string, string>> = {
  yes: 'true',
  on: 'true',
  no: 'false',
  off: 'false',
  none: 'null',
  nil: 'null',
  undefined: 'null',
}

/** The token at the cursor and its end; at least one character long. */
export function wordAt(cursor: Cursor): { readonly word: string; readonly end: number } {
  WORD.lastIndex = cursor.at
  const word = WORD.exec(cursor.text)?.[0] ?? cursor.text.charAt(cursor.at)
  return { word, end: cursor.at + word.length }
}

/** Reads a literal, or reports the token. */
export function readWord(cursor: Cursor): Json {
  const start = cursor.at
  const { word, end } = wordAt(cursor)
  cursor.at = end
  const value = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
  if (value !== undefined) return value
  const lower = word.toLowerCase()
  const meant = Object.hasOwn(WORDS, lower)
    ? lower
    : Object.hasOwn(ELSEWHERE, lower)
      ? ELSEWHERE[lower]
      : undefined
  const said = word.length > 40 ? `${word.slice(0, 40)}...` : word
  if (meant !== undefined) {
    blame(cursor, start, end, `"${said}" is not a JSON value. Did you mean ${meant}?`, { fix: meant })
  } else if (/^(?:nan|infinity)$/.test(lower)) {
    blame(cursor, start, end, `"${said}" is not a valid JSON number: JSON has no infinity or NaN.`)
  } else if (/^[\p{L}\p{N}_$]/u.test(word)) {
    const message = `"${said}" is not a JSON value. If it is a string, put it in double quotes.`
    blame(cursor, start, end, message, { fix: JSON.stringify(word) })
  } else {
    blame(cursor, start, end, `Unexpected "${said}"; expected a value.`)
  }
  return null
}
