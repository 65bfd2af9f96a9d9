// Limits and counts reported diagnostics: a reader that reported an error returns no value.
import type { Report } from '../diagnostics/diagnostic.ts'
import { MAX_MISTAKES } from './reader.ts'

export interface BoundedReport {
  readonly report: Report
  /** Errors reported so far, including those above the limit. */
  readonly errors: () => number
}

/** Forwards the first MAX_READ_DIAGNOSTICS diagnostics of each severity. */
export function bounded(report: Report): BoundedReport {
  const counts = { error: 0, warning: 0, note: 0 }
  return {
    report: diagnostic => {
      counts[diagnostic.severity] += 1
      if (counts[diagnostic.severity] <= MAX_MISTAKES) report(diagnostic)
    },
    errors: () => counts.error,
  }
}
