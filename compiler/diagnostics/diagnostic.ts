// Diagnostics are values. Phases report them; user input never throws, and no phase stops at the first error.
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { ParsedSource, SourceSpan } from '../source.ts'
import type { Severity } from './messages/message-entry.ts'
import type { DiagnosticCode } from './messages.ts'

/** A span of a named source. Line and column are computed only when it is printed. */
export interface Location {
  readonly source: { readonly name: string; readonly text: string }
  readonly span: SourceSpan
  /** The JSON Pointer of the value, when the location is a value of a config. */
  readonly pointer?: Pointer
}

export interface Note {
  readonly location?: Location
  readonly message: string
}

/** An edit that fixes the problem: replace the text at `location` with `text`. */
export interface Fix {
  readonly location: Location
  readonly text: string
  /** Set if no other edit can have been meant, so that it may be applied without a review. */
  readonly isSafe?: true
}

export interface Diagnostic {
  /** Stable code, explained by `portolan explain CODE`. */
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** One or two sentences; the offending name is in double quotes. */
  readonly message: string
  readonly location: Location
  readonly notes: readonly Note[]
  readonly fix?: Fix
}

/** Receives the diagnostics of a phase. A parameter, never module state: the compiler runs inside a concurrent server. */
export type ReportDiagnostic = (diagnostic: Diagnostic) => void

/** A reporter and the list that it fills, in the order of reporting. */
export function collectDiagnostics(): {
  readonly report: ReportDiagnostic
  readonly diagnostics: Diagnostic[]
} {
  const diagnostics: Diagnostic[] = []
  return { report: diagnostic => void diagnostics.push(diagnostic), diagnostics }
}

/** True when compilation must stop; warnings and notes never stop it. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(diagnostic => diagnostic.severity === 'error')
}

const spanKey = ({ source, span }: Location): string => `${source.name} ${span.start} ${span.end}`

/** Without warnings of the reader that an error of the validation repeats: a number that is a string, of the wrong type. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === 'ambiguous-number')) return diagnostics
  const wrong = new Set(
    diagnostics.flatMap(({ code, location }) => (code === 'wrong-type' ? [spanKey(location)] : [])),
  )
  return diagnostics.filter(
    ({ code, location }) => code !== 'ambiguous-number' || !wrong.has(spanKey(location)),
  )
}

/** The location of a value, or of its key. A value without an origin gets the location of its nearest ancestor. */
export function locationOf(
  parsed: ParsedSource,
  pointer: Pointer,
  part: 'key' | 'value' = 'value',
): Location {
  let nearest = pointer
  let origin = parsed.origins.get(nearest)
  while (origin === undefined && nearest !== '') {
    nearest = nearest.slice(0, nearest.lastIndexOf('/'))
    origin = parsed.origins.get(nearest)
  }
  const span = (part === 'key' && nearest === pointer ? origin?.key : undefined) ??
    origin?.value ?? { start: 0, end: 0 }
  return { source: span.source ?? parsed.source, span, pointer }
}

/** Severities by code, from the manifest's `rules`. */
export type Severities = Readonly<Record<string, 'warning' | 'note' | 'off'>>

const SEVERITY_RANK: Readonly<Record<Severity | 'off', number>> = { off: 0, note: 1, warning: 2, error: 3 }

/** Warnings that are errors by default: `rules` can lower them, since the plan is the same with and without them. */
const RAISED: ReadonlySet<string> = new Set(['ended-model'])

/**
 * The diagnostics with the severities that the project configures: it can lower the severity of warnings and notes, or turn them off, but not
 * that of errors.
 */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  rules: Severities,
): readonly Diagnostic[] {
  return diagnostics.flatMap(diagnostic => {
    const configured = Object.hasOwn(rules, diagnostic.code) ? rules[diagnostic.code] : undefined
    if (configured === undefined)
      return [RAISED.has(diagnostic.code) ? { ...diagnostic, severity: 'error' as const } : diagnostic]
    if (diagnostic.severity === 'error') return [diagnostic]
    if (SEVERITY_RANK[configured] >= SEVERITY_RANK[diagnostic.severity]) return [diagnostic]
    return configured === 'off' ? [] : [{ ...diagnostic, severity: configured }]
  })
}
