// `portolan test`: runs the tests beside the configs on the nodes that serve requests, without a socket.

import { createPlanCoverage } from '../../../runtime/simulation/plan-coverage.ts'
import { hasPassed } from '../../config-tests/case-diagnostics.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { findTestFiles } from '../config-tests/find-test-files.ts'
import {
  type CoverageReport,
  formatCoverage,
  joinReports,
  measureCoverage,
  printUncovered,
  toJsonCoverage,
} from '../config-tests/measure-coverage.ts'
import { countTests, formatTestSummary, printTestResults } from '../config-tests/print-test-results.ts'
import { type GroupResult, runTestGroup } from '../config-tests/run-test-group.ts'
import type { Terminal } from '../terminal.ts'

const FORMATS = ['pretty', 'json'] as const
type TestFormat = (typeof FORMATS)[number]

const isTestFormat = (value: unknown): value is TestFormat => FORMATS.some(format => format === value)

export const testCommand: Command = {
  name: 'test',
  summary: 'run the tests of configs, without network and secrets',
  usage: '[PATH...] [--filter TEXT] [--coverage PERCENT] [--format pretty|json]',
  help: `Runs test files: requests, scripted replies of providers, and what the gateway must do (calls, waits, reply, time). A PATH
is a folder, a test file or a glob; the default is this folder. chat.test.yaml tests the config "chat", gateway.test.yaml
requests that name none. Time is virtual, secrets are placeholders, and nothing is sent.

  --filter TEXT        only cases with this text in their file or name
  --coverage PERCENT   list the branches, fallbacks, retries, cache hits and verdicts that no case takes, of all configs of a
                       folder or of the configs of the named files; exit with 1 below this share of them
  --format json        print the results as JSON`,
  options: {
    filter: { type: 'string' },
    coverage: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { filter, format, coverage }, terminal) => {
    if (!isTestFormat(format))
      return usageError(terminal, `--format must be ${FORMATS.join(' or ')}.`, 'test')
    const threshold = typeof coverage === 'string' ? Number(coverage) : undefined
    if (threshold !== undefined && !(coverage !== '' && threshold >= 0 && threshold <= 100))
      return usageError(terminal, '--coverage must be a number from 0 to 100.', 'test')
    const { groups, unknown } = findTestFiles(terminal.folder, positionals)
    if (unknown.length > 0) {
      const list = unknown.map(pattern => JSON.stringify(pattern)).join(', ')
      return usageError(terminal, `No test file, folder or glob matches ${list}.`, 'test')
    }
    if (groups.length === 0)
      return usageError(terminal, 'No test file found: chat.test.yaml tests the config "chat".', 'test')
    const selects = (name: string): boolean => typeof filter !== 'string' || name.includes(filter)
    const results: GroupResult[] = []
    const reports: CoverageReport[] = []
    for (const group of groups) {
      const taken = threshold === undefined ? undefined : createPlanCoverage()
      const result = await runTestGroup(group, { selects, coverage: taken }, terminal)
      if (typeof result === 'number') return result
      results.push(result)
      if (taken !== undefined) reports.push(measureCoverage(group, result, taken))
    }
    const measured = threshold === undefined ? undefined : joinReports(reports)
    const code = report(results, measured, format, terminal)
    if (measured === undefined || threshold === undefined || measured.percent >= threshold) return code
    terminal.writeStderr(terminal.paint('error', `The coverage is below ${threshold}%.`))
    return EXIT.findings
  },
}

function report(
  results: readonly GroupResult[],
  coverage: CoverageReport | undefined,
  format: TestFormat,
  terminal: Terminal,
): number {
  const { passed, failed, unread } = countTests(results)
  const uncompiled = results.some(({ files }) => files.length === 0)
  if (format === 'json') terminal.writeStdout(JSON.stringify(toJsonResults(results, coverage), null, 2))
  else {
    printTestResults(results, terminal)
    if (coverage !== undefined) printUncovered(coverage, terminal)
  }
  const clean = failed + unread === 0 && !uncompiled
  if (clean && passed === 0) {
    terminal.writeStderr('No case was run: --filter matches none.')
    return EXIT.findings
  }
  if (format === 'pretty')
    terminal.writeStderr(terminal.paint(clean ? 'quiet' : 'error', formatTestSummary(results)))
  if (format === 'pretty' && coverage !== undefined) terminal.writeStderr(formatCoverage(coverage))
  return clean ? EXIT.clean : EXIT.findings
}

/** Property names are stable: CI reads them. */
function toJsonResults(results: readonly GroupResult[], coverage: CoverageReport | undefined): object {
  const { passed, failed } = countTests(results)
  return {
    passed,
    failed,
    cases: results.flatMap(({ files }) =>
      files.flatMap(({ name: file, cases }) =>
        cases.map(each => ({ file, name: each.name, passed: hasPassed(each), ...traceOf(each) })),
      ),
    ),
    diagnostics: toJsonDiagnostics(
      results.flatMap(({ files, diagnostics }) => [
        ...diagnostics,
        ...files.flatMap(each => each.diagnostics),
      ]),
    ),
    ...(coverage && { coverage: toJsonCoverage(coverage) }),
  }
}

const traceOf = ({ trace }: GroupResult['files'][number]['cases'][number]) => ({
  calls: trace.calls,
  waits: trace.waits,
  status: trace.reply.status,
  time: trace.time,
})
