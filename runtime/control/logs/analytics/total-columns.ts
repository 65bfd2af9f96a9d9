// What is counted of a group or a point in time, as the columns of the interface: dollars, milliseconds, shares from 0 to 1, and null
// for what is not known.
import type { LogRecord } from '../../../../schemas/generated/types.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { LogTotals, StoredRecord } from '../log-store.ts'
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
  unpriced: ({ unpriced }) => unpriced,
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

/** Values of the newest records of a session. */
const SESSION_COLUMNS = {
  api_keys: ({ key }) => present(key),
  users: ({ metadata }) => present(metadata?.['_user']).map(String),
  models: ({ model }) => present(model),
  tools: ({ tools = [], mcp }) => [
    ...tools,
    ...(mcp?.tool === undefined ? [] : [`${mcp.server}/${mcp.tool}`]),
  ],
} satisfies Readonly<Record<string, (record: LogRecord) => readonly string[]>>

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

/** Values of one column. */
const MAX_VALUES = 20

/** Columns besides the number of requests, which is always there. */
export interface ColumnChoice {
  readonly show: (totals: LogTotals) => { readonly [column: string]: Json }
  readonly percentiles: boolean
  /** Whether tokens that were read from caches of providers are counted. */
  readonly cachedTokens: boolean
  /** Columns that are read from records; undefined without any. */
  readonly ofRecords: ((records: readonly StoredRecord[]) => { readonly [column: string]: Json }) | undefined
}

/** `text` is a list of names separated by commas. */
export function chooseColumns(text: string | undefined, isSession: boolean): ColumnChoice | Failure {
  const names = (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'requests')
  const special = isSession ? names.filter(name => Object.hasOwn(SESSION_COLUMNS, name)) : []
  const unknown = names.find(name => !Object.hasOwn(COLUMNS, name) && !special.includes(name))
  if (unknown !== undefined)
    return failure(
      'invalid_request',
      `There is no column ${quoted(unknown)}: columns are ${[...Object.keys(COLUMNS), ...(isSession ? Object.keys(SESSION_COLUMNS) : [])].join(', ')}.`,
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
    ofRecords:
      special.length === 0
        ? undefined
        : records =>
            Object.fromEntries(
              Object.entries(SESSION_COLUMNS).flatMap(([name, read]) =>
                special.includes(name)
                  ? [[name, [...new Set(records.flatMap(({ record }) => read(record)))].slice(0, MAX_VALUES)]]
                  : [],
              ),
            ),
  }
}
