// What the answers to queries need of a driver: sums, histograms and percentiles of one query, and the dictionary.
import type { LogFilter } from '../../control/logs/log-store.ts'
import { type CountQuery, FILTER_LISTS, MODEL_SEPARATOR, restrictedGroups } from './count-query.ts'
import type { MeasuredTime } from './count-statements.ts'
import type { LatencyHistogram } from './latency-histogram.ts'
import type { LogCounts } from './log-counts.ts'
import type { LogBounds } from './log-period.ts'
import { columnText } from './log-row.ts'
import { METADATA, OTHER } from './seen-value.ts'

export interface LogTables {
  readonly bounds: () => Promise<LogBounds>
  readonly sums: (query: CountQuery) => Promise<ReadonlyMap<string, LogCounts>>
  /** Of these keys, or of all. */
  readonly latencies: (
    query: CountQuery,
    keys: readonly string[] | undefined,
  ) => Promise<ReadonlyMap<string, LatencyHistogram>>
  /** Of a query of rows: exact, in milliseconds, in the order of `FRACTIONS`. */
  readonly percentiles: (
    query: CountQuery,
    keys: readonly string[] | undefined,
    measured: MeasuredTime,
  ) => Promise<ReadonlyMap<string, readonly number[]>>
  /** Those of the values of a group that the dictionary has. */
  readonly known: (
    name: string,
    scope: LogFilter['scope'],
    values: readonly string[],
  ) => Promise<ReadonlySet<string>>
}

/** The values of the dictionary of each group and workspace; what comes later counts as `other`. */
const MAX_VALUES = 10_000
/** More than a workspace has keys: they are made by its owners, while other values are whatever callers send. */
const MAX_KEYS = 100_000
/** Keys of the metadata, each with a dictionary of its own. */
const MAX_METADATA_KEYS = 100

/** The cap of a group, or of a key of the metadata, in each workspace. */
export const maximumOf = (name: string): number =>
  name === 'api_key' || name === 'workspace' ? MAX_KEYS : name === METADATA ? MAX_METADATA_KEYS : MAX_VALUES

/** False if a filter names a value that may be counted as `other`: then only the records know. */
export async function isCountedApart(filter: LogFilter, tables: LogTables): Promise<boolean> {
  for (const group of restrictedGroups(filter)) {
    const list = (filter[FILTER_LISTS[group]] ?? []).map(each => columnText(String(each)))
    const values = group === 'model' ? list.flatMap(each => [each, ...modelOf(each)]) : list
    const known = await tables.known(group, filter.scope, [OTHER, ...values])
    if (known.has(OTHER) && !values.every(each => known.has(each))) return false
  }
  return true
}

const modelOf = (text: string): readonly string[] =>
  text.includes(MODEL_SEPARATOR) ? [text.slice(text.indexOf(MODEL_SEPARATOR) + MODEL_SEPARATOR.length)] : []
