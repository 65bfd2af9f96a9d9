// The config tests of both versions of a project, by what differs: cases that pass in one of them only.
import { caseDiagnostics, hasPassed } from '../config-tests/case-diagnostics.ts'
import type { FileResult, GroupResult } from '../config-tests/run-test-group.ts'
import { lineOf } from './side-tests.ts'

export interface ChangedTest {
  readonly name: string
  readonly now: 'fails' | 'passes'
  /** What is unmet where it fails, with the place. */
  readonly line: string
}

export interface TestChanges {
  /** Cases of the second version. */
  readonly count: number
  readonly changed: readonly ChangedTest[]
  /** Files that cannot be read, with the first mistake of each. */
  readonly unread: readonly string[]
  /** Whether they could not be run. */
  readonly isBlocked: boolean
}

interface CaseOutcome {
  readonly name: string
  readonly line: string
  readonly passed: boolean
}

export function compareTests(before: readonly GroupResult[], after: readonly GroupResult[]): TestChanges {
  const was = new Map(outcomesOf(before).map(each => [each.name, each]))
  const is = outcomesOf(after)
  return {
    count: is.length,
    changed: is.flatMap(({ name, passed, line }): readonly ChangedTest[] => {
      const known = was.get(name)
      if (known === undefined || known.passed === passed) return []
      return [{ name, now: passed ? 'passes' : 'fails', line: passed ? known.line : line }]
    }),
    unread: after.flatMap(({ files }) =>
      files.flatMap(({ file, diagnostics }) => (file === undefined ? [lineOf(diagnostics)] : [])),
    ),
    isBlocked: [...before, ...after].some(({ files }) => files.length === 0),
  }
}

const outcomesOf = (results: readonly GroupResult[]): readonly CaseOutcome[] =>
  results.flatMap(({ files }) => files.flatMap(outcomesOfFile))

const outcomesOfFile = ({ name, file, cases }: FileResult): readonly CaseOutcome[] =>
  file === undefined
    ? []
    : cases.map(each => ({
        name: `${name}: ${each.name}`,
        line: lineOf(caseDiagnostics(file.parsed, each)),
        passed: hasPassed(each),
      }))
