// Opens the Redis of the manifest: one connection for all state.
import type { State } from '../../../schemas/generated/types.ts'
import type { Clock } from '../../ports.ts'
import type { LookUp } from '../secrets.ts'
import { attendRedis, type Redis, type TellAvailable } from './attend.ts'
import { loadIovalkey, openIovalkey } from './open-iovalkey.ts'
import { type RedisAddress, readAddress } from './read-address.ts'

export interface OpenedRedis {
  readonly redis: Redis
  /** Host and port, for log messages. */
  readonly place: string
}

/**
 * Resolves after the first connection attempt: the gateway starts even if it fails. Returns an error message for an
 * invalid address. `onAvailabilityAt` creates the listener for availability changes.
 */
export async function openRedis(
  state: State,
  secret: LookUp,
  clock: Clock,
  tellAt: (place: string) => TellAvailable,
): Promise<OpenedRedis | string> {
  // A rotated password is read again for each attempt.
  const locate = (): RedisAddress | string => {
    const value = state.secret && secret(state.secret)
    return state.address === undefined ? readAddress(value ?? '') : readAddress(state.address, value)
  }
  const first = locate()
  if (typeof first === 'string') return first
  const place = `${first.host}:${first.port}`
  await loadIovalkey()
  const redis = attendRedis(openIovalkey, locate, clock, tellAt(place))
  await redis.tried
  return { redis, place }
}
