// `portolan test`: runs the tests beside the configs on the nodes that serve requests, without a socket.

import { createPlanCoverage } from '../../../runtime/simulation/plan-coverage.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import type { CompileMemory } from '../compile-groups.ts'
import { hasPassed } from '../config-tests/case-diagnostics.ts'
import {
  type CoverageReport,
  formatCoverage,
  joinReports,
  measureCoverage,
  printUncovered,
  toJsonCoverage,
} from '../config-tests/measure-coverage.ts'
import {
  countTests,
  failuresOf,
  formatJunit,
  formatTestSummary,
  printTestResults,
} from '../config-tests/print-test-results.ts'
import { type GroupResult, runTestGroup } from '../config-tests/run-test-group.ts'
import { updateRecordings } from '../config-tests/write-recordings.ts'
import { findTestFiles, type TestGroup } from '../files/find-test-files.ts'
import {
  FINDING_FORMATS,
  FORMAT_OPTION,
  type Format,
  formatHelp,
  formatUsage,
  isFormat,
} from '../formats/formats.ts'
import { untilStopSignal } from '../stop-signal.ts'
import type { Terminal } from '../terminal.ts'
import { runLatest, watchFiles } from '../watch.ts'

export const testCommand: Command = {
  usage: `[PATH...] [--filter TEXT] [--coverage PERCENT] [--update] [--watch] ${FORMAT_OPTION}`,
  help: `Runs test files: requests, scripted replies of providers, and what the gateway must do (calls, waits, reply, time). A PATH
is a folder, a test file or a glob; the default is the current folder. chat.test.yaml (or .json) tests the config "chat",
gateway.test.yaml requests that name none; chat.test.ts exports the same, by defineTests of "portolan". Time is virtual, secrets are placeholders, and nothing is sent.

  --filter TEXT        only cases with this text in their file or name
  --coverage PERCENT   list the branches, fallbacks, retries, cache hits and verdicts that no case takes, of all configs of a
                       folder or of the configs of the named files; exit with 1 below this share of them
  --update             record results in cases that have "recorded", or that have no expectations yet; expectations
                       are never changed
  --watch              run again whenever a file changes, until interrupted
${formatHelp(21)}

json and junit have every case, the others only failures.`,
  options: {
    filter: { type: 'string' },
    coverage: { type: 'string' },
    update: { type: 'boolean' },
    watch: { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { filter, format, coverage, update, watch }, terminal) => {
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'test')
    const threshold = typeof coverage === 'string' ? Number(coverage) : undefined
    if (threshold !== undefined && !(coverage !== '' && threshold >= 0 && threshold <= 100))
      return usageError(terminal, '--coverage must be a number from 0 to 100.', 'test')
    const selects = (name: string): boolean => typeof filter !== 'string' || name.includes(filter)
    const memory: CompileMemory = new Map()
    const options: TestRun = { positionals, selects, threshold, update: update === true, format, memory }
    const code = await runTests(options, terminal)
    if (watch !== true || code === EXIT.usage) return code
    const again = runLatest(async () => void (await runTests({ ...options, update: false }, terminal)))
    const unwatch = watchFiles(terminal.folder, again)
    terminal.writeStderr('waiting for changes')
    await untilStopSignal()
    unwatch()
    return EXIT.clean
  },
}

interface TestRun {
  readonly positionals: readonly string[]
  readonly selects: (name: string) => boolean
  readonly threshold: number | undefined
  readonly update: boolean
  readonly format: Format
  readonly memory: CompileMemory
}

async function runTests(options: TestRun, terminal: Terminal): Promise<number> {
  const { groups, unknown } = findTestFiles(terminal.folder, options.positionals)
  if (unknown.length > 0) {
    const list = unknown.map(pattern => JSON.stringify(pattern)).join(', ')
    return usageError(terminal, `No test file, folder or glob matches ${list}.`, 'test')
  }
  if (groups.length === 0)
    return usageError(terminal, 'No test file found: chat.test.yaml tests the config "chat".', 'test')
  const outcome = await runGroups(groups, options, terminal)
  if (typeof outcome === 'number') return outcome
  const updated = options.update ? await updateRecordings(outcome.results, terminal) : 0
  const final = updated === 0 ? outcome : await runGroups(groups, options, terminal)
  if (typeof final === 'number') return final
  const { results, coverage } = final
  const code = report(results, coverage, options.format, terminal)
  const { threshold } = options
  if (coverage === undefined || threshold === undefined || coverage.percent >= threshold) return code
  terminal.writeStderr(terminal.paint('error', `The coverage is below ${threshold}%.`))
  return EXIT.findings
}

interface RunOutcome {
  readonly results: readonly GroupResult[]
  readonly coverage: CoverageReport | undefined
}

async function runGroups(
  groups: readonly TestGroup[],
  { selects, threshold, memory }: TestRun,
  terminal: Terminal,
): Promise<RunOutcome | number> {
  const results: GroupResult[] = []
  const reports: CoverageReport[] = []
  for (const group of groups) {
    const coverage = threshold === undefined ? undefined : createPlanCoverage()
    const result = await runTestGroup(group, { selects, coverage, memory }, terminal)
    if (typeof result === 'number') return result
    results.push(result)
    if (coverage !== undefined) reports.push(measureCoverage(group, result, coverage))
  }
  return { results, coverage: threshold === undefined ? undefined : joinReports(reports) }
}

function report(
  results: readonly GroupResult[],
  coverage: CoverageReport | undefined,
  format: Format,
  terminal: Terminal,
): number {
  const { passed, failed, unread } = countTests(results)
  const uncompiled = results.some(({ files }) => files.length === 0)
  if (format === 'json') terminal.writeStdout(JSON.stringify(toJsonResults(results, coverage), null, 2))
  else if (format === 'junit') terminal.writeStdout(formatJunit(results))
  else if (format === 'pretty') {
    printTestResults(results, terminal)
    if (coverage !== undefined) printUncovered(coverage, terminal)
  } else {
    const text = FINDING_FORMATS[format].render({ diagnostics: failuresOf(results), configs: 0 }, terminal)
    if (text !== '') terminal.writeStdout(text)
  }
  const clean = failed + unread === 0 && !uncompiled
  if (clean && passed === 0) {
    terminal.writeStderr('No case was run: --filter matches none.')
    return EXIT.findings
  }
  if (FINDING_FORMATS[format].isForPeople)
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
    diagnostics: toJsonDiagnostics(failuresOf(results)),
    ...(coverage && { coverage: toJsonCoverage(coverage) }),
  }
}

const traceOf = ({ trace }: GroupResult['files'][number]['cases'][number]) => ({
  calls: trace.calls.map(({ headers: _headers, body: _body, ...call }) => call),
  waits: trace.waits,
  status: trace.reply.status,
  time: trace.time,
})
