// How long to wait before a retry (semantics, section 3). Pure: the random number and the time are parameters.
import type { Reply } from '../../values/call.ts'
import { retryAfter } from '../../values/retry-after.ts'

/** Limit of a single wait and of the sum of waits of one call, in milliseconds; beyond it retrying ends. */
export const MAX_WAIT = 60_000

/**
 * Milliseconds to wait before retry `extra` (1 is the first). After 429 exponential backoff from 1 s, doubling up to
 * 16 s; otherwise from 0.1 s, tripling up to 5 s; with jitter in [0.5, 1]. The provider's headers count on every status
 * that is retried.
 */
export function retryBackoff(
  reply: Reply,
  extra: number,
  useRetryAfter: boolean,
  random: () => number,
  now: number,
): number {
  const retryAfterMs = useRetryAfter ? retryAfter(reply, now) : undefined
  if (retryAfterMs !== undefined) return retryAfterMs
  const unjittered =
    reply.status === 429 ? Math.min(1000 * 2 ** (extra - 1), 16_000) : Math.min(100 * 3 ** (extra - 1), 5000)
  return unjittered * (0.5 + random() / 2)
}
