// The config tests of the candidate of a comparison, with `--test`.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../diagnostics/json.ts'
import type { ReportSection } from '../../report/section.ts'
import type { CompileMemory } from '../compile-groups.ts'
import { caseDiagnostics, hasPassed } from '../config-tests/case-diagnostics.ts'
import { countTests, failuresOf } from '../config-tests/print-test-results.ts'
import { type FileResult, type GroupResult, runTestGroup } from '../config-tests/run-test-group.ts'
import { findTestFiles } from '../files/find-test-files.ts'
import type { Terminal } from '../terminal.ts'

export interface SideTests {
  readonly passed: number
  /** With files that cannot be read. */
  readonly failed: number
  /** Of a project that is in the way of its tests itself, such as one that breaks a rule of its manifest. */
  readonly isBlocked: boolean
  /** Mistakes and unmet expectations, and a line of text for each failed case. */
  readonly diagnostics: readonly Diagnostic[]
  readonly lines: readonly string[]
}

/** Undefined without a folder of tests, after the reason was printed. */
export async function runSideTests(
  path: string,
  memory: CompileMemory,
  terminal: Terminal,
): Promise<SideTests | undefined> {
  if (statSync(resolve(terminal.folder, path), { throwIfNoEntry: false })?.isDirectory() !== true) {
    terminal.writeStderr(`--test runs the tests of a project: name its folder, not ${path}.`)
    return undefined
  }
  const results = await runAllTests(path, memory, terminal)
  return results && summarizeTests(results)
}

/** The results of a folder, or undefined after the reason was printed. */
export async function runAllTests(
  path: string,
  memory: CompileMemory,
  terminal: Terminal,
): Promise<readonly GroupResult[] | undefined> {
  const results: GroupResult[] = []
  for (const group of findTestFiles(terminal.folder, [path]).groups) {
    const result = await runTestGroup(group, { selects: () => true, coverage: undefined, memory }, terminal)
    if (typeof result === 'number') return undefined
    results.push(result)
  }
  return results
}

export function summarizeTests(results: readonly GroupResult[]): SideTests {
  const { passed, failed, unread } = countTests(results)
  return {
    passed,
    failed: failed + unread,
    isBlocked: results.some(({ files }) => files.length === 0),
    diagnostics: failuresOf(results),
    lines: results.flatMap(({ diagnostics, files }) => [
      ...diagnostics.map(each => lineOf([each])),
      ...files.flatMap(linesOfFile),
    ]),
  }
}

const linesOfFile = ({ file, cases, diagnostics }: FileResult): readonly string[] =>
  file === undefined
    ? [lineOf(diagnostics)]
    : cases.filter(each => !hasPassed(each)).map(each => lineOf(caseDiagnostics(file.parsed, each)))

/** The first one, and how many there are besides. */
export function lineOf(diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics
  if (first === undefined) return ''
  const { file, line, message, notes } = toJsonDiagnostic(first)
  const compared = notes.slice(0, first.code === 'unmet-expectation' ? 2 : 0).map(note => note.message)
  const others = diagnostics.length - 1
  return [
    `${file}:${line}: ${compared.length === 0 ? message : `${message.replace(/\.$/, '')}: ${compared.join(', ')}.`}`,
    ...(others === 0 ? [] : [`And ${pluralize(others, 'other mistake')}.`]),
  ].join(' ')
}

export const hasFailed = ({ failed, isBlocked }: SideTests): boolean => failed > 0 || isBlocked

/** `2 of 30 tests fail`. */
export function formatTests({ passed, failed, isBlocked }: SideTests): string {
  const all = passed + failed
  if (isBlocked) return 'tests cannot be run'
  if (all === 0) return 'no tests'
  return failed === 0
    ? `${pluralize(all, 'test')} passed`
    : `${failed} of ${pluralize(all, 'test')} ${failed === 1 ? 'fails' : 'fail'}`
}

export const testsSection = (tests: SideTests): ReportSection => ({
  title: `Config tests: ${formatTests(tests)}`,
  sentences: tests.lines,
  tables: [],
  notes: [],
})
