// Where in a period records may match a list: counts of days and hours know in which hours a value of a group occurs, so that a rare one
// is found without reading the records between, and how many records an hour has, so that a page ends before it has read too many.
import type { LogFilter } from '../../control/logs/log-store.ts'
import { FILTER_LISTS, MODEL_SEPARATOR, restrictedGroups } from './count-query.ts'
import { DAY, floorTo, HOUR, type TimeSpan } from './log-period.ts'
import { isCountedApart, type LogTables } from './log-tables.ts'

/** Periods up to it are read as a whole. */
const SHORT = 6 * HOUR

/** Records that one page may look through for those that match: about a second if none does. */
export const MAX_LOOKED = 200_000
/** Records of hours that are read at once. */
const PIECE = 50_000

/** What an index finds, or what the counts know: nothing else is read to compare it. */
const INDEXED: ReadonlySet<string> = new Set(['scope', 'from', 'to', 'keys', 'trace', 'metadata'])

export interface MatchingSpan extends TimeSpan {
  /** The records that are compared for it, at most; 0 where all that are read match. */
  readonly looked: number
}

/** One group, with what is restricted of it; without a group, all requests, or those that failed. */
type Restriction = Pick<LogFilter, 'scope' | 'from' | 'to'> & Partial<LogFilter>

/** The newest first; together they hold every record that matches, and none twice. */
export async function* matchingSpans(filter: LogFilter, tables: LogTables): AsyncGenerator<MatchingSpan> {
  const { from, to } = filter
  const isFound = Object.keys(filter).every(name => INDEXED.has(name))
  if (to - from <= SHORT || isFound) {
    yield { from, to, looked: 0 }
    return
  }
  const [all, ...others] = await restrictionsOf(filter, tables)
  /** The requests of each day or hour in which all restrictions have some. */
  const bucketsOf = async (period: TimeSpan, step: number): Promise<readonly [number, number][]> => {
    const span = { from: floorTo(period.from, step), to: period.to }
    const countsOf = async ({ name, condition }: NamedRestriction): Promise<ReadonlyMap<number, number>> => {
      const sums = await tables.sums({
        ...{ source: { table: 'total', name }, level: step === DAY ? 1 : 0, span },
        ...{ filter: condition, by: { step } },
      })
      const counts = [...sums].map(
        ([bucket, { requests, errors }]) =>
          [Number(bucket), condition.isSuccess === false ? errors : requests] as const,
      )
      return new Map(counts.filter(([, count]) => count > 0))
    }
    let buckets = [...(await countsOf(all))]
    for (const other of others) {
      const counts = await countsOf(other)
      buckets = buckets.filter(([bucket]) => counts.has(bucket))
    }
    return buckets.sort(([left], [right]) => right - left)
  }
  const within = (bucket: number, step: number): TimeSpan => ({
    from: Math.max(from, bucket),
    to: Math.min(to, bucket + step),
  })
  for (const [day] of await bucketsOf(filter, DAY)) {
    let span: MatchingSpan | undefined
    for (const [hour, requests] of await bucketsOf(within(day, DAY), HOUR)) {
      const next = { ...within(hour, HOUR), looked: requests }
      if (span !== undefined && next.to === span.from && span.looked + requests <= PIECE)
        span = { from: next.from, to: span.to, looked: span.looked + requests }
      else {
        if (span !== undefined) yield span
        span = next
      }
    }
    if (span !== undefined) yield span
  }
}

interface NamedRestriction {
  readonly name: string
  readonly condition: Restriction
}

/** The first has all requests of the scope, which is what is compared in an hour. */
async function restrictionsOf(
  filter: LogFilter,
  tables: LogTables,
): Promise<readonly [NamedRestriction, ...NamedRestriction[]]> {
  const { scope, from, to, isSuccess, error } = filter
  // Only failures have the text of a failure.
  const isFailure = isSuccess === false || error !== undefined
  const groups = restrictedGroups(filter).filter(
    group => group !== 'model' || filter.models?.every(model => !model.includes(MODEL_SEPARATOR)) === true,
  )
  const isCounted = groups.length === 0 || (await isCountedApart(filter, tables))
  return [
    { name: 'workspace', condition: { scope, from, to } },
    ...(isCounted ? groups : []).map(name => ({
      name,
      condition: { scope, from, to, [FILTER_LISTS[name]]: filter[FILTER_LISTS[name]] },
    })),
    ...(isFailure ? [{ name: 'workspace', condition: { scope, from, to, isSuccess: false } }] : []),
  ]
}
