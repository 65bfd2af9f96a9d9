// Loads the custom checks of a manifest; errors are reported at the line that names the module.
import { join } from 'node:path'

import { customCheckFacts } from '../../../runtime/guardrails/custom/check-facts.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { locationOf, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { CheckFacts } from '../../facts/catalog.ts'
import type { SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { customCheckIdError, modulePath } from '../../validate/services/custom-check-module.ts'
import { isJsonObject, ownProperty } from '../../validate/values/json-values.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { inspectModule } from '../custom-checks/inspect-module.ts'
import { placeholderFacts } from '../custom-checks/placeholder-facts.ts'
import { LEADS_OUTSIDE, leadsOutside } from './links.ts'

/** The facts of the checks; a check whose module cannot be used, or must not be run, gets placeholder facts. */
export async function loadCustomChecks(
  manifest: SourceInput | undefined,
  root: string,
  report: ReportDiagnostic,
  runs = true,
): Promise<readonly CheckFacts[]> {
  const parsed = manifest?.read(manifest.source, () => {})
  const declared = ownProperty(parsed?.value, 'checks')
  if (parsed === undefined || !isJsonObject(declared)) return []
  const catalog = cliCatalog()
  const checks: CheckFacts[] = []
  for (const [id, value] of Object.entries(declared)) {
    const path = typeof value === 'string' ? modulePath(value) : undefined
    if (path === undefined || customCheckIdError(id, catalog) !== undefined) continue
    const facts = runs ? await loadCheckFacts(id, root, path) : placeholderFacts(id, path)
    if ('id' in facts) checks.push(facts)
    else {
      checks.push(placeholderFacts(id, path))
      for (const sentence of facts)
        report(
          createDiagnostic(
            'unusable-check-module',
            locationOf(parsed, childPointer('/checks', id)),
            `${path} cannot be used. ${sentence}`,
          ),
        )
    }
  }
  return checks
}

async function loadCheckFacts(
  id: string,
  root: string,
  path: string,
): Promise<CheckFacts | readonly string[]> {
  if (leadsOutside([root], join(root, path))) return [`It ${LEADS_OUTSIDE}.`]
  const inspection = await inspectModule(root, path)
  if (typeof inspection === 'string') return [inspection]
  const linked = Object.keys(inspection.module.files).find(file => leadsOutside([root], join(root, file)))
  if (linked !== undefined) return [`It imports ${linked}, which ${LEADS_OUTSIDE}.`]
  const facts = customCheckFacts(id, inspection.declarations)
  return 'id' in facts ? { ...facts, module: inspection.module } : facts
}
