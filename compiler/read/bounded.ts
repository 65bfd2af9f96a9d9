// A report that passes on a bounded number of errors and counts them: a reader that told any gives no value.
import type { Report } from '../diagnostics/diagnostic.ts'
import { MAX_MISTAKES } from './reader.ts'

export interface BoundedReport {
  readonly report: Report
  /** Errors reported so far, those held back included. */
  readonly errors: () => number
}

/** Passes on the first MAX_MISTAKES diagnostics of each severity. */
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
