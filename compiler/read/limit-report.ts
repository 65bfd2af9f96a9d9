// Limits and counts reported diagnostics: a reader that reported an error returns no value.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { MAX_READ_DIAGNOSTICS } from './reader.ts'

export interface LimitedReport {
  readonly report: ReportDiagnostic
  /** Errors reported so far, including those above the limit. */
  readonly errorCount: () => number
}

/** What comes after the last one is not known yet. */
export const LIMIT_NOTE = {
  message: `Only the first ${MAX_READ_DIAGNOSTICS} are reported, and more may follow; fix these first.`,
}

/** Forwards the first MAX_READ_DIAGNOSTICS diagnostics of each severity. */
export function limitReport(report: ReportDiagnostic): LimitedReport {
  const counts = { error: 0, warning: 0, note: 0 }
  return {
    report: diagnostic => {
      counts[diagnostic.severity] += 1
      const count = counts[diagnostic.severity]
      if (count > MAX_READ_DIAGNOSTICS) return
      const isLast = count === MAX_READ_DIAGNOSTICS
      report(isLast ? { ...diagnostic, notes: [...diagnostic.notes, LIMIT_NOTE] } : diagnostic)
    },
    errorCount: () => counts.error,
  }
}
