// `portolan test`: runs the tests beside the configs on the nodes that serve requests, without a socket.

import { hasPassed } from '../../config-tests/case-diagnostics.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { findTestFiles } from '../config-tests/find-test-files.ts'
import { countTests, formatTestSummary, printTestResults } from '../config-tests/print-test-results.ts'
import { type GroupResult, runTestGroup } from '../config-tests/run-test-group.ts'
import type { Terminal } from '../terminal.ts'

const FORMATS = ['pretty', 'json'] as const
type TestFormat = (typeof FORMATS)[number]

const isTestFormat = (value: unknown): value is TestFormat => FORMATS.some(format => format === value)

export const testCommand: Command = {
  name: 'test',
  summary: 'run the tests of configs, without network and secrets',
  usage: '[PATH...] [--filter TEXT] [--format pretty|json]',
  help: `Runs test files: requests, scripted replies of providers, and what the gateway must do (calls, waits, reply, time). A PATH
is a folder, a test file or a glob; the default is this folder. chat.test.yaml tests the config "chat", gateway.test.yaml
requests that name none. Time is virtual, secrets are placeholders, and nothing is sent.

  --filter TEXT   only cases with this text in their file or name
  --format json   print the results as JSON`,
  options: {
    filter: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { filter, format }, terminal) => {
    if (!isTestFormat(format))
      return usageError(terminal, `--format must be ${FORMATS.join(' or ')}.`, 'test')
    const { groups, unknown } = findTestFiles(terminal.folder, positionals)
    if (unknown.length > 0) {
      const list = unknown.map(pattern => JSON.stringify(pattern)).join(', ')
      return usageError(terminal, `No test file, folder or glob matches ${list}.`, 'test')
    }
    if (groups.length === 0)
      return usageError(terminal, 'No test file found: chat.test.yaml tests the config "chat".', 'test')
    const selects = (name: string): boolean => typeof filter !== 'string' || name.includes(filter)
    const results: GroupResult[] = []
    for (const group of groups) {
      const result = await runTestGroup(group, selects, terminal)
      if (typeof result === 'number') return result
      results.push(result)
    }
    return report(results, format, terminal)
  },
}

function report(results: readonly GroupResult[], format: TestFormat, terminal: Terminal): number {
  const { passed, failed, unread } = countTests(results)
  const uncompiled = results.some(({ files }) => files.length === 0)
  if (format === 'json') terminal.writeStdout(JSON.stringify(toJsonResults(results), null, 2))
  else printTestResults(results, terminal)
  const clean = failed + unread === 0 && !uncompiled
  if (clean && passed === 0) {
    terminal.writeStderr('No case was run: --filter matches none.')
    return EXIT.findings
  }
  if (format === 'pretty')
    terminal.writeStderr(terminal.paint(clean ? 'quiet' : 'error', formatTestSummary(results)))
  return clean ? EXIT.clean : EXIT.findings
}

/** Property names are stable: CI reads them. */
function toJsonResults(results: readonly GroupResult[]): object {
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
  }
}

const traceOf = ({ trace }: GroupResult['files'][number]['cases'][number]) => ({
  calls: trace.calls,
  waits: trace.waits,
  status: trace.reply.status,
  time: trace.time,
})
