// Policies have distinct names, from which their identifiers are derived, and of the limits of a key no two count the same.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { limitsOf } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export const policiesAreDistinct: ManifestRule = ({ manifest }, report) => {
  const named = new Map<string, Pointer>()
  for (const { pointer, value } of limitsOf(ownProperty(manifest, 'policies'), '/policies')) {
    const name = ownProperty(value, 'name')
    if (typeof name !== 'string') continue
    const at = childPointer(pointer, 'name')
    const earlier = named.get(name)
    if (earlier === undefined) named.set(name, at)
    else
      report('duplicate-policy', at, `Two policies have the name ${quoteName(name)}.`, {
        notes: [{ at: earlier, message: 'first used here' }],
      })
  }
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : []) {
    const counted = new Map<string, Pointer>()
    for (const { pointer, value } of limitsOf(key, childPointer('/api_keys', index))) {
      const measure = [ownProperty(value, 'type'), ownProperty(value, 'unit')].filter(
        each => typeof each === 'string',
      )
      const what = `${pointer.includes('/rate_limits/') ? 'rate' : 'usage'} limits of ${measure.join(' as ')}`
      const earlier = counted.get(what)
      if (earlier === undefined) counted.set(what, pointer)
      else
        report('duplicate-policy', pointer, `The key has two ${what}: only the stricter one would decide.`, {
          notes: [{ at: earlier, message: 'the first one' }],
        })
    }
  }
}
