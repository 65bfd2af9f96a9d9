// Runs a traffic model through a config of one project.
import { resolve } from 'node:path'
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import { runTraffic } from '../../../runtime/simulation/traffic/run-traffic.ts'
import type { TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import type { TrafficModel } from '../../../schemas/generated/types.ts'
import { configOfModel, readTrafficModel } from '../../config-tests/read-traffic-model.ts'
import { collectDiagnostics } from '../../diagnostics/diagnostic.ts'
import { compileOne } from '../compile-groups.ts'
import { readFileText } from '../files/read-file-text.ts'
import { readersFor } from '../files/readers.ts'
import type { Findings } from '../formats/format.ts'
import type { Terminal } from '../terminal.ts'
import { testStem } from './find-test-files.ts'
import { modelPrices } from './model-prices.ts'
import { openSimulationHost } from './simulation-host.ts'

export interface TrafficRun {
  /** The file of the model, as the user wrote it. */
  readonly file: string
  /** The project or config. */
  readonly source: string
  /** What the command line sets instead of the model. */
  readonly overrides: Pick<TrafficModel, 'requests' | 'seed'>
}

export interface TrafficResult extends Findings {
  /** Absent where the traffic cannot be simulated. */
  readonly summary?: TrafficSummary
}

/** Sentences or an exit code where there are no diagnostics. */
export async function simulateTraffic(
  { file, source, overrides }: TrafficRun,
  terminal: Terminal,
): Promise<TrafficResult | { readonly sentences: readonly string[] } | number> {
  const project = await compileOne([source], 'simulate', terminal)
  if (typeof project === 'number') return project
  const { bundle, root, plans, configs } = project
  if (bundle === undefined) return { diagnostics: project.diagnostics, configs }
  const host = await openSimulationHost(bundle, root)
  if (!('catalog' in host)) return { sentences: host }
  const path = resolve(terminal.folder, file)
  const { text, fault } = readFileText(path)
  if (text === undefined) return { sentences: [`${file}: ${fault}`] }
  const { report, diagnostics } = collectDiagnostics()
  const read = (await readersFor([path], root, terminal.folder))(path)
  const subjects = { plans, gateway: bundle.gateway, catalog: host.catalog }
  const stem = testStem(path)
  const model = readTrafficModel({ source: { name: file, text }, read }, stem, subjects, report)
  const findings = { diagnostics: [...project.diagnostics, ...diagnostics], configs }
  if (model === undefined) return findings
  const summary = await runTraffic({ ...model, ...overrides }, createSimulation(bundle, host), {
    config: configOfModel(model, stem),
    price: modelPrices(model, host.catalog),
    progress: done => {
      if (done % 1000 === 0) terminal.progress(`${done} requests`)
    },
  })
  terminal.progress('')
  return { ...findings, summary }
}
