// The counts in PostgreSQL, and how its statements are spelled.
import type { PostgresRow } from '../../resources/postgres/postgres-connection.ts'
import {
  type LogDialect,
  type LogStatement,
  latencyStatement,
  microsOf,
  rowStatement,
  sumStatement,
} from '../count-statements.ts'
import { addLatency, type LatencyHistogram, unpackLatencies } from '../latency-histogram.ts'
import { ALL_COUNT_COLUMNS, emptyCounts, FRACTIONS, type LogCounts } from '../log-counts.ts'
import type { LogTables } from '../log-tables.ts'

/** Runs a statement in which `s.` is the schema and `?` a parameter. */
export type RunStatement = (statement: LogStatement) => Promise<readonly PostgresRow[]>

export const SERVER_DIALECT: LogDialect = {
  tables: { total: 's.log_total', cell: 's.log_cell', row: 's.log_record', feedback: 's.log_feedback' },
  isOneOf: column => `${column} = ANY(ARRAY(SELECT json_array_elements_text(?::text::json)))`,
  metadataValue: '(r.metadata ->> ?::text)',
  hasMetadata: (key, value) => ['r.metadata @> ?::text::jsonb', JSON.stringify({ [key]: value })],
  hasTrace: trace => ['r.trace = ?', trace],
  errorContains: 'strpos(r.error, ?) > 0',
  cachedTokens: "(r.line::json #>> '{tokens,cached}')::numeric",
  firstToken: "((r.line::json ->> 'firstToken')::float8 * 1000)",
  rowsBetween: (from, to) => ['r.time >= ? AND r.time < ?', Math.ceil(from), Math.ceil(to)],
}

/** An array as the server writes it: `{1,2}`. */
const numbersOf = (text: unknown): number[] => {
  const inner = String(text).slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(Number)
}

const [COMMA, CLOSING, ZERO] = [44, 125, 48]

/** The integers of an array without negative ones: histograms have a million of them. */
function* integersIn(text: string): Generator<number> {
  let value = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== COMMA && code !== CLOSING) value = value * 10 + code - ZERO
    else if (at > 1) {
      yield value
      value = 0
    }
  }
}

export function serverTables(run: RunStatement): LogTables {
  return {
    bounds: async () => {
      const [row] = await run({
        text: `SELECT (SELECT max(time) FROM s.log_record) AS newest,
               (SELECT value FROM s.log_state WHERE name = 'records_from') AS records_from`,
        values: [],
      })
      const newest = row?.['newest'] ?? undefined
      return {
        recordsFrom: Number(row?.['records_from'] ?? 0),
        ...(newest === undefined ? {} : { newest: Number(newest) }),
      }
    },
    sums: async query => {
      const sums = new Map<string, LogCounts>()
      for (const row of await run(sumStatement(query, SERVER_DIALECT))) {
        const counts = emptyCounts()
        for (const column of ALL_COUNT_COLUMNS) counts[column] = Number(row[column])
        if (query.isCached) counts.cached = Number(row['cached'] ?? 0)
        sums.set(String(row['key']), counts)
      }
      return sums
    },
    latencies: async (query, keys) => {
      const histograms = new Map<string, LatencyHistogram>()
      for (const row of await run(latencyStatement(query, SERVER_DIALECT, keys))) {
        const key = String(row['key'])
        const histogram = histograms.get(key) ?? new Map<number, number>()
        histograms.set(key, histogram)
        if (query.source.table === 'row')
          addLatency(histogram, Number(row['bucket']), Number(row['requests']))
        else unpackLatencies(histogram, integersIn(String(row['histogram'])))
      }
      return histograms
    },
    percentiles: async (query, keys, measured) => {
      const micros = microsOf(measured, SERVER_DIALECT)
      const columns = `percentile_cont(ARRAY[${FRACTIONS.join(', ')}]) WITHIN GROUP (ORDER BY ${micros}) AS found`
      const rows = await run(rowStatement(columns, query, SERVER_DIALECT, keys, 'GROUP BY 1'))
      const found = rows.filter(row => row['found'] !== null)
      return new Map(found.map(row => [String(row['key']), numbersOf(row['found']).map(each => each / 1000)]))
    },
    known: async (name, scope, values) => {
      const found = await run({
        text: `SELECT DISTINCT value FROM s.log_value WHERE name = ? AND ${SERVER_DIALECT.isOneOf('value')}
               ${scope === 'all' ? '' : `AND ${SERVER_DIALECT.isOneOf('workspace')}`}`,
        values: [name, JSON.stringify(values), ...(scope === 'all' ? [] : [JSON.stringify(scope)])],
      })
      return new Set(found.map(({ value }) => String(value)))
    },
  }
}
