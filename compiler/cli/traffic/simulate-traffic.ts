// Reads a traffic model and runs it through a config of one project.
import { resolve } from 'node:path'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import { type PriceCall, runTraffic } from '../../../runtime/simulation/traffic/run-traffic.ts'
import { FAILURE_NAMES } from '../../../runtime/simulation/traffic/sample-step.ts'
import type { TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import type {
  Bundle,
  Gateway,
  PlanPool,
  ProviderBehavior,
  TrafficModel,
} from '../../../schemas/generated/types.ts'
import { traffic as validator } from '../../../schemas/generated/validators/traffic.js'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import {
  collectDiagnostics,
  type Diagnostic,
  hasErrors,
  type ReportDiagnostic,
} from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import { finishReport } from '../../validate/finish-report.ts'
import { createReportAt, type ReportAt } from '../../validate/reporting/report.ts'
import { propertyNamesOf } from '../../validate/structure/property-names.ts'
import { validateStructure } from '../../validate/structure/validate-structure.ts'
import { compileOne } from '../compile-groups.ts'
import { checkCallee, rememberTargets } from '../config-tests/check-test-names.ts'
import { openSimulationHost } from '../config-tests/simulation-host.ts'
import { GATEWAY_TESTS, type KnownSubjects } from '../config-tests/test-parts.ts'
import { testStem } from '../files/find-test-files.ts'
import { readFileText } from '../files/read-file.ts'
import { readersFor } from '../files/readers.ts'
import type { Findings } from '../formats/format.ts'
import type { Terminal } from '../terminal.ts'
import { MONTH_DAYS, type MonthOfSide } from './month-forecast.ts'

export interface ModelRead {
  /** Absent if there is none. */
  readonly model?: TrafficModel
  /** The config that its requests name; undefined where they name none. */
  readonly config?: string | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** What is wrong besides. */
  readonly sentences: readonly string[]
}

/** Where a traffic model comes from: a file of its own, or a log of requests. */
export type ReadModel = (subjects: KnownSubjects, root: string) => Promise<ModelRead>

export interface TrafficRun {
  /** The project or config. */
  readonly source: string
  readonly readModel: ReadModel
  /** The pick of every pool, instead of its own. */
  readonly pick?: PlanPool['pick']
  /** What the command line sets instead of the model. */
  readonly overrides: Pick<TrafficModel, 'requests' | 'seed'>
}

export interface TrafficResult extends Findings {
  /** Absent if the traffic cannot be simulated. */
  readonly summary?: TrafficSummary
  /** Only of the requests of this config; absent if their rate or their cost is not known. */
  readonly month?: MonthOfSide
  /** In US dollars, where the manifest has one. */
  readonly budget?: number | undefined
}

/** Sentences or an exit code if there are no diagnostics. */
export async function simulateTraffic(
  { source, readModel, overrides, pick }: TrafficRun,
  terminal: Terminal,
): Promise<TrafficResult | { readonly sentences: readonly string[] } | number> {
  const project = await compileOne([source], 'simulate', terminal)
  if (typeof project === 'number') return project
  const { bundle, root, plans, configs } = project
  if (bundle === undefined) return { diagnostics: project.diagnostics, configs }
  if (pick !== undefined && bundle.gateway.pools === undefined)
    return { sentences: ['--pick compares picks of pools, and the manifest has none.'] }
  const host = await openSimulationHost(bundle, root)
  if (!('catalog' in host)) return { sentences: host }
  const subjects = { plans, gateway: bundle.gateway, catalog: host.catalog }
  const { model, config, diagnostics, sentences } = await readModel(subjects, root)
  if (sentences.length > 0) return { sentences }
  const findings = { diagnostics: [...project.diagnostics, ...diagnostics], configs }
  if (model === undefined) return findings
  const summary = await runTraffic(
    { ...model, ...overrides },
    createSimulation(withPick(bundle, pick), host),
    {
      config,
      price: pricesOf(model, bundle.gateway, nodePorts().clock.now()),
      progress: done => {
        if (done % 1000 === 0) terminal.progress(`${done} requests`)
      },
    },
  )
  terminal.progress('')
  const month = monthOf(summary, model.rate)
  return { ...findings, summary, ...(month && { month }), budget: project.month?.dollars }
}

const withPick = (bundle: Bundle, pick: PlanPool['pick'] | undefined): Bundle => {
  const { pools } = bundle.gateway
  if (pick === undefined || pools === undefined) return bundle
  const picked = Object.entries(pools).map(([slug, pool]) => [slug, { ...pool, pick }] as const)
  return { ...bundle, gateway: { ...bundle.gateway, pools: Object.fromEntries(picked) } }
}

/** Half the width of an interval of 95%, and what 95% stay below, in standard deviations. */
const [INTERVAL, BELOW] = [1.96, 1.645]

/** At a rate of requests a second. */
function monthOf({ costPerThousand }: TrafficSummary, rate: number | undefined): MonthOfSide | undefined {
  if (costPerThousand === undefined || rate === undefined) return undefined
  const thousands = (rate * MONTH_DAYS * 86_400) / 1000
  const { value, high } = costPerThousand
  const p95 = value + ((high - value) * BELOW) / INTERVAL
  return { dollars: value * thousands, p95: p95 * thousands }
}

/** Of a kind of requests that does not say. */
const INPUT_TOKENS = 1000
const OUTPUT_TOKENS = 300
const PER_MILLION = 1e6
const NANO = 1e9

/** The prices of the model go before those of the manifest, and these before the list. `now`: milliseconds since 1970. */
function pricesOf(
  { prices = {} }: Pick<TrafficModel, 'prices'>,
  gateway: Pick<Gateway, 'prices' | 'pools'>,
  now: number,
): PriceCall {
  const list = createPriceList(gateway.prices, gateway.pools)
  return (
    { provider, slug, model },
    { input_tokens: input = INPUT_TOKENS, output_tokens: output = OUTPUT_TOKENS },
  ) => {
    if (provider === undefined || model === undefined) return undefined
    const own = prices[model]
    if (own !== undefined) return (input * own.input + output * own.output) / PER_MILLION
    const price = list.find(provider, model, now, undefined, slug)
    return price && costOf({ input, output, cached: 0 }, price) / NANO
  }
}

/** The model of a file, as the user wrote its name. */
export const modelOfFile =
  (file: string, { folder }: Terminal): ReadModel =>
  async (subjects, root) => {
    const path = resolve(folder, file)
    const { text, fault } = readFileText(path)
    if (text === undefined) return { diagnostics: [], sentences: [`${file}: ${fault}`] }
    const { report, diagnostics } = collectDiagnostics()
    const read = (await readersFor([path], root, folder))(path)
    const stem = testStem(path)
    const model = readTrafficModel({ source: { name: file, text }, read }, stem, subjects, report)
    return {
      ...(model === undefined ? {} : { model, config: configOfModel(model, stem) }),
      diagnostics,
      sentences: [],
    }
  }

/**
 * Its structure is read by the schema; then the names in it must exist, and its probabilities be valid. Undefined after an error. `stem`: the
 * name of the file without its extensions.
 */
export function readTrafficModel(
  input: SourceInput,
  stem: string,
  subjects: KnownSubjects,
  report: ReportDiagnostic,
): TrafficModel | undefined {
  const parsed = input.read(input.source, report)
  if (parsed === undefined) return undefined
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const names = { ...propertyNamesOf('TrafficModel'), root: 'traffic model' }
  const { reported } = validateStructure(parsed, validator, names, createReportAt(parsed, collectReport))
  const { value } = parsed
  if (isTrafficModel(value))
    checkModel(value, stem, subjects, createReportAt(parsed, collectReport, reported))
  finishReport(diagnostics, parsed, 'TrafficModel', subjects.catalog, report)
  return isTrafficModel(value) && !hasErrors(diagnostics) ? value : undefined
}

/** The config that a model is about; undefined where its requests name none. */
const configOfModel = ({ config }: TrafficModel, stem: string): string | undefined =>
  config ?? (stem === GATEWAY_TESTS ? undefined : stem)

function checkModel(model: TrafficModel, stem: string, subjects: KnownSubjects, report: ReportAt): void {
  const { plans } = subjects
  const config = configOfModel(model, stem)
  if (config !== undefined && !plans.has(config)) {
    const near = didYouMean(suggest(config, plans.keys()))
    const at = model.config === undefined ? '' : '/config'
    report('unknown-test-config', at, `The project has no config ${quoteName(config)}.${near}`)
  }
  const targets = rememberTargets(plans)(config)
  for (const [name, behavior] of Object.entries(model.providers)) {
    const at = childPointer('/providers', name)
    if (name !== '*') checkCallee(name, { key: at }, targets, subjects, report)
    checkFailures(behavior, childPointer(at, 'failures'), report)
  }
}

function checkFailures({ failures = {} }: ProviderBehavior, at: Pointer, report: ReportAt): void {
  for (const name of Object.keys(failures)) {
    if (/^[1-9]\d\d$/.test(name) || FAILURE_NAMES.some(known => known === name)) continue
    const near = didYouMean(suggest(name, FAILURE_NAMES))
    const known = `A failure is a status or ${joinNames(FAILURE_NAMES, 'or')}`
    report('invalid-failures', { key: childPointer(at, name) }, `${known}, not ${quoteName(name)}.${near}`)
  }
  const sum = Object.values(failures).reduce((total, each) => total + each, 0)
  if (sum > 1 + 1e-9)
    report(
      'invalid-failures',
      { key: at },
      `The probabilities of failures add up to ${sum}, and not to 1 at most.`,
    )
}

/** The validator guarantees the type. */
const isTrafficModel = (value: unknown): value is TrafficModel => validator(value)
