// The state of the JSON parser, and how it reports an error and continues.
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { LIMIT_NOTE } from '../limit-report.ts'
import { MAX_READ_DIAGNOSTICS } from '../reader.ts'

export interface Cursor {
  readonly source: Source
  readonly text: string
  readonly report: ReportDiagnostic
  /** Offset of the next character. */
  at: number
  /** Errors reported so far; a source with errors has no value. */
  errorCount: number
  /** True once a comment was reported: one diagnostic covers all comments. */
  hasReportedComment: boolean
  /** The number of open brackets around the cursor, by closing bracket. */
  readonly openBrackets: { '}': number; ']': number }
}

export function createCursor(source: Source, report: ReportDiagnostic): Cursor {
  // A byte order mark is allowed.
  const at = source.text.charCodeAt(0) === 0xfeff ? 1 : 0
  const openBrackets = { '}': 0, ']': 0 }
  return { source, text: source.text, report, at, errorCount: 0, hasReportedComment: false, openBrackets }
}

export interface SyntaxErrorOptions {
  readonly code?: DiagnosticCode
  /** Replacement for the reported span. */
  readonly fix?: string
  /** Whether something else may have been meant than the fix. */
  readonly isGuess?: boolean
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
  const location = locationAt(source, start, end)
  const { code = 'malformed-json', fix, isGuess = false, note } = options
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
}

/** Stops parsing, after an error that cannot be recovered from. */
export function abort(cursor: Cursor): void {
  cursor.errorCount = MAX_READ_DIAGNOSTICS
  cursor.at = cursor.text.length
}
