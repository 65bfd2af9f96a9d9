// A step of a compilation with what it was computed from: computed again only where that has changed.
import { collectDiagnostics, type Diagnostic, type ReportDiagnostic } from './diagnostics/diagnostic.ts'

export interface MemoizedStep<Result> {
  /** What the step was computed from. Values that are the same object, or equal scalars, have not changed. */
  readonly from: readonly unknown[]
  readonly result: Result
  readonly diagnostics: readonly Diagnostic[]
}

/** The step before, where it was computed from the same; else what `compute` returns and reports. */
export function memoizedStep<Result>(
  before: MemoizedStep<Result> | undefined,
  from: readonly unknown[],
  compute: (report: ReportDiagnostic) => Result,
): MemoizedStep<Result> {
  const isKnown =
    before !== undefined &&
    before.from.length === from.length &&
    before.from.every((value, index) => Object.is(value, from[index]))
  if (isKnown) return before
  const { report, diagnostics } = collectDiagnostics()
  return { from, result: compute(report), diagnostics }
}
