// Cache and circuit breakers in the Redis of the manifest, over one connection, with their log messages.
import type { Gateway, State } from '../../../schemas/generated/types.ts'
import type { LimitCounters } from '../../limits/counters.ts'
import { createFleetCounters } from '../../limits/fleet/fleet-counters.ts'
import type { CacheStore } from '../../state/cache-store.ts'
import type { Circuits } from '../../state/circuits.ts'
import type { SessionStore } from '../../state/session-store.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Ports } from '../../values/ports.ts'
import type { LookUpSecret } from '../secrets.ts'
import { openRedis } from './open-redis.ts'
import { createRedisCache } from './redis-cache.ts'
import { createRedisCircuits } from './redis-circuits.ts'
import { createRedisCounterStore } from './redis-counter-store.ts'
import { createRedisSessions } from './redis-sessions.ts'
import type { OnRedisAvailability } from './resilient-client.ts'

export interface RedisState {
  readonly cache: CacheStore
  readonly circuits: Circuits
  readonly counters: LimitCounters
  readonly sessions: SessionStore
}

/** Returns an error message for an invalid address. Closing the cache closes the connection. */
export async function openRedisState(
  state: State,
  { name }: Pick<Gateway, 'name'>,
  secret: LookUpSecret,
  ports: Pick<Ports, 'clock' | 'hash' | 'randomId' | 'endOfTurn'>,
  onEvent: (event: GatewayEvent) => void,
): Promise<RedisState | string> {
  const report = (service: 'cache' | 'state' | 'limits', available: boolean, message: string): void =>
    onEvent({ kind: 'service', service, available, message })
  const onAvailabilityAt =
    (host: string): OnRedisAvailability =>
    (available, reason) =>
      report(
        'state',
        available,
        available
          ? `Redis at ${host} is available again: caching and shared circuit breakers are resumed.`
          : `Redis at ${host} is unavailable: ${reason}. Requests are served without cache, and each process uses its own circuit breakers.`,
      )
  const opened = await openRedis(state, secret, ports.clock, onAvailabilityAt)
  if (typeof opened === 'string') return opened
  const { redis, host } = opened
  const onLimits = (available: boolean, reason: string): void =>
    report(
      'limits',
      available,
      available
        ? `Limits are counted by Redis at ${host} again.`
        : `Limits cannot be counted by Redis at ${host}: ${reason}. Each process admits its part of what was left.`,
    )
  const cache = createRedisCache(redis, ports.clock, (available, reason) =>
    report(
      'cache',
      available,
      available
        ? `Redis at ${host} accepts cache writes again.`
        : `Redis at ${host} accepts no cache writes: ${reason}. Existing entries are still served.`,
    ),
  )
  const counters = createFleetCounters(createRedisCounterStore(redis, name, ports), ports, onLimits)
  const circuits = createRedisCircuits(redis, name, ports.clock, ports, onEvent)
  return { cache, circuits, counters, sessions: createRedisSessions(redis, name, ports.clock) }
}
