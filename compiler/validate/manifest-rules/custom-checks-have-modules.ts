// A custom check has a unique identifier and a module in the project, which is loaded before the manifest is
// validated.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { customCheckIdError, MODULE_PATH_ADVICE, modulePath } from '../services/custom-check-module.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const customChecksHaveModules: ManifestRule = ({ manifest, catalog }, report) => {
  const checks = ownProperty(manifest, 'checks')
  for (const [id, modulePathText] of Object.entries(isJsonObject(checks) ? checks : {})) {
    const at = childPointer('/checks', id)
    const error = customCheckIdError(id, catalog)
    if (error !== undefined) report('malformed-check-id', { key: at }, error)
    if (typeof modulePathText !== 'string' || modulePathText === '') continue
    if (modulePath(modulePathText) === undefined)
      report(
        'unusable-check-module',
        at,
        `${quoteName(modulePathText)} is not a check module. ${MODULE_PATH_ADVICE}`,
      )
    else if (error === undefined && catalog.check(id)?.module === undefined)
      report(
        'unusable-check-module',
        at,
        `${quoteName(modulePathText)} was not loaded: modules cannot run here.`,
      )
  }
}
