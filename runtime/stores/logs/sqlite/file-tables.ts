// The counts in the file: a query runs on the tables of each week of its period, and the results are added.
import type { CountQuery } from '../count-query.ts'
import {
  type LogDialect,
  type LogStatement,
  latencyStatement,
  microsOf,
  rowStatement,
  sumStatement,
} from '../count-statements.ts'
import { addLatency, exactPercentiles, type LatencyHistogram, unpackLatencies } from '../latency-histogram.ts'
import { ALL_COUNT_COLUMNS, addCounts, emptyCounts, FRACTIONS, type LogCounts } from '../log-counts.ts'
import type { PartitionedTable } from '../log-retention.ts'
import type { LogTables } from '../log-tables.ts'
import { entriesOf, type LogConnection, type LogFileRow } from './log-connection.ts'
import { ROWS_PER_MILLISECOND, startOfWeek, weekOf, weekTable } from './log-schema.ts'
import { countDialect, weekDialect } from './week-dialect.ts'

/** The weeks of a period for which there is such a table, in their order. */
export const weeksBetween = (
  file: LogConnection,
  table: PartitionedTable,
  from: number,
  to: number,
): readonly number[] =>
  file
    .weekTables()
    .filter(each => each.table === table && each.week >= weekOf(from) && each.week <= weekOf(to - 1))
    .map(({ week }) => week)
    .sort((a, b) => a - b)

/** The time of the first or the last record, in milliseconds since 1970. */
export function edgeTime(file: LogConnection, edge: 'min' | 'max'): number | undefined {
  const weeks = weeksBetween(file, 'record', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  for (const week of edge === 'min' ? weeks : weeks.toReversed()) {
    const id = file.row(`SELECT ${edge}(id) AS id FROM ${weekTable('record', week)}`)?.['id']
    if (typeof id === 'number') return startOfWeek(week) + Math.floor(id / ROWS_PER_MILLISECOND)
  }
  return undefined
}

const recordsFrom = (file: LogConnection): number =>
  Number(file.row(`SELECT value FROM log_state WHERE name = 'records_from'`)?.['value'] ?? 0)

/** SQLite joins up to 500 tables by a statement. */
const MAX_UNION = 60

export function fileTables(file: LogConnection): LogTables {
  /** The rows of all weeks of a query: counts by statements of some weeks each, records week by week. */
  function* rowsOf(
    { source, span, filter }: CountQuery,
    build: (dialect: LogDialect) => LogStatement,
  ): Generator<LogFileRow> {
    const isRow = source.table === 'row'
    const weeks = weeksBetween(file, source.table === 'row' ? 'record' : source.table, span.from, span.to)
    for (let at = 0; at < weeks.length; at += isRow ? 1 : MAX_UNION) {
      const dialect = isRow
        ? weekDialect(file, weeks[at] ?? 0, filter)
        : countDialect(file, weeks.slice(at, at + MAX_UNION))
      const { text, values } = build(dialect)
      yield* file.rows(text, ...values)
    }
  }
  return {
    bounds: async () => {
      const newest = edgeTime(file, 'max')
      return { recordsFrom: recordsFrom(file), ...(newest === undefined ? {} : { newest }) }
    },
    sums: async query => {
      const sums = new Map<string, LogCounts>()
      for (const row of rowsOf(query, dialect => sumStatement(query, dialect))) {
        const key = String(row['key'])
        const counts = emptyCounts()
        for (const column of ALL_COUNT_COLUMNS) counts[column] = Number(row[column])
        if (query.isCached) counts.cached = Number(row['cached'] ?? 0)
        const found = sums.get(key)
        if (found === undefined) sums.set(key, counts)
        else addCounts(found, counts)
      }
      return sums
    },
    latencies: async (query, keys) => {
      const histograms = new Map<string, LatencyHistogram>()
      for (const row of rowsOf(query, dialect => latencyStatement(query, dialect, keys))) {
        const histogram = histogramIn(histograms, String(row['key']))
        if (query.source.table === 'row')
          addLatency(histogram, Number(row['bucket']), Number(row['requests']))
        else unpackLatencies(histogram, entriesOf(row['histogram']))
      }
      return histograms
    },
    // The aggregate functions of SQLite are not in all versions, and of one table: weeks are sorted here together.
    percentiles: async (query, keys, measured) => {
      const micros = new Map<string, number[]>()
      for (const row of rowsOf(query, dialect =>
        rowStatement(`${microsOf(measured, dialect)} AS micros`, query, dialect, keys, ''),
      )) {
        if (row['micros'] === null) continue
        const key = String(row['key'])
        const found = micros.get(key)
        if (found === undefined) micros.set(key, [Number(row['micros'])])
        else found.push(Number(row['micros']))
      }
      return new Map([...micros].map(([key, each]) => [key, exactPercentiles(each, FRACTIONS) ?? []]))
    },
    known: async (name, scope, values) => {
      const found = file.rows(
        `SELECT DISTINCT value FROM log_value WHERE name = ? AND value IN (SELECT value FROM json_each(?))
         AND (? OR workspace IN (SELECT value FROM json_each(?)))`,
        ...[
          name,
          JSON.stringify(values),
          Number(scope === 'all'),
          JSON.stringify(scope === 'all' ? [] : scope),
        ],
      )
      return new Set(found.map(({ value }) => String(value)))
    },
  }
}

function histogramIn(histograms: Map<string, LatencyHistogram>, key: string): LatencyHistogram {
  const histogram = histograms.get(key) ?? new Map<number, number>()
  histograms.set(key, histogram)
  return histogram
}
