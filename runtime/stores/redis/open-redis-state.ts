// Cache and circuit breakers in the Redis of the manifest, over one connection, with their log messages.
import type { Gateway, State } from '../../../schemas/generated/types.ts'
import type { Notice } from '../../notice.ts'
import type { Ports } from '../../ports.ts'
import type { CacheStore } from '../../state/cache-store.ts'
import type { Circuits } from '../../state/circuits.ts'
import type { LookUp } from '../secrets.ts'
import type { TellAvailable } from './attend.ts'
import { openRedis } from './open-redis.ts'
import { createRedisCache } from './redis-cache.ts'
import { createRedisCircuits } from './redis-circuits.ts'

export interface RedisState {
  readonly cache: CacheStore
  readonly circuits: Circuits
}

/** Returns an error message for an invalid address. Closing the cache closes the connection. */
export async function openRedisState(
  state: State,
  { name }: Pick<Gateway, 'name'>,
  secret: LookUp,
  ports: Pick<Ports, 'clock' | 'hash' | 'identifier'>,
  notice: (notice: Notice) => void,
): Promise<RedisState | string> {
  const tell = (service: 'cache' | 'state', available: boolean, message: string): void =>
    notice({ kind: 'service', service, available, message })
  const wholly =
    (place: string): TellAvailable =>
    (available, reason) =>
      tell(
        'state',
        available,
        available
          ? `Redis at ${place} is available again: caching and shared circuit breakers are resumed.`
          : `Redis at ${place} is unavailable: ${reason}. Requests are served without cache, and each process uses its own circuit breakers.`,
      )
  const opened = await openRedis(state, secret, ports.clock, wholly)
  if (typeof opened === 'string') return opened
  const { redis, place } = opened
  const cache = createRedisCache(redis, ports.clock, (available, reason) =>
    tell(
      'cache',
      available,
      available
        ? `Redis at ${place} accepts cache writes again.`
        : `Redis at ${place} accepts no cache writes: ${reason}. Existing entries are still served.`,
    ),
  )
  return { cache, circuits: createRedisCircuits(redis, name, ports.clock, ports, notice) }
}
