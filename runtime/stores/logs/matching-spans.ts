// Where in a period records may match a list: counts of days and hours know in which hours a value of a group occurs, so that a rare one
// is found without reading the records between.
import type { LogFilter } from '../../control/logs/log-store.ts'
import { FILTER_LISTS, MODEL_SEPARATOR, restrictedGroups } from './count-query.ts'
import { DAY, floorTo, HOUR, type TimeSpan } from './log-period.ts'
import { isCountedApart, type LogTables } from './log-tables.ts'

/** Periods up to it are read as a whole. */
const SHORT = 6 * HOUR

/** One group, with what is restricted of it; without a group, all requests that failed. */
type Restriction = Pick<LogFilter, 'scope' | 'from' | 'to'> & Partial<LogFilter>

/** The newest first; together they hold every record that matches, and none twice. */
export async function* matchingSpans(filter: LogFilter, tables: LogTables): AsyncGenerator<TimeSpan> {
  const { from, to } = filter
  const restrictions = to - from <= SHORT ? [] : await restrictionsOf(filter, tables)
  if (restrictions.length === 0) {
    yield { from, to }
    return
  }
  const bucketsOf = async (period: TimeSpan, step: number): Promise<readonly number[]> => {
    let buckets: number[] | undefined
    for (const { name, condition } of restrictions) {
      const span = { from: floorTo(period.from, step), to: period.to }
      const sums = await tables.sums({
        ...{ source: { table: 'total', name }, level: step === DAY ? 1 : 0, span },
        ...{ filter: condition, by: { step } },
      })
      const found = [...sums].flatMap(([bucket, { requests, errors }]) =>
        (condition.isSuccess === false ? errors : requests) > 0 ? Number(bucket) : [],
      )
      const others = new Set(found)
      buckets = buckets === undefined ? found : buckets.filter(bucket => others.has(bucket))
    }
    return (buckets ?? []).sort((a, b) => b - a)
  }
  const within = (bucket: number, step: number): TimeSpan => ({
    from: Math.max(from, bucket),
    to: Math.min(to, bucket + step),
  })
  for (const day of await bucketsOf(filter, DAY)) {
    let span: TimeSpan | undefined
    for (const hour of await bucketsOf(within(day, DAY), HOUR)) {
      const next = within(hour, HOUR)
      if (span !== undefined && next.to !== span.from) yield span
      span = { from: next.from, to: span !== undefined && next.to === span.from ? span.to : next.to }
    }
    if (span !== undefined) yield span
  }
}

async function restrictionsOf(
  filter: LogFilter,
  tables: LogTables,
): Promise<readonly { readonly name: string; readonly condition: Restriction }[]> {
  const { scope, from, to, isSuccess, error } = filter
  // Only failures have the text of a failure.
  const isFailure = isSuccess === false || error !== undefined
  const groups = restrictedGroups(filter).filter(
    group => group !== 'model' || filter.models?.every(model => !model.includes(MODEL_SEPARATOR)) === true,
  )
  if (groups.length > 0 && !(await isCountedApart(filter, tables))) return []
  return [
    ...groups.map(name => ({
      name,
      condition: { scope, from, to, [FILTER_LISTS[name]]: filter[FILTER_LISTS[name]] },
    })),
    ...(isFailure ? [{ name: 'workspace', condition: { scope, from, to, isSuccess: false } }] : []),
  ]
}
