// Runs a traffic model through a config of one project.
import { resolve } from 'node:path'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import { type PriceCall, runTraffic } from '../../../runtime/simulation/traffic/run-traffic.ts'
import type { TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import type { Gateway, TrafficModel } from '../../../schemas/generated/types.ts'
import { collectDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { compileOne } from '../compile-groups.ts'
import { openSimulationHost } from '../config-tests/simulation-host.ts'
import type { KnownSubjects } from '../config-tests/test-parts.ts'
import { testStem } from '../files/find-test-files.ts'
import { readFileText } from '../files/read-file-text.ts'
import { readersFor } from '../files/readers.ts'
import type { Findings } from '../formats/format.ts'
import type { Terminal } from '../terminal.ts'
import { configOfModel, readTrafficModel } from './read-traffic-model.ts'

export interface ModelRead {
  /** Absent where there is none. */
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
  /** What the command line sets instead of the model. */
  readonly overrides: Pick<TrafficModel, 'requests' | 'seed'>
}

export interface TrafficResult extends Findings {
  /** Absent where the traffic cannot be simulated. */
  readonly summary?: TrafficSummary
}

/** Sentences or an exit code where there are no diagnostics. */
export async function simulateTraffic(
  { source, readModel, overrides }: TrafficRun,
  terminal: Terminal,
): Promise<TrafficResult | { readonly sentences: readonly string[] } | number> {
  const project = await compileOne([source], 'simulate', terminal)
  if (typeof project === 'number') return project
  const { bundle, root, plans, configs } = project
  if (bundle === undefined) return { diagnostics: project.diagnostics, configs }
  const host = await openSimulationHost(bundle, root)
  if (!('catalog' in host)) return { sentences: host }
  const subjects = { plans, gateway: bundle.gateway, catalog: host.catalog }
  const { model, config, diagnostics, sentences } = await readModel(subjects, root)
  if (sentences.length > 0) return { sentences }
  const findings = { diagnostics: [...project.diagnostics, ...diagnostics], configs }
  if (model === undefined) return findings
  const summary = await runTraffic({ ...model, ...overrides }, createSimulation(bundle, host), {
    config,
    price: pricesOf(model, bundle.gateway, nodePorts().clock.now()),
    progress: done => {
      if (done % 1000 === 0) terminal.progress(`${done} requests`)
    },
  })
  terminal.progress('')
  return { ...findings, summary }
}

/** Of a kind of requests that does not say. */
const INPUT_TOKENS = 1000
const OUTPUT_TOKENS = 300
const PER_MILLION = 1e6
const NANO = 1e9

/** The prices of the model go before those of the manifest, and these before the list. `now`: milliseconds since 1970. */
function pricesOf(
  { prices = {} }: Pick<TrafficModel, 'prices'>,
  gateway: Pick<Gateway, 'prices'>,
  now: number,
): PriceCall {
  const list = createPriceList(gateway.prices)
  return (provider, model, { input_tokens: input = INPUT_TOKENS, output_tokens: output = OUTPUT_TOKENS }) => {
    if (provider === undefined || model === undefined) return undefined
    const own = prices[model]
    if (own !== undefined) return (input * own.input + output * own.output) / PER_MILLION
    const price = list.find(provider, model, now)
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
