// Projects whose configs are run in a simulation: manifest and configs as values.
import { createHash, createHmac } from 'node:crypto'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { loadAllChecks } from '../../runtime/guardrails/checks/registry.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import {
  createSimulation,
  type Simulation,
  type SimulationOptions,
} from '../../runtime/simulation/create-simulation.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { sha256 } from './bundle.ts'

const builtInChecks = await loadAllChecks()

const catalog = runtimeCatalog()
const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

export const SIMULATED_PROVIDERS = {
  openai: { provider: 'openai', api_key: '${env:OPENAI_API_KEY}' },
  anthropic: { provider: 'anthropic', api_key: '${env:ANTHROPIC_API_KEY}' },
}

export function bundleOf(configs: Readonly<Record<string, object>>, manifest: object = {}): Bundle {
  const { bundle, diagnostics } = compileProject(
    {
      manifest: input('gateway.json', { providers: SIMULATED_PROVIDERS, ...manifest }),
      configs: new Map(Object.entries(configs).map(([id, value]) => [id, input(`${id}.json`, value)])),
    },
    catalog,
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return bundle
}

export const simulationOf = (bundle: Bundle, options?: SimulationOptions): Simulation =>
  createSimulation(
    bundle,
    {
      catalog,
      check: id => builtInChecks.get(id),
      hash: text => createHash('sha256').update(text).digest('hex'),
      keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
      settle: () => new Promise(resolve => setImmediate(resolve)),
    },
    options,
  )
