// Creates the diagnostics of readers; the severity comes from the message table.
import type { Diagnostic, Fix, Location, Note } from '../diagnostics/diagnostic.ts'
import { type DiagnosticCode, diagnosticMessages } from '../diagnostics/messages.ts'
import type { Source, SourceSpan } from '../source.ts'

export interface DiagnosticOptions {
  readonly notes?: readonly Note[]
  readonly fix?: Fix
}

/** The location of a range of a source. */
export function locationAt(source: Source, start: number, end: number): Location {
  return { source, span: { start, end } }
}

/** The location of a span, which may be in another file than the one that was read. */
export function locationOfSpan(source: Source, span: SourceSpan): Location {
  return { source: span.source ?? source, span }
}

/** A diagnostic with the default severity of its code. */
export function createDiagnostic(
  code: DiagnosticCode,
  location: Location,
  message: string,
  options: DiagnosticOptions = {},
): Diagnostic {
  const { notes = [], fix } = options
  return { code, severity: diagnosticMessages[code].severity, message, location, notes, ...(fix && { fix }) }
}
