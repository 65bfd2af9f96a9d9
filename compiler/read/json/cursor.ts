// The state of the JSON parser, and how it reports an error and continues.
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Code } from '../../diagnostics/messages.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn } from '../mistake.ts'
import { MAX_MISTAKES } from '../reader.ts'

export interface Cursor {
  readonly source: Source
  readonly text: string
  readonly report: Report
  /** Offset of the next character. */
  at: number
  /** Errors reported so far; a source with errors has no value. */
  mistakes: number
  /** True once a comment was reported: one diagnostic covers all comments. */
  toldOfComments: boolean
  /** The number of open brackets around the cursor, by closing bracket. */
  readonly awaited: { '}': number; ']': number }
}

export function cursorOf(source: Source, report: Report): Cursor {
  // A byte order mark is allowed.
  const at = source.text.charCodeAt(0) === 0xfeff ? 1 : 0
  const awaited = { '}': 0, ']': 0 }
  return { source, text: source.text, report, at, mistakes: 0, toldOfComments: false, awaited }
}

export interface Blame {
  readonly code?: Code
  /** Replacement for the reported span. */
  readonly fix?: string
  readonly note?: { readonly start: number; readonly end: number; readonly message: string }
}

/** Reports an error in `[start, end)`. After MAX_READ_DIAGNOSTICS errors the cursor moves to the end and reports no more. */
export function blame(cursor: Cursor, start: number, end: number, message: string, more: Blame = {}): void {
  if (cursor.mistakes >= MAX_MISTAKES) return
  const { source } = cursor
  const place = placeIn(source, start, end)
  const { code = 'malformed-json', fix, note } = more
  cursor.report(
    mistake(code, place, message, {
      ...(fix !== undefined && { fix: { place, text: fix } }),
      ...(note && { notes: [{ place: placeIn(source, note.start, note.end), message: note.message }] }),
    }),
  )
  cursor.mistakes += 1
  if (cursor.mistakes === MAX_MISTAKES) cursor.at = cursor.text.length
}

/** Stops parsing, after an error that cannot be recovered from. */
export function giveUp(cursor: Cursor): void {
  cursor.mistakes = MAX_MISTAKES
  cursor.at = cursor.text.length
}
