// API keys have distinct ids and hashes: of two equal ones, one would never match.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

const DUPLICATE_TEXT = { id: 'have the id', hash: 'have the same hash' } as const

export const apiKeysAreDistinct: ManifestRule = ({ manifest }, report) => {
  const first = new Map<string, Pointer>()
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : [])
    for (const property of ['id', 'hash'] as const) {
      const value = ownProperty(key, property)
      if (typeof value !== 'string') continue
      const at = childPointer(childPointer('/api_keys', index), property)
      const earlier = first.get(`${property} ${value}`)
      if (earlier === undefined) first.set(`${property} ${value}`, at)
      else
        report(
          'duplicate-api-key',
          at,
          `Two keys ${DUPLICATE_TEXT[property]}${property === 'id' ? ` ${quoteName(value)}` : ''}.`,
          {
            notes: [{ at: earlier, message: 'first used here' }],
          },
        )
    }
}
