// Where the JSON parser stands in its text, and how it tells a mistake and goes on.
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
  /** Errors told so far; a text with any gives no value. */
  mistakes: number
  /** True once a comment was told: one sentence is enough for all of them. */
  toldOfComments: boolean
  /** Brackets that are open around the cursor, by the bracket that would close them. */
  readonly awaited: { '}': number; ']': number }
}

export function cursorOf(source: Source, report: Report): Cursor {
  // A byte order mark is tolerated.
  const at = source.text.charCodeAt(0) === 0xfeff ? 1 : 0
  const awaited = { '}': 0, ']': 0 }
  return { source, text: source.text, report, at, mistakes: 0, toldOfComments: false, awaited }
}

export interface Blame {
  readonly code?: Code
  /** Text to write in place of what is blamed. */
  readonly fix?: string
  readonly note?: { readonly start: number; readonly end: number; readonly message: string }
}

/** Tells a mistake in `[start, end)`. After MAX_MISTAKES the cursor moves to the end and the rest is silence. */
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

/** Ends the reading: for mistakes after which nothing sensible can follow. */
export function giveUp(cursor: Cursor): void {
  cursor.mistakes = MAX_MISTAKES
  cursor.at = cursor.text.length
}
