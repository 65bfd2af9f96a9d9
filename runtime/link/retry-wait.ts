// How long to wait before a retry (semantics, section 3). Pure: the random number and the time are parameters.
import type { Reply } from '../call.ts'
import { headerValue } from '../headers.ts'

/** Limit of a single wait and of the sum of waits of one call, in milliseconds; beyond it retrying ends. */
export const LONGEST_WAIT = 60_000

/** Statuses on which the provider's retry-after is honored. */
const RESPECTED = new Set([429, 503])

/**
 * Milliseconds to wait before retry `extra` (1 is the first). After 429 exponential backoff from 1 s, doubling up to
 * 16 s; otherwise from 0.1 s, tripling up to 5 s; with jitter in [0.5, 1].
 */
export function retryWait(
  reply: Reply,
  extra: number,
  respect: boolean,
  chance: () => number,
  now: number,
): number {
  const asked = respect && RESPECTED.has(reply.status) ? retryAfter(reply, now) : undefined
  if (asked !== undefined) return asked
  const full =
    reply.status === 429 ? Math.min(1000 * 2 ** (extra - 1), 16_000) : Math.min(100 * 3 ** (extra - 1), 5000)
  return full * (0.5 + chance() / 2)
}

/** The wait that the provider's headers request, in milliseconds; undefined when they are absent or unreadable. */
export function retryAfter({ headers }: Pick<Reply, 'headers'>, now: number): number | undefined {
  const exact = headerValue(headers, 'retry-after-ms') ?? headerValue(headers, 'x-ms-retry-after-ms')
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact)
  const coarse = headerValue(headers, 'retry-after')?.trim()
  if (coarse === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(coarse)) return Number(coarse) * 1000
  const date = Date.parse(coarse)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
