// Opens the Redis of the manifest: one connection for all state.
import type { State } from '../../../schemas/generated/types.ts'
import type { Clock } from '../../values/ports.ts'
import type { LookUpSecret } from '../secrets.ts'
import { loadIovalkey, openIovalkey } from './open-iovalkey.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'
import { createResilientRedis, type OnRedisAvailability, type RedisClient } from './resilient-client.ts'

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
