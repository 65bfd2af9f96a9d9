// What is counted of a group or a point in time, as the columns of the interface: dollars, milliseconds, shares from 0 to 1, and null
// for what is not known.
import type { Json } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { LogTotals } from '../log-store.ts'
import { toDollars } from '../show-log.ts'

type ReadColumn = (totals: LogTotals) => Json

const time = (milliseconds: number | undefined): Json =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()

export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** The mean cost in billionths of a dollar, of the requests whose cost is known: what is unknown is not 0. */
export const meanCost = ({ cost, measured, unpriced }: LogTotals): number | null =>
  cost === undefined ? null : ratio(cost, measured - unpriced)

export const tokensIn = ({ inputTokens, outputTokens }: LogTotals): number => inputTokens + outputTokens

const COLUMNS: Readonly<Record<string, ReadColumn>> = {
  cost: ({ cost }) => toDollars(cost),
  total_tokens: tokensIn,
  avg_tokens: totals => ratio(tokensIn(totals), totals.measured),
  cached_tokens: ({ cachedTokens }) => cachedTokens ?? null,
  cached_share: ({ cachedTokens, inputTokens }) =>
    cachedTokens === undefined ? null : ratio(cachedTokens, inputTokens),
  avg_input_tokens: ({ inputTokens, measured }) => ratio(inputTokens, measured),
  avg_output_tokens: ({ outputTokens, measured }) => ratio(outputTokens, measured),
  avg_latency: ({ meanLatency }) => meanLatency ?? null,
  p95_latency: ({ p95 }) => p95 ?? null,
  p99_latency: ({ p99 }) => p99 ?? null,
  success_rate: ({ requests, errors }) => ratio(requests - errors, requests),
  error_count: ({ errors }) => errors,
  cache_hit_rate: ({ cacheHits, cacheLookups }) => ratio(cacheHits, cacheLookups),
  last_seen: ({ lastSeen }) => time(lastSeen),
  first_seen: ({ firstSeen }) => time(firstSeen),
}

/** Columns besides the number of requests, which is always there. */
export interface ColumnChoice {
  readonly show: (totals: LogTotals) => { readonly [column: string]: Json }
  readonly percentiles: boolean
  /** Whether tokens that were read from caches of providers are counted. */
  readonly cachedTokens: boolean
}

/** `text` is a list of names separated by commas. */
export function chooseColumns(text: string | undefined): ColumnChoice | Failure {
  const names = (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'requests')
  const unknown = names.find(name => !Object.hasOwn(COLUMNS, name))
  if (unknown !== undefined)
    return failure(
      'invalid_request',
      `There is no column ${quoted(unknown)}: columns are ${Object.keys(COLUMNS).join(', ')}.`,
      { param: 'columns' },
    )
  const chosen = Object.entries(COLUMNS).filter(([name]) => names.includes(name))
  return {
    show: totals => ({
      requests: totals.requests,
      ...Object.fromEntries(chosen.map(([name, read]) => [name, read(totals)])),
    }),
    percentiles: names.some(name => name.startsWith('p9')),
    cachedTokens: names.some(name => name.startsWith('cached_')),
  }
}
