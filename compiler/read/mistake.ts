// Creates the diagnostics of readers; the severity comes from the message table.
import type { Diagnostic, Fix, Note, Place } from '../diagnostics/diagnostic.ts'
import { type Code, messages } from '../diagnostics/messages.ts'
import type { Source, Span } from '../source.ts'

export interface Remarks {
  readonly notes?: readonly Note[]
  readonly fix?: Fix
}

/** The location of a range of a source. */
export function placeIn(source: Source, start: number, end: number): Place {
  return { source, span: { start, end } }
}

/** The location of a span, which may be in another file than the one that was read. */
export function placeOfSpan(source: Source, span: Span): Place {
  return { source: span.source ?? source, span }
}

/** A diagnostic with the default severity of its code. */
export function mistake(code: Code, place: Place, message: string, remarks: Remarks = {}): Diagnostic {
  const { notes = [], fix } = remarks
  return { code, severity: messages[code].severity, message, place, notes, ...(fix && { fix }) }
}
