// Where replies are kept: the process, or a Redis that a fleet shares.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { Notice } from '../notice.ts'
import type { Clock } from '../ports.ts'
import type { CacheStore } from '../state/cache-store.ts'
import { createMemoryCache } from '../state/memory-cache.ts'
import { openRedisCache } from './redis/open-redis-cache.ts'
import type { LookUp } from './secrets.ts'

/** The cache of a gateway, or a sentence on why its address leads nowhere. */
export async function openCache(
  { state, limits }: Pick<Gateway, 'state' | 'limits'>,
  secret: LookUp,
  clock: Clock,
  notice: (notice: Notice) => void,
): Promise<CacheStore | string> {
  return state.kind === 'redis'
    ? await openRedisCache(state, secret, clock, notice)
    : createMemoryCache({ entries: limits.cache_entries, bytes: limits.cache_bytes }, clock)
}
