// White space between tokens. Comments and invisible characters are told and stepped over.
import { blame, type Cursor } from './cursor.ts'

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

/** Printable ASCII that opens no comment: what nearly every token begins with. */
const isPlain = (code: number): boolean => code > 32 && code < 127 && code !== 35 && code !== 47

function skipComment(cursor: Cursor): boolean {
  const { text, at } = cursor
  const block = text.startsWith('/*', at)
  if (!block && !text.startsWith('//', at) && text[at] !== '#') return false
  const found = block ? text.indexOf('*/', at + 2) : text.indexOf('\n', at)
  const end = found === -1 ? text.length : found + (block ? 2 : 0)
  cursor.at = end
  if (!cursor.toldOfComments) {
    const trimmed = at + text.slice(at, end).trimEnd().length
    blame(
      cursor,
      at,
      trimmed,
      'JSON has no comments. Remove this one and any others, or write the config in YAML, which has them.',
    )
  }
  cursor.toldOfComments = true
  return true
}

function skipInvisible(cursor: Cursor): boolean {
  const { text, at } = cursor
  const char = text[at]
  if (char === undefined || !INVISIBLE.test(char)) return false
  cursor.at += 1
  blame(
    cursor,
    at,
    at + 1,
    `Here stands an invisible character (${codePoint(char)}) that JSON does not count as white space.`,
    { fix: ' ' },
  )
  return true
}
