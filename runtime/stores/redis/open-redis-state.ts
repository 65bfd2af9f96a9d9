// What requests share in the Redis that the manifest names, over one connection, with the sentences that the log tells.
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

/** A sentence tells what is wrong with an address that leads nowhere. Closing the cache ends the connection. */
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
          ? `The Redis at ${place} is there again: replies are kept, and circuits are shared.`
          : `The Redis at ${place} is off for now: ${reason}. Requests are served without kept replies, and each process goes by its own circuits.`,
      )
  const opened = await openRedis(state, secret, ports.clock, wholly)
  if (typeof opened === 'string') return opened
  const { redis, place } = opened
  const cache = createRedisCache(redis, ports.clock, (available, reason) =>
    tell(
      'cache',
      available,
      available
        ? `The Redis at ${place} keeps replies again.`
        : `The Redis at ${place} keeps no more replies: ${reason}. Those that it has are still given.`,
    ),
  )
  return { cache, circuits: createRedisCircuits(redis, name, ports.clock, ports, notice) }
}
