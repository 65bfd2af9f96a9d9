// `portolan simulate`: what a traffic model comes to on a config: success, latency, shares, calls, cost.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import type { PlanPool } from '../../../schemas/generated/types.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { testStem } from '../files/find-test-files.ts'
import { projectAbove } from '../files/project-files.ts'
import { isTrafficName } from '../files/project-names.ts'
import {
  type ChosenFormat,
  chooseFormat,
  chooseFormatUsage,
  FORMAT_OPTION,
  findingsHelp,
} from '../formats/formats.ts'
import { writeText } from '../layout/fit-text.ts'
import { loadPlans } from '../load-plans.ts'
import { printDiagnostics, printFindings } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'
import { modelOfRecords } from '../traffic/model-of-records.ts'
import { forecastSentence, isAbove } from '../traffic/month-forecast.ts'
import { formatTraffic } from '../traffic/print-traffic.ts'
import {
  modelOfFile,
  type ReadModel,
  simulateTraffic,
  type TrafficResult,
  type TrafficRun,
} from '../traffic/simulate-traffic.ts'

const FORMS = ['pretty', 'json']
const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']

export const simulateCommand: Command = {
  usage: `FILE.traffic.yaml | --traffic LOG.jsonl [PROJECT] [--config ID] [--against PROJECT | --pick LIST] [--requests N] [--seed N] ${FORMAT_OPTION}`,
  help: `Sends the requests of a traffic model (rate, mix, latency and failures of providers) through a config, in virtual time, and
shows success, latency, calls and cost, in total and by target, with 95% confidence intervals. chat.traffic.yaml is for the
config "chat" of its project. The same seed gives the same result. Nothing is sent. With a rate, it shows what a month of them costs,
and exits with 1 where that exceeds "month" in "budgets" of the manifest.

  --traffic LOG       take the traffic from a log of requests (JSON Lines, as the gateway writes it): rate, kinds of requests and
                      tokens, latencies and failures of each provider, from the records of the config
  --config ID         with --traffic, the config; optional if the project has only one
  --against PROJECT   compare with another version of the project, or of a config without a project
  --pick LIST         compare the picks of pools, such as random,latency,cost: every pool of the project picks in each of these ways
  --requests N        number of requests, instead of the model's
  --seed N            seed, instead of the model's
  --format F          pretty (default), or json: the results;
${findingsHelp(20, FORMS)}`,
  options: {
    traffic: { type: 'string' },
    config: { type: 'string' },
    against: { type: 'string' },
    pick: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, values, terminal) => {
    const { format, against } = values
    const chosen = chooseFormat(format, FORMS)
    if (chosen === undefined) return usageError(terminal, chooseFormatUsage(FORMS), 'simulate')
    const overrides = readOverrides(values)
    if (typeof overrides === 'string') return usageError(terminal, overrides, 'simulate')
    const origin = await trafficOrigin(positionals, values, chosen, terminal)
    if (typeof origin === 'number') return origin
    const run: TrafficRun = { ...origin, overrides }
    const picks = readPicks(values)
    if (typeof picks === 'string') return usageError(terminal, picks, 'simulate')
    if (picks.length > 0) return await comparePicks(run, picks, chosen, terminal)
    const now = await summarize(run, chosen, terminal)
    if (typeof now === 'number') return now
    const before =
      typeof against === 'string' ? await summarize({ ...run, source: against }, chosen, terminal) : undefined
    if (typeof before === 'number') return before
    if (format === 'json')
      terminal.writeStdout(
        JSON.stringify({ now: jsonOf(now), ...(before && { before: jsonOf(before) }) }, null, 2),
      )
    else {
      const versions = [
        ...(before === undefined ? [] : [{ head: 'before', summary: before.summary }]),
        { head: 'now', summary: now.summary },
      ]
      writeText(terminal, formatTraffic(versions, terminal.width))
    }
    const { month, budget } = now
    if (month === undefined) return EXIT.clean
    if (format !== 'json')
      writeText(terminal, forecastSentence({ before: before?.month, after: month }, budget))
    return budget !== undefined && isAbove(month, budget) ? EXIT.findings : EXIT.clean
  },
}

/** Exhaustive, so a new pick does not compile before it is compared here. */
const PICK_NAMES: { readonly [pick in PlanPool['pick']]: true } = {
  random: true,
  least_busy: true,
  latency: true,
  cost: true,
  quota: true,
}
const PICKS = Object.keys(PICK_NAMES) as PlanPool['pick'][]

function readPicks({ pick, against }: OptionValues): readonly PlanPool['pick'][] | string {
  if (typeof pick !== 'string') return []
  if (against !== undefined) return '--pick compares picks, and --against versions: use one of them.'
  const names = pick.split(',').map(name => name.trim())
  const known = names.flatMap(name => PICKS.find(each => each === name) ?? [])
  return known.length === names.length
    ? known
    : `--pick must be a list of ${joinNames(PICKS, 'and')}, separated by commas.`
}

/** The same requests, and the same providers, with each pick. */
async function comparePicks(
  run: TrafficRun,
  picks: readonly PlanPool['pick'][],
  format: ChosenFormat,
  terminal: Terminal,
): Promise<number> {
  const results: { readonly head: string; readonly summary: TrafficSummary }[] = []
  for (const pick of picks) {
    const result = await summarize({ ...run, pick }, format, terminal)
    if (typeof result === 'number') return result
    results.push({ head: pick, summary: result.summary })
  }
  if (format.form === undefined || format.form === 'pretty')
    writeText(terminal, formatTraffic(results, terminal.width))
  else
    terminal.writeStdout(
      JSON.stringify(Object.fromEntries(results.map(({ head, summary }) => [head, summary])), null, 2),
    )
  return EXIT.clean
}

/** Where the traffic and the project come from; or the exit code of a mistake. */
async function trafficOrigin(
  [first, ...others]: readonly string[],
  { traffic, config, against }: OptionValues,
  format: ChosenFormat,
  terminal: Terminal,
): Promise<{ readonly source: string; readonly readModel: ReadModel } | number> {
  if (typeof traffic !== 'string') {
    if (first === undefined || others.length > 0 || !isTrafficName(first))
      return usageError(terminal, 'Name one traffic model, such as chat.traffic.yaml.', 'simulate')
    if (config !== undefined)
      return usageError(terminal, '--config is for --traffic: a traffic model names its config.', 'simulate')
    return { source: sourceOf(resolve(terminal.folder, first)), readModel: modelOfFile(first, terminal) }
  }
  if (others.length > 0) return usageError(terminal, 'Name only one project.', 'simulate')
  const request = { command: 'simulate', format: { ...format, form: 'pretty' } }
  const other =
    typeof against === 'string' ? await loadPlans({ ...request, paths: [against] }, terminal) : undefined
  if (typeof other === 'number') return other
  const otherPlans = new Map((other?.plans ?? []).map(({ id, plan }) => [id, plan]))
  const recorded = { file: traffic, config: typeof config === 'string' ? config : undefined, otherPlans }
  return { source: first ?? '.', readModel: modelOfRecords(recorded, terminal) }
}

/** The project of a model, or the config beside it. */
function sourceOf(path: string): string {
  const project = projectAbove(path)
  if (project !== undefined) return project
  const beside = EXTENSIONS.map(extension => join(dirname(path), `${testStem(path)}.${extension}`))
  return beside.find(each => existsSync(each)) ?? dirname(path)
}

function readOverrides({ requests, seed }: OptionValues): TrafficRun['overrides'] | string {
  const count = typeof requests === 'string' ? Number(requests) : undefined
  if (count !== undefined && !(Number.isInteger(count) && count >= 100 && count <= 1_000_000))
    return '--requests must be a number from 100 to 1000000.'
  const start = typeof seed === 'string' ? Number(seed) : undefined
  if (start !== undefined && !(Number.isInteger(start) && start >= 0 && start < 2 ** 32))
    return '--seed must be a number from 0 to 4294967295.'
  return { ...(count !== undefined && { requests: count }), ...(start !== undefined && { seed: start }) }
}

interface Simulated extends Pick<TrafficResult, 'month' | 'budget'> {
  readonly summary: TrafficSummary
}

const jsonOf = ({ summary, month, budget }: Simulated): object => ({
  ...summary,
  ...(month && { month: { ...month, ...(budget !== undefined && { budget }) } }),
})

async function summarize(
  run: TrafficRun,
  { form, findings }: ChosenFormat,
  terminal: Terminal,
): Promise<Simulated | number> {
  const result = await simulateTraffic(run, terminal)
  if (typeof result === 'number') return result
  if ('sentences' in result) {
    for (const sentence of result.sentences) terminal.writeStderr(sentence)
    return EXIT.findings
  }
  if (form === undefined) return printFindings(result, findings, terminal)
  const warnings = result.diagnostics.filter(({ code }) => code === 'malformed-record')
  if (result.summary !== undefined) {
    if (warnings.length > 0)
      printDiagnostics(warnings, result.configs, 'one-line', {
        ...terminal,
        writeStdout: terminal.writeStderr,
      })
    return { ...result, summary: result.summary }
  }
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error')
  printDiagnostics(errors, result.configs, findings, terminal)
  return EXIT.findings
}
