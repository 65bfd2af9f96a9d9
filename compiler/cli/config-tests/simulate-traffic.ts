// Runs a traffic model through a config of one project.
import { resolve } from 'node:path'
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import { runTraffic } from '../../../runtime/simulation/traffic/run-traffic.ts'
import type { TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import type { TrafficModel } from '../../../schemas/generated/types.ts'
import { configOfModel, readTrafficModel } from '../../config-tests/read-traffic-model.ts'
import type { KnownSubjects } from '../../config-tests/test-parts.ts'
import { collectDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { compileOne } from '../compile-groups.ts'
import { readFileText } from '../files/read-file-text.ts'
import { readersFor } from '../files/readers.ts'
import type { Findings } from '../formats/format.ts'
import type { Terminal } from '../terminal.ts'
import { testStem } from './find-test-files.ts'
import { modelPrices } from './model-prices.ts'
import { openSimulationHost } from './simulation-host.ts'

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
    price: modelPrices(model, host.catalog),
    progress: done => {
      if (done % 1000 === 0) terminal.progress(`${done} requests`)
    },
  })
  terminal.progress('')
  return { ...findings, summary }
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
