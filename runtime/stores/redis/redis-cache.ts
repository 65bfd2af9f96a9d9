// Cached replies in a shared Redis. Each entry is one value whose TTL is the `max_age` of the config that stored it;
// earlier eviction is up to the server's policy.
import type { Clock } from '../../ports.ts'
import { type CacheStore, isFresh, LARGEST_BODY } from '../../state/cache-store.ts'
import { LIMITS, type Redis, type TellAvailable } from './attend.ts'
import { decodeEntry, encodeEntry, FORMAT } from './entry-bytes.ts'

export const KEYS = `portolan:${FORMAT}:cache:`

/** Limit for bytes in flight to a slow server: further entries are dropped. */
const MOST_ON_THE_WAY = 8 * LARGEST_BODY

/** `onAvailability` is called when the server stops accepting writes, and when it accepts them again. */
export function createRedisCache(
  redis: Redis,
  clock: Pick<Clock, 'now'>,
  tell: TellAvailable,
  keys = KEYS,
): CacheStore {
  let onTheWay = 0
  /** A server that is full can still be read: only writes are paused. */
  let refusals = 0
  let writesAgainAt = 0

  const refuse = (code: string): void => {
    if (refusals === 0) tell(false, `it rejects them (${code})`)
    writesAgainAt = clock.now() + Math.min(LIMITS.rest * 2 ** refusals, LIMITS.longestRest)
    refusals += 1
  }
  const accept = (): void => {
    if (refusals > 0) tell(true, '')
    refusals = 0
  }
  return {
    largest: LARGEST_BODY,
    get: async (key, maxAge) => {
      const answer = await redis.ask('GET', [keys + key])
      if (answer === undefined) return 'off'
      if ('refused' in answer) {
        // The key holds another type; any other error concerns the server, not the key.
        if (answer.refused === 'WRONGTYPE') return 'nothing'
        redis.giveUp(`it rejects reads (${answer.refused})`)
        return 'off'
      }
      const entry = answer.value instanceof Uint8Array ? decodeEntry(answer.value) : undefined
      return entry !== undefined && isFresh(entry, maxAge, clock.now()) ? entry : 'nothing'
    },
    set: async (key, entry, maxAge) => {
      const { length } = entry.body
      if (length > LARGEST_BODY || onTheWay + length > MOST_ON_THE_WAY || clock.now() < writesAgainAt) return
      onTheWay += length
      const args = [keys + key, encodeEntry(entry), 'EX', String(maxAge)]
      const answer = await redis.ask('SET', args, LIMITS.silence)
      onTheWay -= length
      if (answer === undefined) return
      if ('refused' in answer) refuse(answer.refused)
      else accept()
    },
    close: async () => redis.close(),
  }
}
