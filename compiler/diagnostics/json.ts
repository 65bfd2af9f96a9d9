// Diagnostics as JSON. Property names are stable: CI filters by them, and the runtime returns them when it rejects a
// config from a request header.
import { formatPointer } from '../../schemas/values/pointer.ts'
import type { Diagnostic, Location } from './diagnostic.ts'
import { mask } from './mask.ts'
import type { Severity } from './messages/message-entry.ts'
import { createLineIndex, type LineIndex, positionAt } from './position.ts'

/** One-based lines and columns, as in editors; the end is exclusive. */
export interface JsonLocation {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface JsonDiagnostic extends JsonLocation {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** The path of the value, `targets[1].retry`; absent for syntax errors. */
  readonly pointer?: string
  readonly notes: readonly ({ readonly message: string } & Partial<JsonLocation>)[]
  /** An edit that fixes the problem: replace the text at the location with `text`. */
  readonly fix?: JsonLocation & { readonly text: string }
}

function toJsonLocation({ source, span }: Location, lineIndex: LineIndex): JsonLocation {
  const starts = lineIndex.starts(source.text)
  const start = positionAt(starts, span.start)
  const end = positionAt(starts, Math.max(span.start, span.end))
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  }
}

/** The diagnostics as JSON values. Secrets are masked, and no source text is included. */
export function toJsonDiagnostics(diagnostics: readonly Diagnostic[]): readonly JsonDiagnostic[] {
  const lineIndex = createLineIndex()
  return diagnostics.map(diagnostic => convertDiagnostic(diagnostic, lineIndex))
}

/** One diagnostic as a JSON value. */
export const toJsonDiagnostic = (diagnostic: Diagnostic): JsonDiagnostic =>
  convertDiagnostic(diagnostic, createLineIndex())

function convertDiagnostic(
  { code, severity, message, location, notes, fix }: Diagnostic,
  lineIndex: LineIndex,
): JsonDiagnostic {
  return {
    code,
    severity,
    message: mask(message),
    ...toJsonLocation(location, lineIndex),
    ...(location.pointer !== undefined && { pointer: mask(formatPointer(location.pointer)) }),
    notes: notes.map(note => ({
      message: mask(note.message),
      ...(note.location && toJsonLocation(note.location, lineIndex)),
    })),
    ...(fix && { fix: { ...toJsonLocation(fix.location, lineIndex), text: mask(fix.text) } }),
  }
}
