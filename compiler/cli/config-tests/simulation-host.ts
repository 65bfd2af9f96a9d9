// What a simulation takes from this process: hashes, checks and the event loop. Nothing of it reaches the network.
import { createHmac, hash } from 'node:crypto'
import { loadAllChecks } from '../../../runtime/guardrails/checks/registry.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { SimulationHost } from '../../../runtime/simulation/create-simulation.ts'
import { createCustomCheckLoader } from '../../../runtime/stores/custom-checks/load-custom-checks.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { withCustomChecks } from '../../facts/create-catalog.ts'
import { cliCatalog } from '../cli-catalog.ts'

/** Sentences where a custom check of the bundle cannot be loaded. */
export async function openSimulationHost(
  { gateway }: Bundle,
  root: string,
): Promise<SimulationHost | readonly string[]> {
  const custom = await createCustomCheckLoader(root, nodePorts())(gateway)
  if (!('facts' in custom)) return custom
  const builtIn = await loadAllChecks()
  return {
    catalog: withCustomChecks(cliCatalog(), custom.facts),
    check: id => builtIn.get(id) ?? custom.check(id),
    hash: text => hash('sha256', text, 'hex'),
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    settle: () => new Promise(resolve => setImmediate(resolve)),
  }
}
