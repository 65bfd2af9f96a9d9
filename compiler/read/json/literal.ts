// The literals true, false and null, and their equivalents in other languages.
import type { Json } from '../../../schemas/values/json.ts'
import { type Cursor, reportAt } from './cursor.ts'

// Structural characters, whitespace and the quote end a token.
const TOKEN = /[^\s,:{}[\]"]+/y
const LITERALS: Readonly<Record<string, Json>> = { true: true, false: false, null: null }
const FOREIGN_LITERALS: Readonly<Record<string, string>> = {
  yes: 'true',
  on: 'true',
  no: 'false',
  off: 'false',
  none: 'null',
  nil: 'null',
  undefined: 'null',
}

/** The token at the cursor and its end; at least one character long. */
export function tokenAt(cursor: Cursor): { readonly word: string; readonly end: number } {
  TOKEN.lastIndex = cursor.at
  const word = TOKEN.exec(cursor.text)?.[0] ?? cursor.text.charAt(cursor.at)
  return { word, end: cursor.at + word.length }
}

/** Reads a literal, or reports the token. */
export function readLiteral(cursor: Cursor): Json {
  const start = cursor.at
  const { word, end } = tokenAt(cursor)
  cursor.at = end
  const value = Object.hasOwn(LITERALS, word) ? LITERALS[word] : undefined
  if (value !== undefined) return value
  const lower = word.toLowerCase()
  const meant = Object.hasOwn(LITERALS, lower)
    ? lower
    : Object.hasOwn(FOREIGN_LITERALS, lower)
      ? FOREIGN_LITERALS[lower]
      : undefined
  const displayed = word.length > 40 ? `${word.slice(0, 40)}...` : word
  if (meant !== undefined) {
    reportAt(cursor, start, end, `"${displayed}" is not a JSON value. Did you mean ${meant}?`, { fix: meant })
  } else if (/^(?:nan|infinity)$/.test(lower)) {
    reportAt(cursor, start, end, `"${displayed}" is not a valid JSON number: JSON has no infinity or NaN.`)
  } else if (/^[\p{L}\p{N}_$]/u.test(word)) {
    const message = `"${displayed}" is not a JSON value. If it is a string, put it in double quotes.`
    reportAt(cursor, start, end, message, { fix: JSON.stringify(word) })
  } else {
    reportAt(cursor, start, end, `Unexpected "${displayed}"; expected a value.`)
  }
  return null
}
