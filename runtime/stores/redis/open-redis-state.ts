// Cache and circuit breakers in the Redis of the manifest, over one connection, with their log messages.
import type { Gateway, State } from '../../../schemas/generated/types.ts'
import type { LimitCounters } from '../../limits/counters.ts'
import { createFleetCounters } from '../../limits/fleet/fleet-counters.ts'
import type { ShareRests } from '../../pools/pool-health.ts'
import type { CacheStore } from '../../state/cache-store.ts'
import type { Circuits } from '../../state/circuits.ts'
import type { SessionStore } from '../../state/session-store.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock, Ports } from '../../values/ports.ts'
import type { LookUpSecret } from '../secrets.ts'
import { loadIovalkey, openIovalkey } from './open-iovalkey.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'
import { createRedisCache } from './redis-cache.ts'
import { createRedisCircuits } from './redis-circuits.ts'
import { createRedisCounterStore } from './redis-counter-store.ts'
import { createRedisSessions } from './redis-sessions.ts'
import { createResilientRedis, type OnRedisAvailability, type RedisClient } from './resilient-client.ts'

export interface RedisState {
  readonly cache: CacheStore
  readonly circuits: Circuits
  readonly counters: LimitCounters
  readonly sessions: SessionStore
  readonly rests: ShareRests
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
  const rests: ShareRests = async apply =>
    (await import('./redis-rests.ts')).createRedisRests(redis, name, ports.hash)(apply)
  return { cache, circuits, counters, sessions: createRedisSessions(redis, name, ports.clock), rests }
}

// Opens the Redis of the manifest: one connection for all state.

export interface OpenedRedis {
  readonly redis: RedisClient
  /** Host and port, for log messages. */
  readonly host: string
}

/**
 * Resolves after the first connection attempt: the gateway starts even if it fails. Returns an error message for an
 * invalid address. `onAvailabilityAt` creates the listener for availability changes.
 */
export async function openRedis(
  state: State,
  secret: LookUpSecret,
  clock: Clock,
  onAvailabilityAt: (host: string) => OnRedisAvailability,
): Promise<OpenedRedis | string> {
  // A rotated password is read again for each attempt.
  const currentAddress = (): RedisAddress | string => {
    const value = state.secret && secret(state.secret)
    return state.address === undefined
      ? parseRedisAddress(value ?? '')
      : parseRedisAddress(state.address, value)
  }
  const first = currentAddress()
  if (typeof first === 'string') return first
  const host = `${first.host}:${first.port}`
  await loadIovalkey()
  const redis = createResilientRedis(openIovalkey, currentAddress, clock, onAvailabilityAt(host))
  await redis.firstAttempt
  return { redis, host }
}
