// What is counted of records, in roll-ups and in replies. Everything is an integer, so that sums do not depend on their order.
import type { LogTotals } from '../../control/logs/log-store.ts'

/** The sums, which are columns of the tables of the same names. */
export const COUNT_COLUMNS = [
  'requests',
  'errors',
  'hits',
  'lookups',
  /** Billionths of a US dollar. */
  'cost',
  /** Requests whose cost is known. */
  'priced',
  'unpriced',
  'input',
  'output',
  'measured',
  /** Microseconds. */
  'micros',
] as const
export type CountColumn = (typeof COUNT_COLUMNS)[number]

export interface LogCounts extends Record<CountColumn, number> {
  /** Tokens that were read from caches of providers, in replies to queries that request them. */
  cached?: number
  /** Milliseconds since 1970. */
  first_seen: number
  last_seen: number
}

/** All columns of counts, in the order in which they are written. */
export const ALL_COUNT_COLUMNS = [...COUNT_COLUMNS, 'first_seen', 'last_seen'] as const

export const emptyCounts = (): LogCounts => ({
  requests: 0,
  errors: 0,
  hits: 0,
  lookups: 0,
  cost: 0,
  priced: 0,
  unpriced: 0,
  input: 0,
  output: 0,
  measured: 0,
  micros: 0,
  first_seen: Number.POSITIVE_INFINITY,
  last_seen: Number.NEGATIVE_INFINITY,
})

/** Named one by one: a loop over the names takes several times as long, and this runs for each record. */
export function addCounts(into: LogCounts, from: LogCounts): void {
  into.requests += from.requests
  into.errors += from.errors
  into.hits += from.hits
  into.lookups += from.lookups
  into.cost += from.cost
  into.priced += from.priced
  into.unpriced += from.unpriced
  into.input += from.input
  into.output += from.output
  into.measured += from.measured
  into.micros += from.micros
  if (from.cached !== undefined) into.cached = (into.cached ?? 0) + from.cached
  into.first_seen = Math.min(into.first_seen, from.first_seen)
  into.last_seen = Math.max(into.last_seen, from.last_seen)
}

/** The fractions of the percentiles of a reply, in ascending order. */
export const FRACTIONS = [0.5, 0.9, 0.95, 0.99] as const

/** `percentiles` in milliseconds, in the order of `FRACTIONS`. */
export function totalsOf(counts: LogCounts, percentiles?: readonly number[]): LogTotals {
  const [p50, p90, p95, p99] = percentiles ?? []
  return {
    requests: counts.requests,
    errors: counts.errors,
    cacheHits: counts.hits,
    cacheLookups: counts.lookups,
    ...(counts.priced > 0 ? { cost: counts.cost } : {}),
    unpriced: counts.unpriced,
    inputTokens: counts.input,
    outputTokens: counts.output,
    ...(counts.cached === undefined ? {} : { cachedTokens: counts.cached }),
    measured: counts.measured,
    ...(counts.requests > 0
      ? {
          meanLatency: counts.micros / counts.requests / 1000,
          firstSeen: counts.first_seen,
          lastSeen: counts.last_seen,
        }
      : {}),
    ...(p50 === undefined || p90 === undefined || p95 === undefined || p99 === undefined
      ? {}
      : { p50, p90, p95, p99 }),
  }
}
