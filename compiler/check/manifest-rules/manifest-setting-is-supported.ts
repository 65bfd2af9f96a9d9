// A manifest setting that this version does not execute is rejected with the reason from the schema.
import { manifestFacts } from '../../../schemas/generated/facts.ts'
import { quoted } from '../../diagnostics/words.ts'
import type { ManifestRule } from '../manifest-rule.ts'

export const manifestSettingIsSupported: ManifestRule = ({ manifest }, tell) => {
  for (const name of Object.keys(manifest)) {
    const reason = Object.hasOwn(manifestFacts, name) ? manifestFacts[name]?.unsupported : undefined
    if (reason !== undefined)
      tell('unsupported-setting', { key: `/${name}` }, `${quoted(name)} is not supported. ${reason}`)
  }
}
