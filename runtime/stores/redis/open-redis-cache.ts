// The cache in the Redis that the manifest names, with the sentences that its log tells.
import type { State } from '../../../schemas/generated/types.ts'
import type { Notice } from '../../notice.ts'
import type { Clock } from '../../ports.ts'
import type { CacheStore } from '../../state/cache-store.ts'
import type { LookUp } from '../secrets.ts'
import type { TellAvailable } from './attend.ts'
import { openRedis } from './open-redis.ts'
import { createRedisCache } from './redis-cache.ts'

/** A sentence tells what is wrong with an address that leads nowhere. */
export async function openRedisCache(
  state: State,
  secret: LookUp,
  clock: Clock,
  notice: (notice: Notice) => void,
): Promise<CacheStore | string> {
  const tell = (available: boolean, message: string): void =>
    notice({ kind: 'service', service: 'cache', available, message })
  const wholly =
    (place: string): TellAvailable =>
    (available, reason) =>
      tell(
        available,
        available
          ? `The cache in the Redis at ${place} is there again.`
          : `The cache in the Redis at ${place} is off for now: ${reason}. Requests are served without it.`,
      )
  const opened = await openRedis(state, secret, clock, wholly)
  if (typeof opened === 'string') return opened
  const { redis, place } = opened
  return createRedisCache(redis, clock, (available, reason) =>
    tell(
      available,
      available
        ? `The Redis at ${place} keeps replies again.`
        : `The Redis at ${place} keeps no more replies: ${reason}. Those that it has are still given.`,
    ),
  )
}
