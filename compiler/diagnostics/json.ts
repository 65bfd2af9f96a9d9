// Diagnostics as JSON. Property names are stable: CI filters by them, and the runtime returns them when it rejects a
// config from a request header.
import { human } from '../pointer.ts'
import type { Diagnostic, Place, Severity } from './diagnostic.ts'
import { mask } from './mask.ts'
import { position } from './position.ts'
import { type TextViews, textViews } from './text-views.ts'

/** One-based lines and columns, as in editors; the end is exclusive. */
export interface JsonPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface JsonDiagnostic extends JsonPlace {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** The path of the value, `targets[1].retry`; absent for syntax errors. */
  readonly pointer?: string
  readonly notes: readonly ({ readonly message: string } & Partial<JsonPlace>)[]
  /** An edit that fixes the problem: replace the text at the location with `text`. */
  readonly fix?: JsonPlace & { readonly text: string }
}

function jsonPlace({ source, span }: Place, views: TextViews): JsonPlace {
  const starts = views.starts(source.text)
  const start = position(starts, span.start)
  const end = position(starts, Math.max(span.start, span.end))
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  }
}

/** The diagnostics as JSON values. Secrets are masked, and no source text is included. */
export function jsonDiagnostics(diagnostics: readonly Diagnostic[]): readonly JsonDiagnostic[] {
  const views = textViews()
  return diagnostics.map(diagnostic => plainValue(diagnostic, views))
}

/** One diagnostic as a JSON value. */
export const jsonDiagnostic = (diagnostic: Diagnostic): JsonDiagnostic => plainValue(diagnostic, textViews())

function plainValue(
  { code, severity, message, place, notes, fix }: Diagnostic,
  views: TextViews,
): JsonDiagnostic {
  return {
    code,
    severity,
    message: mask(message),
    ...jsonPlace(place, views),
    ...(place.pointer !== undefined && { pointer: human(place.pointer) }),
    notes: notes.map(note => ({
      message: mask(note.message),
      ...(note.place && jsonPlace(note.place, views)),
    })),
    ...(fix && { fix: { ...jsonPlace(fix.place, views), text: mask(fix.text) } }),
  }
}
