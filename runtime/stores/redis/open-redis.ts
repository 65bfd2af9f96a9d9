// The Redis that the manifest names, from its address on: one connection for all that lies in it.
import type { State } from '../../../schemas/generated/types.ts'
import type { Clock } from '../../ports.ts'
import type { LookUp } from '../secrets.ts'
import { attendRedis, type Redis, type TellAvailable } from './attend.ts'
import { loadIovalkey, openIovalkey } from './open-iovalkey.ts'
import { type RedisAddress, readAddress } from './read-address.ts'

export interface OpenedRedis {
  readonly redis: Redis
  /** Host and port, for sentences. */
  readonly place: string
}

/**
 * Resolves when the server has been tried once: a gateway starts without it all the same. A sentence tells what is
 * wrong with an address that leads nowhere. `tellAt` makes what hears of its going and coming.
 */
export async function openRedis(
  state: State,
  secret: LookUp,
  clock: Clock,
  tellAt: (place: string) => TellAvailable,
): Promise<OpenedRedis | string> {
  // A password that its owner renews is read anew for each attempt.
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
