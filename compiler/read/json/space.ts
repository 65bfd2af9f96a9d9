// Whitespace between tokens. Comments and invisible characters are reported and skipped.
import { type Cursor, reportAt } from './cursor.ts'

const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/

const codePoint = (char: string): string =>
  `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Moves to the next token, or to the end. */
export function skipSpace(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === 32 || code === 10 || code === 13 || code === 9) cursor.at += 1
    else if (isPlain(code) || (!skipComment(cursor) && !skipInvisible(cursor))) return
  }
}

/** Printable ASCII that does not begin a comment: the first character of nearly every token. */
const isPlain = (code: number): boolean => code > 32 && code < 127 && code !== 35 && code !== 47

function skipComment(cursor: Cursor): boolean {
  const { text, at } = cursor
  const block = text.startsWith('/*', at)
  if (!block && !text.startsWith('//', at) && text[at] !== '#') return false
  const found = block ? text.indexOf('*/', at + 2) : text.indexOf('\n', at)
  const end = found === -1 ? text.length : found + (block ? 2 : 0)
  cursor.at = end
  if (!cursor.hasReportedComment) {
    const trimmed = at + text.slice(at, end).trimEnd().length
    reportAt(
      cursor,
      at,
      trimmed,
      'Comments are not allowed in JSON. Remove all comments, or write the config in YAML.',
    )
  }
  cursor.hasReportedComment = true
  return true
}

function skipInvisible(cursor: Cursor): boolean {
  const { text, at } = cursor
  const char = text[at]
  if (char === undefined || !INVISIBLE.test(char)) return false
  cursor.at += 1
  reportAt(cursor, at, at + 1, `Invisible character (${codePoint(char)}) that is not whitespace in JSON.`, {
    fix: ' ',
  })
  return true
}
