// Makes a diagnostic of reading; the severity comes from the message table, never from the place that reports.
import type { Diagnostic, Fix, Note, Place } from '../diagnostics/diagnostic.ts'
import { type Code, messages } from '../diagnostics/messages.ts'
import type { Source, Span } from '../source.ts'

export interface Remarks {
  readonly notes?: readonly Note[]
  readonly fix?: Fix
}

/** The place of a stretch of a source. */
export function placeIn(source: Source, start: number, end: number): Place {
  return { source, span: { start, end } }
}

/** The place of a span, which may lie in another file than the one that was read. */
export function placeOfSpan(source: Source, span: Span): Place {
  return { source: span.source ?? source, span }
}

/** A diagnostic with the usual severity of its code. */
export function mistake(code: Code, place: Place, message: string, remarks: Remarks = {}): Diagnostic {
  const { notes = [], fix } = remarks
  return { code, severity: messages[code].severity, message, place, notes, ...(fix && { fix }) }
}
