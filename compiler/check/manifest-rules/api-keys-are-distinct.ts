// API keys have distinct ids and hashes: of two equal ones, one would never match.
import { quoted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import { isList, own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'

const WORDS = { id: 'have the id', hash: 'have the same hash' } as const

export const apiKeysAreDistinct: ManifestRule = ({ manifest }, tell) => {
  const first = new Map<string, Pointer>()
  const keys = own(manifest, 'api_keys')
  for (const [index, key] of isList(keys) ? keys.entries() : [])
    for (const property of ['id', 'hash'] as const) {
      const value = own(key, property)
      if (typeof value !== 'string') continue
      const at = child(child('/api_keys', index), property)
      const earlier = first.get(`${property} ${value}`)
      if (earlier === undefined) first.set(`${property} ${value}`, at)
      else
        tell(
          'duplicate-api-key',
          at,
          `Two keys ${WORDS[property]}${property === 'id' ? ` ${quoted(value)}` : ''}.`,
          {
            notes: [{ at: earlier, message: 'first used here' }],
          },
        )
    }
}
