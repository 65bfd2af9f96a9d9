// Cached replies in a shared Redis. Each entry is one value whose TTL is the `max_age` of the config that stored it;
// earlier eviction is up to the server's policy.

import { type CacheStore, isFresh, MAX_CACHED_BODY_BYTES } from '../../state/cache-store.ts'
import type { Clock } from '../../values/ports.ts'
import { decodeEntry, ENTRY_FORMAT, encodeEntry } from './entry-bytes.ts'
import { type OnRedisAvailability, REDIS_TIMEOUTS, type RedisClient } from './resilient-client.ts'

const CACHE_KEY_PREFIX = `portolan:${ENTRY_FORMAT}:cache:`

/** Limit for bytes in flight to a slow server: further entries are dropped. */
const MAX_BYTES_IN_FLIGHT = 8 * MAX_CACHED_BODY_BYTES

/** `onAvailability` is called when the server stops accepting writes, and when it accepts them again. */
export function createRedisCache(
  redis: RedisClient,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  onAvailability: OnRedisAvailability,
  keyPrefix = CACHE_KEY_PREFIX,
): CacheStore {
  let bytesInFlight = 0
  /** A server that is full can still be read: only writes are paused. */
  let writeFailures = 0
  let retryWritesAt = 0

  const pauseWrites = (code: string): void => {
    if (writeFailures === 0) onAvailability(false, `it rejects them (${code})`)
    retryWritesAt =
      clock.monotonic() +
      Math.min(REDIS_TIMEOUTS.initialBackoff * 2 ** writeFailures, REDIS_TIMEOUTS.maxBackoff)
    writeFailures += 1
  }
  const resumeWrites = (): void => {
    if (writeFailures > 0) onAvailability(true, '')
    writeFailures = 0
  }
  return {
    maxBodyBytes: MAX_CACHED_BODY_BYTES,
    get: async (key, maxAge) => {
      const reply = await redis.call('GET', [keyPrefix + key])
      if (reply === undefined) return 'unavailable'
      if ('errorCode' in reply) {
        // The key holds another type; any other error concerns the server, not the key.
        if (reply.errorCode === 'WRONGTYPE') return 'miss'
        redis.disconnect(`it rejects reads (${reply.errorCode})`)
        return 'unavailable'
      }
      const entry = reply.value instanceof Uint8Array ? decodeEntry(reply.value) : undefined
      // By the wall clock: another instance may have stored it, and its monotonic clock tells nothing here.
      return entry !== undefined && isFresh(entry, maxAge, clock.now()) ? entry : 'miss'
    },
    set: async (key, entry, maxAge) => {
      const { length } = entry.body
      if (
        length > MAX_CACHED_BODY_BYTES ||
        bytesInFlight + length > MAX_BYTES_IN_FLIGHT ||
        clock.monotonic() < retryWritesAt
      )
        return
      bytesInFlight += length
      const args = [keyPrefix + key, encodeEntry(entry), 'EX', String(maxAge)]
      const reply = await redis.call('SET', args, REDIS_TIMEOUTS.unresponsive)
      bytesInFlight -= length
      if (reply === undefined) return
      if ('errorCode' in reply) pauseWrites(reply.errorCode)
      else resumeWrites()
    },
    close: async () => redis.close(),
  }
}
