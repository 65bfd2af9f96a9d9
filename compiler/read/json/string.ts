// Strings in double quotes; other quotes are reported with a fix and parsed the same way.
import { type Cursor, reportAt } from './cursor.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '”': '”',
  '‘': '’',
  '’': '’',
}
const NAMED_CONTROLS: Readonly<Record<string, string>> = { '\t': '\\t', '\b': '\\b', '\f': '\\f' }

/** True for a character that opens a string, in JSON or another language. */
export const isQuote = (char: string | undefined): char is string =>
  char !== undefined && Object.hasOwn(CLOSING, char)

/** Reads a string; the cursor is at a quote of any kind. */
export function readString(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.at
  const close = CLOSING[text[start] ?? ''] ?? '"'
  const end = close.charCodeAt(0)
  let value = ''
  let from = start + 1
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === end) break
    if (code > 34 && code !== 92) {
      at += 1
      continue
    }
    cursor.at = at
    if (Number.isNaN(code) || code === 10 || code === 13) return unclosed(cursor, start, value, from)
    if (code === 92) {
      value += text.slice(from, at) + readEscape(cursor, close)
      from = cursor.at
      at = from
    } else {
      if (code < 32) reportControlCharacter(cursor)
      at = Math.max(at + 1, cursor.at)
    }
  }
  cursor.at = at
  value += text.slice(from, cursor.at)
  cursor.at += 1
  if (text[start] !== '"') {
    const quotes = close === "'" || close === '`' ? `not ${close}` : 'not curly quotes'
    reportAt(cursor, start, cursor.at, `Strings must be in double quotes, ${quotes}.`, {
      fix: JSON.stringify(value),
    })
  } else if (!value.isWellFormed()) {
    reportAt(
      cursor,
      start,
      cursor.at,
      'This string has an unpaired surrogate: the other half of a "\\u" pair is missing.',
    )
  }
  return value
}

function unclosed(cursor: Cursor, start: number, value: string, from: number): string {
  const { text, at } = cursor
  // The comma and brackets at the end of the line most likely follow the missing quote.
  const trailing = /[\s,\]}]*$/.exec(text.slice(Math.max(from, at - 100), at))?.[0] ?? ''
  cursor.at = at - trailing.length
  reportAt(
    cursor,
    start,
    cursor.at,
    'The string has no closing quote on its line. Write a line break in a string as "\\n".',
    {
      isLost: true,
    },
  )
  return value + text.slice(from, cursor.at)
}

function readEscape(cursor: Cursor, close: string): string {
  const { text, at } = cursor
  const char = text[at + 1] ?? ''
  if (char === 'u') return readUnicodeEscape(cursor)
  const meant = ESCAPES[char]
  if (meant === undefined && (char === '' || char === '\n' || char === '\r')) {
    cursor.at = at + 1
    reportAt(cursor, at, at + 1, 'A backslash cannot end a line. Write a line break in a string as "\\n".')
    return ''
  }
  cursor.at = at + 2
  if (meant !== undefined) return meant
  if (char === close) return char
  const message = `"\\${char}" is not a valid escape. Write a backslash as "\\\\".`
  reportAt(cursor, at, at + 2, message, { fix: `\\\\${char}` })
  return char
}

function readUnicodeEscape(cursor: Cursor): string {
  const { text, at } = cursor
  const digits = /^[0-9a-fA-F]{0,4}/.exec(text.slice(at + 2, at + 6))?.[0] ?? ''
  cursor.at = at + 2 + digits.length
  if (digits.length === 4) return String.fromCharCode(Number.parseInt(digits, 16))
  reportAt(
    cursor,
    at,
    cursor.at,
    `"\\u${digits}" is not a valid escape: "\\u" requires four hexadecimal digits.`,
  )
  return ''
}

function reportControlCharacter(cursor: Cursor): void {
  const { text, at } = cursor
  const char = text[at] ?? ''
  const escaped = NAMED_CONTROLS[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  const message = `Unescaped control character in a string; write "${escaped}".`
  reportAt(cursor, at, at + 1, message, { fix: escaped })
}
