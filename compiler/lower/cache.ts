// A cache node is directly above each call that has or inherits one, so that its key includes the body and the
// credential as sent, and failed attempts never fill it.
import { configDefaults } from '../../schemas/generated/facts.ts'
import type { CacheNode, Config } from '../../schemas/generated/types.ts'

/** The cache node above the call with this index. */
export function lowerCache(cache: NonNullable<Config['cache']>, call: number): CacheNode {
  return {
    kind: 'cache',
    children: [{ path: '', node: call }],
    mode: cache.mode,
    maxAge: cache.max_age ?? configDefaults.cache.max_age,
  }
}
