// `logs why TRACE --as-test`: the requests of a trace as a config test, which is run once on the plan of that time.
import { resolve } from 'node:path'
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import type { LogRecord, TestCase } from '../../../schemas/generated/types.ts'
import { asList, asObject, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { collectDiagnostics } from '../../diagnostics/diagnostic.ts'
import { printable } from '../../diagnostics/mask.ts'
import { caseOfRecord, formatCase } from '../../plan/case-of-record.ts'
import { readJson } from '../../read/json.ts'
import { EXIT } from '../command.ts'
import type { CompiledGroup } from '../compile-groups.ts'
import { readConfigTests } from '../config-tests/read-config-tests.ts'
import { runConfigTests } from '../config-tests/run-config-tests.ts'
import { openSimulationHost } from '../config-tests/simulation-host.ts'
import { writeAtomic } from '../files/write-file.ts'
import { findSources } from './live-sources.ts'
import type { LogTask } from './log-task.ts'
import { tracePath } from './read-logs.ts'

export async function writeTest(task: LogTask): Promise<number> {
  const { connection, argument, values, terminal } = task
  const { data } = await connection.send('GET', `${tracePath(argument)}?log_format=record`)
  const records = asList(data).map(each => asObject(each)['record'] as unknown as LogRecord)
  const written: string[] = []
  for (const record of records) {
    const { group } = await findSources(record, values, terminal)
    const body = values['bodies'] === true ? await loggedBody(record, task) : undefined
    const context = {
      plan: group?.plans.get(String(record.config).replace(/@\d+$/, '')),
      keys: new Set(group?.gateway?.apiKeys.map(({ id }) => id)),
      body,
    }
    const made = caseOfRecord(record, context)
    if (typeof made === 'string') terminal.writeStderr(made)
    else written.push(formatCase(made, [await verdictOf(made.test, record, group)]))
  }
  if (written.length === 0) {
    if (records.length === 0)
      terminal.writeStderr(`The log has no record of the trace ${printable(argument)}.`)
    return EXIT.findings
  }
  const text = [
    `# Reproduces the trace ${printable(argument)} of the log. Run it with "portolan test" as configs/NAME.test.yaml.`,
    'cases:',
    ...written,
  ].join('\n')
  const output = values['output']
  if (typeof output !== 'string') {
    terminal.writeStdout(text)
    return EXIT.clean
  }
  const fault = writeAtomic(resolve(terminal.folder, output), `${text}\n`)
  if (fault !== undefined) terminal.writeStderr(fault)
  return fault === undefined ? EXIT.clean : EXIT.findings
}

/** The JSON body of the request, if bodies were logged. To read it is recorded in the audit log. */
async function loggedBody({ id }: LogRecord, { connection }: LogTask): Promise<JsonObject | undefined> {
  const { request } = await connection.send('GET', `/logs/${encodeURIComponent(id)}`)
  const { body } = asObject(request)
  return isObject(body) ? body : undefined
}

/** The result of running the case, as a sentence. */
async function verdictOf(
  test: TestCase,
  { plan, canary }: LogRecord,
  group: CompiledGroup | undefined,
): Promise<string> {
  if (group?.bundle === undefined) return `The plan ${plan} is not here, so this was not run on it.`
  const host = await openSimulationHost(group.bundle, group.root)
  if (!('catalog' in host)) return `This was not run on the plan ${plan}: ${host.join(' ')}`
  const { bundle, plans } = group
  const { catalog } = host
  const { report, diagnostics } = collectDiagnostics()
  const input = { source: { name: 'trace', text: JSON.stringify({ cases: [test] }) }, read: readJson }
  const file = readConfigTests(input, 'trace', { plans, gateway: bundle.gateway, catalog }, report)
  const runner = {
    simulation: createSimulation(bundle, host),
    providerId: (provider: string): string => catalog.provider(provider)?.id ?? provider,
    headerPrefix: bundle.gateway.headerPrefix,
  }
  const [result] = file === undefined ? [] : await runConfigTests(file, 'trace', () => true, runner)
  const differences = [
    ...diagnostics.map(({ message }) => message),
    ...(result?.problems ?? []),
    ...(result?.mismatches ?? []).map(
      ({ subject, expected, received }) => `${subject}: expected ${expected}, received ${received}.`,
    ),
  ]
  const served = `the plan ${plan}, which ${canary === undefined ? 'was live' : `release ${canary} served as a canary`}`
  return differences.length === 0
    ? `It passes on ${served}.`
    : `It does not pass on ${served}: ${differences.join(' ')}`
}
