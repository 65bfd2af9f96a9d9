// How long to wait before a target is tried again (semantics, section 3). Pure: the draw and the time come in.
import type { Reply } from '../call.ts'
import { headerValue } from '../headers.ts'

/** A single wait, and the sum of the waits of one call, end retrying beyond this. Milliseconds. */
export const LONGEST_WAIT = 60_000

/** Statuses on which a provider's own wishes are respected. */
const RESPECTED = new Set([429, 503])

/**
 * Milliseconds before extra try `extra` (1 is the first). After 429 the wait doubles from a second up to 16; after
 * anything else it triples from a tenth of a second up to 5; times a draw in [0.5, 1].
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

/** What the provider's headers ask for, in milliseconds; undefined when they say nothing readable. */
export function retryAfter({ headers }: Pick<Reply, 'headers'>, now: number): number | undefined {
  const exact = headerValue(headers, 'retry-after-ms') ?? headerValue(headers, 'x-ms-retry-after-ms')
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact)
  const coarse = headerValue(headers, 'retry-after')?.trim()
  if (coarse === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(coarse)) return Number(coarse) * 1000
  const date = Date.parse(coarse)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
