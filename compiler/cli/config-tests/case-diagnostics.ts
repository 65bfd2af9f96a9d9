// The failures of cases as diagnostics: at the expectation, with what was expected and all that happened.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { type Diagnostic, locationOf } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { ParsedSource } from '../../source.ts'
import { formatCalls } from './compare-trace.ts'
import type { CaseResult } from './run-config-tests.ts'

export const hasPassed = ({ mismatches, problems }: CaseResult): boolean =>
  mismatches.length + problems.length === 0

export function caseDiagnostics(parsed: ParsedSource, result: CaseResult): readonly Diagnostic[] {
  const { name, at, mismatches, problems, trace } = result
  const happened = formatCalls(trace).map(message => ({ message }))
  const unplayable = problems.map(problem =>
    createDiagnostic('unplayable-test', locationOf(parsed, `${at}/name`), `${quoteName(name)}: ${problem}`, {
      notes: happened,
    }),
  )
  const unmet = mismatches.map((mismatch, index) =>
    createDiagnostic(
      'unmet-expectation',
      locationOf(parsed, mismatch.at),
      `${quoteName(name)}: ${mismatch.subject}.`,
      {
        notes: [
          { message: `expected ${mismatch.expected}` },
          { message: `received ${mismatch.received}` },
          // Once for each case: the calls are the same for all of its mismatches.
          ...(index === mismatches.length - 1 && unplayable.length === 0 ? happened : []),
        ],
      },
    ),
  )
  return [...unplayable, ...unmet]
}
