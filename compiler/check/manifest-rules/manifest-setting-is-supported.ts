// A setting of the manifest that this version does not execute is refused, with the sentence of the schema.
import { manifestDefaults, manifestFacts } from '../../../schemas/generated/facts.ts'
import { quoted } from '../../diagnostics/words.ts'
import { own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'

export const manifestSettingIsSupported: ManifestRule = ({ manifest }, tell) => {
  for (const name of Object.keys(manifest)) {
    const reason = Object.hasOwn(manifestFacts, name) ? manifestFacts[name]?.unsupported : undefined
    if (reason !== undefined)
      tell('unsupported-setting', { key: `/${name}` }, `${quoted(name)} is not supported. ${reason}`)
  }
  const state = own(manifest, 'state')
  if (typeof state === 'string' && state !== manifestDefaults.state)
    tell(
      'unsupported-setting',
      '/state',
      `"state" can be "${manifestDefaults.state}" only: this version shares state between the requests of one process.`,
    )
}
