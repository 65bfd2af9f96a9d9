// Fingerprints by which services recognise a finding of an earlier run: of what it says and in which file, not of its line, so that it
// stays the same when lines above it change.
import { hash } from 'node:crypto'
import type { JsonDiagnostic } from '../../diagnostics/json.ts'

/** One for each finding, in their order; equal findings of a file are counted. */
export function fingerprintsOf(findings: readonly JsonDiagnostic[]): readonly string[] {
  const seen = new Map<string, number>()
  return findings.map(({ code, file, pointer, message }) => {
    const text = JSON.stringify([code, file, pointer ?? null, message])
    const earlier = seen.get(text) ?? 0
    seen.set(text, earlier + 1)
    return hash('sha256', `${text} ${earlier}`)
  })
}
