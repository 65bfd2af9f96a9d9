// What the analysis says of the pairs of targets in a config.
import { analyseCapabilities, type CapabilityPair } from '../../compiler/analyse/capabilities.ts'
import { analyseFailures } from '../../compiler/analyse/failure-table.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { sha256 } from './bundle.ts'
import { CAPABILITY_MANIFEST } from './capability-runs.ts'
import { realCatalog } from './catalog.ts'

export function pairsOf(config: object, manifest: object = CAPABILITY_MANIFEST): readonly CapabilityPair[] {
  const input = (name: string, value: object) => ({
    source: { name, text: JSON.stringify(value) },
    read: readJson,
  })
  const { plans, gateway, diagnostics } = compileProject(
    { manifest: input('gateway.json', manifest), configs: new Map([['chat', input('chat.json', config)]]) },
    realCatalog,
    sha256,
  )
  const plan = plans.get('chat')
  if (plan === undefined || gateway === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return analyseCapabilities(plan, analyseFailures(plan), gateway, realCatalog).pairs
}
