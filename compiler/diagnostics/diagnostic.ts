// A mistake as a value. Phases report; nothing throws for what a user wrote, and nothing stops at the first.
import type { Pointer } from '../pointer.ts'
import type { ParsedSource, Span } from '../source.ts'
import type { Code } from './messages.ts'

export type Severity = 'error' | 'warning' | 'note'

/** A place in words a printer understands: a span of a named source, computed late into line and column. */
export interface Place {
  readonly source: { readonly name: string; readonly text: string }
  readonly span: Span
  /** The pointer of the value, when the place is a value of a config. */
  readonly pointer?: Pointer
}

export interface Note {
  readonly place?: Place
  readonly message: string
}

/** A text edit that would mend the mistake: replace what `place` covers with `text`. */
export interface Fix {
  readonly place: Place
  readonly text: string
}

export interface Diagnostic {
  /** Stable name of the mistake, explained by `portolan explain CODE`. */
  readonly code: Code
  readonly severity: Severity
  /** One or two sentences that name the offending thing in double quotes. */
  readonly message: string
  readonly place: Place
  readonly notes: readonly Note[]
  readonly fix?: Fix
}

/** Where phases put what they find. A parameter, never module state: the compiler runs inside a concurrent server. */
export type Report = (diagnostic: Diagnostic) => void

/** A report and the list that it fills, in the order of reporting. */
export function collect(): { readonly report: Report; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  return { report: diagnostic => void diagnostics.push(diagnostic), diagnostics }
}

/** True when a phase may not go on: warnings and notes never stop one. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(diagnostic => diagnostic.severity === 'error')
}

/** The place of a value, or of its key where the key is to blame. A value without an origin of its own is shown at the nearest one above it. */
export function placeOf(parsed: ParsedSource, pointer: Pointer, blame: 'key' | 'value' = 'value'): Place {
  let at = pointer
  let origin = parsed.origins.get(at)
  while (origin === undefined && at !== '') {
    at = at.slice(0, at.lastIndexOf('/'))
    origin = parsed.origins.get(at)
  }
  const span = (blame === 'key' && at === pointer ? origin?.key : undefined) ??
    origin?.value ?? { start: 0, end: 0 }
  return { source: span.source ?? parsed.source, span, pointer }
}
