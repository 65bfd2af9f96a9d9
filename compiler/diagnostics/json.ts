// Diagnostics for machines. The names of the properties are stable: CI filters by them, and the runtime answers with
// them when a config that came in a header is refused.
import { human } from '../pointer.ts'
import type { Diagnostic, Place, Severity } from './diagnostic.ts'
import { mask } from './mask.ts'
import { lineStarts, position } from './position.ts'

/** One-based lines and columns; the end is exclusive, as editors count it. */
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
  /** The place in the value as people write it, `targets[1].retry`; absent for mistakes of the text itself. */
  readonly pointer?: string
  readonly notes: readonly ({ readonly message: string } & Partial<JsonPlace>)[]
  /** An edit that would mend the mistake: replace what the place covers with the text. */
  readonly fix?: JsonPlace & { readonly text: string }
}

function jsonPlace({ source, span }: Place): JsonPlace {
  const starts = lineStarts(source.text)
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

/** The diagnostic as plain data. Secrets are masked, and no source text is quoted. */
export function jsonDiagnostic({ code, severity, message, place, notes, fix }: Diagnostic): JsonDiagnostic {
  return {
    code,
    severity,
    message: mask(message),
    ...jsonPlace(place),
    ...(place.pointer !== undefined && { pointer: human(place.pointer) }),
    notes: notes.map(note => ({ message: mask(note.message), ...(note.place && jsonPlace(note.place)) })),
    ...(fix && { fix: { ...jsonPlace(fix.place), text: mask(fix.text) } }),
  }
}
