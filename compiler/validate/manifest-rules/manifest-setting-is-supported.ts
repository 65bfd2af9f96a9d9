// A manifest setting that this version does not execute is rejected with the reason from the schema.
import { manifestFacts } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'

export const manifestSettingIsSupported: ManifestRule = ({ manifest }, report) => {
  for (const name of Object.keys(manifest)) {
    const reason = Object.hasOwn(manifestFacts, name) ? manifestFacts[name]?.unsupported : undefined
    if (reason !== undefined)
      report('unsupported-setting', { key: `/${name}` }, `${quoteName(name)} is not supported. ${reason}`)
  }
}
