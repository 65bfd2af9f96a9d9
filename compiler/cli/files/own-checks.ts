// Loads the custom checks of a manifest; errors are reported at the line that names the module.

import { ownFacts } from '../../../runtime/guardrails/own/own-facts.ts'
import type { CheckFacts } from '../../catalog.ts'
import { isObject, own } from '../../check/kind.ts'
import { modulePath, ownIdFault } from '../../check/own-module.ts'
import { placeOf, type Report } from '../../diagnostics/diagnostic.ts'
import { child } from '../../pointer.ts'
import type { Input } from '../../project.ts'
import { mistake } from '../../read/mistake.ts'
import { cliCatalog } from '../catalogue.ts'
import { examineModule } from '../own-checks/examine-module.ts'

/** The facts of the checks; a check whose module cannot be used gets placeholder facts. */
export async function ownChecksOf(
  manifest: Input | undefined,
  root: string,
  report: Report,
): Promise<readonly CheckFacts[]> {
  const parsed = manifest?.read(manifest.source, () => {})
  const named = own(parsed?.value, 'checks')
  if (parsed === undefined || !isObject(named)) return []
  const catalog = cliCatalog()
  const found: CheckFacts[] = []
  for (const [id, written] of Object.entries(named)) {
    const path = typeof written === 'string' ? modulePath(written) : undefined
    if (path === undefined || ownIdFault(id, catalog) !== undefined) continue
    const facts = await factsOf(id, root, path)
    if ('id' in facts) found.push(facts)
    else {
      found.push(unsettled(id, path))
      for (const sentence of facts)
        report(
          mistake(
            'unusable-check-module',
            placeOf(parsed, child('/checks', id)),
            `${path} cannot be used. ${sentence}`,
          ),
        )
    }
  }
  return found
}

async function factsOf(id: string, root: string, path: string): Promise<CheckFacts | readonly string[]> {
  const examined = await examineModule(root, path)
  if (typeof examined === 'string') return [examined]
  const facts = ownFacts(id, examined.said)
  return 'id' in facts ? { ...facts, module: examined.module } : facts
}

/** An error in a module must not cause an unknown check at every use. */
const unsettled = (id: string, path: string): CheckFacts => ({
  id,
  title: id,
  description: '',
  sides: ['request', 'reply'],
  readsTexts: true,
  rewrites: false,
  windows: true,
  secrets: [],
  slugs: [],
  parameters: {},
  validate: () => true,
  module: { module: path, files: {} },
})
