// The state of the JSON parser, how it skips what is between tokens, and how it reports an error and continues.
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { LIMIT_NOTE } from '../readable-source.ts'
import { MAX_READ_DIAGNOSTICS } from '../reader.ts'

export interface Cursor {
  readonly source: Source
  readonly text: string
  readonly report: ReportDiagnostic
  /** Offset of the next character. */
  at: number
  /** Errors reported so far; a source with errors has no value. */
  errorCount: number
  /** Where the last of them ends; -1 before the first. */
  errorEnd: number
  /** Whether it was that something is missing there. */
  isMissing: boolean
  /** True once a comment was reported: one diagnostic covers all comments. */
  hasReportedComment: boolean
  /** The number of open brackets around the cursor, by closing bracket. */
  readonly openBrackets: { '}': number; ']': number }
}

export function createCursor(source: Source, report: ReportDiagnostic): Cursor {
  // A byte order mark is allowed.
  const at = source.text.charCodeAt(0) === 0xfeff ? 1 : 0
  const openBrackets = { '}': 0, ']': 0 }
  return {
    source,
    text: source.text,
    report,
    at,
    errorCount: 0,
    errorEnd: -1,
    isMissing: false,
    hasReportedComment: false,
    openBrackets,
  }
}

interface SyntaxErrorOptions {
  readonly code?: DiagnosticCode
  /** Replacement for the reported span. */
  readonly fix?: string
  /** Whether something else may have been meant than the fix. */
  readonly isGuess?: boolean
  /** Whether it is not known where the structure goes on: whatever follows is not reported. */
  readonly isLost?: boolean
  readonly note?: { readonly start: number; readonly end: number; readonly message: string }
}

/** Reports an error in `[start, end)`. After MAX_READ_DIAGNOSTICS errors the cursor moves to the end and reports no more. */
export function reportAt(
  cursor: Cursor,
  start: number,
  end: number,
  message: string,
  options: SyntaxErrorOptions = {},
): void {
  if (cursor.errorCount >= MAX_READ_DIAGNOSTICS) return
  const { source } = cursor
  const { code = 'malformed-json', fix, isGuess = false, isLost = false, note } = options
  // A separator that is missing behind what was reported follows from that, and so does what begins at a missing one.
  if (start === cursor.errorEnd && (start === end || cursor.isMissing)) {
    abort(cursor)
    return
  }
  const location = locationAt(source, start, end)
  cursor.errorEnd = end
  cursor.isMissing = start === end
  cursor.errorCount += 1
  const isLast = cursor.errorCount === MAX_READ_DIAGNOSTICS
  const notes = [
    ...(note ? [{ location: locationAt(source, note.start, note.end), message: note.message }] : []),
    ...(isLast ? [LIMIT_NOTE] : []),
  ]
  cursor.report(
    createDiagnostic(code, location, message, {
      ...(fix !== undefined && { fix: { location, text: fix, ...(!isGuess && { isSafe: true }) } }),
      ...(notes.length > 0 && { notes }),
    }),
  )
  if (isLast) cursor.at = cursor.text.length
  if (isLost) abort(cursor)
}

/** Stops parsing, after an error that cannot be recovered from. */
export function abort(cursor: Cursor): void {
  cursor.errorCount = MAX_READ_DIAGNOSTICS
  cursor.at = cursor.text.length
}

const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/

const codePoint = (char: string): string =>
  `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Moves to the next token, or to the end. Comments and invisible characters are reported and skipped. */
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
