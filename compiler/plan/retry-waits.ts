// How long retries wait (semantics, section 3): for the runtime, and for the analysis of what a request may take.

/** Limit of a single wait and of the sum of waits at one target, in milliseconds; beyond it retrying ends. */
export const MAX_WAIT = 60_000

/** A wait is drawn between this share of its length and all of it. */
export const LEAST_SHARE = 0.5

/**
 * Milliseconds before retry `retry` (1 is the first), at most. After 429 exponential backoff from 1 s, doubling up to 16 s; otherwise
 * from 0.1 s, tripling up to 5 s.
 */
export const longestWait = (retry: number, isRateLimited: boolean): number =>
  isRateLimited ? Math.min(1000 * 2 ** (retry - 1), 16_000) : Math.min(100 * 3 ** (retry - 1), 5000)
