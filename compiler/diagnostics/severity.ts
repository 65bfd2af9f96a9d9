// A project can lower the severity of warnings and notes, or turn them off, but not that of errors.
import type { Diagnostic } from './diagnostic.ts'
import type { Severity } from './messages/message-entry.ts'

/** Severities by code, from the manifest's `rules`. */
export type Severities = Readonly<Record<string, 'warning' | 'note' | 'off'>>

const SEVERITY_RANK: Readonly<Record<Severity | 'off', number>> = { off: 0, note: 1, warning: 2, error: 3 }

/** Warnings that are errors where `rules` does not say otherwise: what they are about keeps no plan from being built, only from being used. */
const RAISED: ReadonlySet<string> = new Set(['ended-model'])

/** The diagnostics with the severities configured by the project; those turned off are omitted. */
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
