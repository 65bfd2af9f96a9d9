// Which tables answer a query of counts. Counts by hour and by day answer periods with conditions on groups; everything else
// (metadata beside another condition, traces, messages of failures, ranges of cost or latency, caches) is answered by the records.
import { LOG_GROUPS, type LogFilter, type LogGroup } from '../../control/logs/log-store.ts'
import { SESSION_KEY } from '../../values/session.ts'
import { type ZoneOffset, zoneDays } from '../../values/time-zone.ts'
import type { CountLevel } from './growing-counts.ts'
import { DAY, dividePeriod, HOUR, type LogBounds, type TimeSpan, widenPeriod } from './log-period.ts'
import { METADATA, metadataName } from './seen-value.ts'

/** What shares a key of the reply: a group, a key of the metadata (`metadata:KEY`), a moment, or everything. */
export type CountKey = string | MomentKey | undefined

export interface MomentKey {
  readonly step: number
  /** Days of a time zone, of which the key is the date. */
  readonly days?: readonly ZoneOffset[] | undefined
}

export type CountSource =
  | { readonly table: 'total'; readonly name: string }
  | { readonly table: 'cell' }
  | { readonly table: 'row' }

/** One statement, more or less. */
export interface CountQuery {
  readonly source: CountSource
  /** Of totals and cells. */
  readonly level: CountLevel
  readonly span: TimeSpan
  readonly filter: LogFilter
  readonly by: CountKey
  /** Tokens that were read from caches of providers, which only lines of records have. */
  readonly isCached?: true
  /** One record of so many is read; all without it. */
  readonly sample?: number
}

/** The lists of a filter by the groups that they restrict. */
export const FILTER_LISTS = {
  ai_service: 'services',
  model: 'models',
  status_code: 'statuses',
  api_key: 'keys',
  config: 'configs',
  provider: 'providers',
  prompt: 'prompts',
} as const satisfies Partial<Record<LogGroup, keyof LogFilter>>

/** Between a provider and a model, in a filter. */
export const MODEL_SEPARATOR = '__'

/** Conditions that only records can be compared with. */
const ROW_CONDITIONS = [
  'trace',
  'span',
  'cache',
  'isSuccess',
  'cost',
  'tokens',
  'inputTokens',
  'outputTokens',
  'milliseconds',
  'feedback',
  'metadata',
  'error',
] as const satisfies readonly (keyof LogFilter)[]

/** The groups that a filter restricts. */
export const restrictedGroups = (filter: LogFilter): readonly (keyof typeof FILTER_LISTS)[] =>
  (Object.keys(FILTER_LISTS) as (keyof typeof FILTER_LISTS)[]).filter(
    group => filter[FILTER_LISTS[group]] !== undefined,
  )

const SESSIONS = metadataName(SESSION_KEY)

/** `isCounted`: false if the filter names a value that is counted as `other`. */
function chooseSource(filter: LogFilter, by: CountKey, isCounted: boolean): CountSource {
  if (!isCounted || by === SESSIONS || ROW_CONDITIONS.some(name => filter[name] !== undefined))
    return { table: 'row' }
  const [group, ...others] = restrictedGroups(filter)
  if (group === undefined) return { table: 'total', name: typeof by === 'string' ? by : 'workspace' }
  if (typeof by === 'string' && by.startsWith(`${METADATA}:`)) return { table: 'row' }
  const isAlone = others.length === 0 && (typeof by !== 'string' || by === group)
  const namesProvider = filter.models?.some(model => model.includes(MODEL_SEPARATOR)) ?? false
  return isAlone && !namesProvider ? { table: 'total', name: group } : { table: 'cell' }
}

/** The queries whose results are added. */
export function countQueries(
  filter: LogFilter,
  by: CountKey,
  bounds: LogBounds,
  isCounted: boolean,
  isCached?: true,
): readonly CountQuery[] {
  const chosen = chooseSource(filter, by, isCounted && isCached === undefined)
  const step = typeof by === 'object' ? by.step : DAY
  // Minutes are counted from the records.
  const source: CountSource = step % HOUR === 0 ? chosen : { table: 'row' }
  const make =
    (from: CountSource, level: CountLevel) =>
    (span: TimeSpan): CountQuery => ({
      source: from,
      level,
      span,
      filter,
      by,
      ...(isCached && { isCached }),
    })
  if (source.table === 'row') return [make(source, 0)({ from: filter.from, to: filter.to })]
  const zone = typeof by === 'object' ? by.days : undefined
  const period = widenPeriod(filter, bounds)
  return zoneParts(period, zone).flatMap(part => {
    const { days, hours, rows } = dividePeriod(part, step % DAY === 0 && zone === undefined)
    return [
      ...days.map(make(source, 1)),
      ...hours.map(make(source, 0)),
      ...rows.map(make({ table: 'row' }, 0)),
    ]
  })
}

/** Parts in which no day begins within an hour: days of most zones begin with one. */
function zoneParts(period: TimeSpan, zone: readonly ZoneOffset[] | undefined): readonly TimeSpan[] {
  if (zone === undefined) return [period]
  const times = zoneDays(zone, period).map(({ time }) => time)
  const broken = times.filter(time => time % HOUR !== 0 && time > period.from)
  const edges = [period.from, ...broken, period.to]
  return edges.slice(1).map((to, at) => ({ from: edges[at] ?? to, to }))
}

/** The query of the records themselves, for exact percentiles. */
export const rowQuery = (filter: LogFilter, by: CountKey, sample?: number): CountQuery => ({
  ...(sample !== undefined && { sample }),
  source: { table: 'row' },
  level: 0,
  span: filter,
  filter,
  by,
})

export const isGroup = (name: string): name is LogGroup => (LOG_GROUPS as readonly string[]).includes(name)
