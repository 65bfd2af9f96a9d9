// Answers the queries of counts: groups, graphs and the number of records. Parts of a period come from different tables, and
// their results are added.
import type {
  GraphQuery,
  GroupPage,
  GroupQuery,
  GroupTotals,
  LogFilter,
  LogGraph,
} from '../../control/logs/log-store.ts'
import { type CountKey, type CountQuery, countQueries, rowQuery } from './count-query.ts'
import { type LatencyHistogram, latencyPercentiles, mergeLatencies } from './latency-histogram.ts'
import { addCounts, emptyCounts, FRACTIONS, type LogCounts, totalsOf } from './log-counts.ts'
import type { LogBounds } from './log-period.ts'
import { isCountedApart, type LogTables } from './log-tables.ts'
import { metadataName, OTHER } from './seen-value.ts'

/** Records of which percentiles are computed from each latency, rather than from histograms. */
const MAX_EXACT = 50_000

/** Groups of one reply in memory: of all workspaces, each with its own cap, or of records, which have none. */
const MAX_GROUPS = 100_000

interface Prepared {
  readonly bounds: LogBounds
  readonly queries: readonly CountQuery[]
}

async function prepare(
  filter: LogFilter,
  by: CountKey,
  tables: LogTables,
  isCached?: true,
): Promise<Prepared> {
  const [bounds, isCounted] = [await tables.bounds(), await isCountedApart(filter, tables)]
  return { bounds, queries: countQueries(filter, by, bounds, isCounted, isCached) }
}

export async function countRecords(filter: LogFilter, tables: LogTables): Promise<number> {
  const { queries } = await prepare(filter, undefined, tables)
  return (await sumAll(queries, tables)).get('')?.requests ?? 0
}

export async function answerGroups(query: GroupQuery, tables: LogTables): Promise<GroupPage> {
  const { filter, offset, limit, percentiles, cachedTokens } = query
  const by = typeof query.by === 'string' ? query.by : metadataName(query.by.metadata)
  const { bounds, queries } = await prepare(filter, by, tables, cachedTokens)
  const sums = await sumAll(queries, tables)
  const page = [...sums].sort(orderOf(query)).slice(offset, offset + limit)
  const keys = page.map(([value]) => value)
  const { found, exact } = percentiles
    ? await findPercentiles({ filter, by, bounds, queries, sums, keys }, tables)
    : { found: new Map<string, readonly number[]>(), exact: true }
  const groups = page.map(
    ([value, counts]): GroupTotals => ({
      value,
      totals: totalsOf(counts, found.get(value)),
    }),
  )
  return { groups, total: sums.size, exact }
}

export async function answerGraph(query: GraphQuery, tables: LogTables): Promise<LogGraph> {
  const { filter, step, days, percentiles, isFirstToken } = query
  const by = { step, days }
  const { bounds, queries } = await prepare(filter, by, tables)
  const sums = await sumAll(queries, tables)
  const summary = emptyCounts()
  for (const counts of sums.values()) addCounts(summary, counts)
  const { found, all, exact } = isFirstToken
    ? await findFirstTokens({ filter, by }, summary.requests, bounds, tables)
    : percentiles
      ? await findPercentiles({ filter, by, bounds, queries, sums, keys: undefined }, tables)
      : { found: new Map<string, readonly number[]>(), all: undefined, exact: true }
  const points = [...sums]
    .map(([time, counts]) => ({ time: Number(time), totals: totalsOf(counts, found.get(time)) }))
    .sort((a, b) => a.time - b.time)
  return { points, summary: totalsOf(summary, all), exact }
}

interface Counted extends Prepared {
  readonly filter: LogFilter
  readonly by: CountKey
  readonly sums: ReadonlyMap<string, LogCounts>
  /** Undefined: all, and all together. */
  readonly keys: readonly string[] | undefined
}

interface FoundPercentiles {
  readonly found: ReadonlyMap<string, readonly number[]>
  readonly all?: readonly number[] | undefined
  readonly exact: boolean
}

async function findPercentiles(counted: Counted, tables: LogTables): Promise<FoundPercentiles> {
  const { filter, by, bounds, queries, sums, keys } = counted
  const requests = [...sums.values()].reduce((sum, each) => sum + each.requests, 0)
  // Records that were dropped, or that share a group because of the cap, are only in histograms.
  if (requests <= MAX_EXACT && filter.from >= bounds.recordsFrom && keys?.includes(OTHER) !== true) {
    const found = await tables.percentiles(rowQuery(filter, by), keys, 'latency')
    const together =
      keys === undefined ? await tables.percentiles(rowQuery(filter, undefined), keys, 'latency') : undefined
    return { found, all: together?.get(''), exact: true }
  }
  const merged = new Map<string, LatencyHistogram>()
  for (const query of queries)
    for (const [key, histogram] of await tables.latencies(query, keys))
      mergeLatencies(
        valueIn(merged, key, () => new Map()),
        histogram,
      )
  const found = new Map<string, readonly number[]>()
  const all: LatencyHistogram = new Map()
  for (const [key, histogram] of merged) {
    mergeLatencies(all, histogram)
    found.set(key, latencyPercentiles(histogram, FRACTIONS) ?? [])
  }
  return { found, all: latencyPercentiles(all, FRACTIONS), exact: false }
}

/** Of the records; of a sample if they are too many. Those that were dropped have none. */
async function findFirstTokens(
  { filter, by }: Pick<Counted, 'filter' | 'by'>,
  requests: number,
  bounds: LogBounds,
  tables: LogTables,
): Promise<FoundPercentiles> {
  const sample = requests <= MAX_EXACT ? undefined : Math.ceil(requests / MAX_EXACT)
  const found = await tables.percentiles(rowQuery(filter, by, sample), undefined, 'firstToken')
  const all = await tables.percentiles(rowQuery(filter, undefined, sample), undefined, 'firstToken')
  return { found, all: all.get(''), exact: sample === undefined && filter.from >= bounds.recordsFrom }
}

/** The sums of all queries by key; keys beyond the cap are added to one. */
async function sumAll(
  queries: readonly CountQuery[],
  tables: LogTables,
): Promise<ReadonlyMap<string, LogCounts>> {
  const sums = new Map<string, LogCounts>()
  for (const query of queries)
    for (const [key, counts] of await tables.sums(query))
      addCounts(valueIn(sums, sums.size < MAX_GROUPS || sums.has(key) ? key : OTHER, emptyCounts), counts)
  return sums
}

function valueIn<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

type Entry = readonly [value: string, counts: LogCounts]

/** By what is requested, then by value, so that pages do not overlap. */
function orderOf({ sort, descending }: GroupQuery): (a: Entry, b: Entry) => number {
  const measure = ([, counts]: Entry): number =>
    sort === 'tokens' ? counts.input + counts.output : sort === 'lastSeen' ? counts.last_seen : counts[sort]
  const sign = descending ? -1 : 1
  return (a, b) => sign * (measure(a) - measure(b)) || (a[0] < b[0] ? -1 : 1)
}
