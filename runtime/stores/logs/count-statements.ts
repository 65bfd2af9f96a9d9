// The statements of counts, which both drivers share: what differs between SQLite and PostgreSQL is a dialect. Parameters are
// written as `?`; a list is one parameter, a JSON array.
import type { LogFilter, LogRange } from '../../control/logs/log-store.ts'
import type { ZoneOffset } from '../../values/time-zone.ts'
import { type CountQuery, FILTER_LISTS, isGroup, MODEL_SEPARATOR } from './count-query.ts'
import { COUNT_COLUMNS } from './log-counts.ts'
import { columnText, metadataColumn, workspaceText } from './log-row.ts'
import { METADATA } from './seen-value.ts'

export interface LogStatement {
  readonly text: string
  readonly values: readonly (string | number)[]
}

/** A part of a statement with its parameters. */
export type LogCondition = readonly [text: string, ...values: (string | number)[]]

/** The tables of one partition, or of all, and what is spelled otherwise. */
export interface LogDialect {
  readonly tables: Readonly<Record<'total' | 'cell' | 'row' | 'feedback', string>>
  /** The column is one of the list. */
  readonly isOneOf: (column: string) => string
  /** The value that a key of the metadata of the row `r` has. */
  readonly metadataValue: string
  readonly hasMetadata: (key: string, value: string) => LogCondition
  /** The row `r` is of the trace. */
  readonly hasTrace: (trace: string) => LogCondition
  /** The text of the failure of the row `r` contains the text. */
  readonly errorContains: string
  /** Tokens of the row `r` that were read from a cache of the provider. */
  readonly cachedTokens: string
  /** Microseconds until the reply of the row `r` began; null if it is not known. */
  readonly firstToken: string
  /** The rows of a period, by what finds them fastest. */
  readonly rowsBetween: (from: number, to: number) => LogCondition
}

/** As a number of JavaScript: that of a large fleet may be beyond the integers that it has, which SQLite would refuse to read. */
const asNumber = (value: string): string => `CAST(${value} AS double precision)`

/** Sums by key. */
export function sumStatement(query: CountQuery, dialect: LogDialect): LogStatement {
  const isRow = query.source.table === 'row'
  const [first, last] = isRow ? ['time', 'time'] : ['first_seen', 'last_seen']
  const sums = COUNT_COLUMNS.map(column =>
    isRow && column === 'requests' ? 'count(*) AS requests' : `${asNumber(`sum(r.${column})`)} AS ${column}`,
  )
  if (query.isCached) sums.push(`sum(${asNumber(dialect.cachedTokens)}) AS cached`)
  return select(
    `${sums.join(', ')}, min(r.${first}) AS first_seen, max(r.${last}) AS last_seen`,
    query,
    dialect,
    undefined,
    'GROUP BY 1',
  )
}

/** The histograms of keys: stored entries of totals and cells, buckets and their counts of rows. */
export const latencyStatement = (
  query: CountQuery,
  dialect: LogDialect,
  keys: readonly string[] | undefined,
): LogStatement =>
  query.source.table === 'row'
    ? select('r.latency AS bucket, count(*) AS requests', query, dialect, keys, 'GROUP BY 1, 2')
    : select('r.histogram AS histogram', query, dialect, keys, '')

/** What percentiles of records are of. */
export type MeasuredTime = 'latency' | 'firstToken'

/** Microseconds, by a column or an expression. */
export const microsOf = (measured: MeasuredTime, { firstToken }: LogDialect): string =>
  measured === 'latency' ? 'r.micros' : firstToken

/** The columns of rows by their keys. */
export const rowStatement = (
  columns: string,
  query: CountQuery,
  dialect: LogDialect,
  keys: readonly string[] | undefined,
  end: string,
): LogStatement => select(columns, query, dialect, keys, end)

function select(
  columns: string,
  query: CountQuery,
  dialect: LogDialect,
  keys: readonly string[] | undefined,
  end: string,
): LogStatement {
  const [key, ...keyValues] = keyOf(query, dialect)
  const conditions = conditionsOf(query, dialect)
  if (keys !== undefined) conditions.push([`${dialect.isOneOf(key)}`, ...keyValues, JSON.stringify(keys)])
  // Groups of the metadata are of the requests that have the key.
  if (query.source.table === 'row' && keyValues.length > 0)
    conditions.push([`${key} IS NOT NULL`, ...keyValues])
  const { text, values } = joinConditions(conditions)
  return {
    text: `SELECT ${key} AS key, ${columns} FROM ${dialect.tables[query.source.table]} AS r WHERE ${text} ${end}`,
    values: [...keyValues, ...values],
  }
}

export function joinConditions(conditions: readonly LogCondition[]): LogStatement {
  return {
    text: conditions.map(([text]) => text).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}

function keyOf({ by, source }: CountQuery, dialect: LogDialect): LogCondition {
  if (by === undefined) return [`''`]
  if (typeof by === 'object') {
    const column = source.table === 'row' ? 'r.time' : 'r.bucket'
    // Integers in the statement, which are not parameters: they are a part of what is grouped by.
    const local = by.days === undefined ? column : zoneTime(column, by.days)
    return [`${local} - ${local} % ${Math.trunc(by.step)}`]
  }
  if (source.table === 'total') return ['r.value']
  if (isGroup(by)) return [`r.${by}`]
  return [dialect.metadataValue, metadataColumn(by.slice(METADATA.length + 1))]
}

/** The time of a clock of the zone, as if it were UTC. */
function zoneTime(column: string, days: readonly ZoneOffset[]): string {
  const cases = days.flatMap(({ until, offset }) =>
    until === undefined ? [] : `WHEN ${column} < ${Math.trunc(until)} THEN ${Math.trunc(offset)}`,
  )
  const last = Math.trunc(days.at(-1)?.offset ?? 0)
  return cases.length === 0
    ? `(${column} + ${last})`
    : `(${column} + CASE ${cases.join(' ')} ELSE ${last} END)`
}

function conditionsOf(
  { source, level, span, filter, sample }: CountQuery,
  dialect: LogDialect,
): LogCondition[] {
  const scope = scopeCondition(filter, dialect)
  if (source.table === 'row')
    return [
      dialect.rowsBetween(span.from, span.to),
      ...rowConditions(filter, dialect),
      ...(sample === undefined ? [] : [[`r.time % ${Math.trunc(sample)} = 0`] satisfies LogCondition]),
    ]
  const bucket: LogCondition = ['r.level = ? AND r.bucket >= ? AND r.bucket < ?', level, span.from, span.to]
  if (source.table === 'cell') return [bucket, ...scope, ...groupConditions(filter, dialect)]
  const name = source.name.startsWith(`${METADATA}:`)
    ? `${METADATA}:${metadataColumn(source.name.slice(METADATA.length + 1))}`
    : source.name
  const list = isRestricted(source.name) ? filter[FILTER_LISTS[source.name]] : undefined

  return [
    ['r.name = ?', name],
    bucket,
    ...scope,
    ...(list === undefined
      ? []
      : [
          oneOf(
            'r.value',
            list.map(each => columnText(String(each))),
            dialect,
          ),
        ]),
  ]
}

const isRestricted = (name: string): name is keyof typeof FILTER_LISTS => Object.hasOwn(FILTER_LISTS, name)

const oneOf = (column: string, list: readonly string[], { isOneOf }: LogDialect): LogCondition =>
  list.length === 1 ? [`${column} = ?`, list[0] ?? ''] : [isOneOf(column), JSON.stringify(list)]

const scopeCondition = ({ scope }: Pick<LogFilter, 'scope'>, dialect: LogDialect): readonly LogCondition[] =>
  scope === 'all' ? [] : [oneOf('r.workspace', scope.map(workspaceText), dialect)]

/** Conditions on groups, which cells and rows have. */
function groupConditions(filter: LogFilter, dialect: LogDialect): readonly LogCondition[] {
  return Object.entries(FILTER_LISTS).flatMap(([group, name]): readonly LogCondition[] => {
    const list = filter[name]?.map(each => columnText(String(each)))
    if (list === undefined) return []
    if (name !== 'models' || !list.some(each => each.includes(MODEL_SEPARATOR)))
      return [oneOf(`r.${group}`, list, dialect)]
    const spellings = [
      'r.model',
      ...['r.ai_service', 'r.provider'].map(each => `(${each} || '__' || r.model)`),
    ]
    const text = JSON.stringify(list)
    return [[`(${spellings.map(dialect.isOneOf).join(' OR ')})`, text, text, text]]
  })
}

/** The weighted mean of the feedback on the trace of the row. */
const meanFeedback = (table: string): string =>
  `(SELECT sum(f.value * f.weight) / nullif(sum(f.weight), 0) FROM ${table} AS f WHERE f.workspace = r.workspace AND f.trace = r.trace)`

/** Everything but the period. */
export function rowConditions(filter: LogFilter, dialect: LogDialect): readonly LogCondition[] {
  const conditions: LogCondition[] = [...scopeCondition(filter, dialect), ...groupConditions(filter, dialect)]
  const { trace, span, cache, isSuccess, metadata = {}, error } = filter
  if (trace !== undefined) conditions.push(dialect.hasTrace(columnText(trace)))
  if (span !== undefined) conditions.push(['r.span = ?', columnText(span)])
  if (isSuccess !== undefined) conditions.push(['r.errors = ?', isSuccess ? 0 : 1])
  if (cache !== undefined) conditions.push(oneOf('r.cache', cache, dialect))
  const within = (expression: string, { min, max }: LogRange = {}): void => {
    if (min !== undefined) conditions.push([`${expression} >= ?`, min])
    if (max !== undefined) conditions.push([`${expression} <= ?`, max])
  }
  /** Of integers, which only requests have where `known` is 1. */
  const withinCounts = (expression: string, range: LogRange | undefined, known?: string, unit = 1): void => {
    if (range === undefined) return
    if (known !== undefined) conditions.push([`r.${known} = 1`])
    const { min, max } = range
    within(expression, {
      ...(min === undefined ? {} : { min: Math.ceil(min * unit) }),
      ...(max === undefined ? {} : { max: Math.floor(max * unit) }),
    })
  }
  withinCounts('r.cost', filter.cost, 'priced')
  withinCounts('r.input + r.output', filter.tokens, 'measured')
  withinCounts('r.input', filter.inputTokens, 'measured')
  withinCounts('r.output', filter.outputTokens, 'measured')
  withinCounts('r.micros', filter.milliseconds, undefined, 1000)
  within(meanFeedback(dialect.tables.feedback), filter.feedback)
  for (const [key, value] of Object.entries(metadata))
    conditions.push(dialect.hasMetadata(metadataColumn(key), columnText(value)))
  if (error !== undefined)
    conditions.push([`r.error IS NOT NULL AND ${dialect.errorContains}`, columnText(error.toLowerCase())])
  return conditions
}
