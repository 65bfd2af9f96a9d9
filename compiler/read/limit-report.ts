// Limits and counts reported diagnostics: a reader that reported an error returns no value.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { MAX_READ_DIAGNOSTICS } from './reader.ts'

export interface LimitedReport {
  readonly report: ReportDiagnostic
  /** Errors reported so far, including those above the limit. */
  readonly errorCount: () => number
}

/** Forwards the first MAX_READ_DIAGNOSTICS diagnostics of each severity. */
export function limitReport(report: ReportDiagnostic): LimitedReport {
  const counts = { error: 0, warning: 0, note: 0 }
  return {
    report: diagnostic => {
      counts[diagnostic.severity] += 1
      if (counts[diagnostic.severity] <= MAX_READ_DIAGNOSTICS) report(diagnostic)
    },
    errorCount: () => counts.error,
  }
}
