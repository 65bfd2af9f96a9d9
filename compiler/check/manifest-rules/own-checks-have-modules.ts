// A custom check has a unique identifier and a module in the project, which is loaded before the manifest is
// validated.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isObject, own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { modulePath, ownIdFault, PATH_FAULT } from '../own-module.ts'

export const ownChecksHaveModules: ManifestRule = ({ manifest, catalog }, tell) => {
  const checks = own(manifest, 'checks')
  for (const [id, written] of Object.entries(isObject(checks) ? checks : {})) {
    const at = child('/checks', id)
    const fault = ownIdFault(id, catalog)
    if (fault !== undefined) tell('malformed-check-id', { key: at }, fault)
    if (typeof written !== 'string' || written === '') continue
    if (modulePath(written) === undefined)
      tell('unusable-check-module', at, `${quoted(written)} is not a check module. ${PATH_FAULT}`)
    else if (fault === undefined && catalog.check(id)?.module === undefined)
      tell('unusable-check-module', at, `${quoted(written)} was not loaded: modules cannot run here.`)
  }
}
