// A key that is kept to its default config has one, of its own or of the gateway: otherwise each of its calls is refused.
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export const pinnedKeysHaveAConfig: ManifestRule = ({ manifest }, report) => {
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of (isJsonArray(keys) ? keys : []).entries()) {
    if (ownProperty(key, 'allow_config_override') !== false) continue
    const defaults = ownProperty(key, 'defaults') ?? ownProperty(manifest, 'defaults')
    if (ownProperty(defaults, 'config') === undefined)
      report(
        'key-without-config',
        childPointer(childPointer('/api_keys', index), 'allow_config_override'),
        'The key may name no config and no provider, and "defaults" names no config for it.',
      )
  }
}
