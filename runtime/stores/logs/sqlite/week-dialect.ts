// How statements of counts and lists are spelled in SQLite, for the tables of weeks.
import type { LogFilter } from '../../../control/logs/log-store.ts'
import type { LogCondition, LogDialect } from '../count-statements.ts'
import { columnText } from '../log-row.ts'
import { rowsIdentified } from './identifiers.ts'
import type { LogConnection } from './log-connection.ts'
import { rowIdAt, startOfWeek, WEEK, weekTable } from './log-schema.ts'

export interface WeekDialect extends LogDialect {
  /** What rows are ordered by. */
  readonly rowId: string
}

const IS_ONE_OF: LogDialect['isOneOf'] = column => `${column} IN (SELECT value FROM json_each(?))`

/** The counts of several weeks, which one statement adds: SQLite evaluates its conditions in each of the tables. */
export function countDialect(file: LogConnection, weeks: readonly number[]): LogDialect {
  const union = (table: 'total' | 'cell'): string =>
    `(${weeks.map(week => `SELECT * FROM ${weekTable(table, week)}`).join(' UNION ALL ')})`
  return {
    ...weekDialect(file, weeks[0] ?? 0, {}),
    tables: { ...NO_TABLES, total: union('total'), cell: union('cell') },
  }
}

const NO_TABLES = { total: '', cell: '', row: '', feedback: '' } as const

/**
 * Records of one week. A condition on the metadata leads, since its index has the rows in their order; but not before a trace, which
 * has few rows.
 */
export function weekDialect(
  file: LogConnection,
  week: number,
  { metadata = {}, trace }: Pick<LogFilter, 'metadata' | 'trace'>,
): WeekDialect {
  const [leading] = trace === undefined ? Object.keys(metadata) : []
  const traced = trace === undefined ? undefined : rowsIdentified(file, week, 'trace', columnText(trace))
  const rows = weekTable('record', week)
  const values = weekTable('metadata', week)
  const rowId = leading === undefined ? 'r.id' : 'm.id'
  const start = startOfWeek(week)
  const clamp = (time: number): number => rowIdAt(Math.min(Math.max(time, start), start + WEEK), week)
  let isFirst = leading !== undefined
  return {
    tables: {
      ...NO_TABLES,
      row: leading === undefined ? (traced?.from ?? rows) : `${values} AS m CROSS JOIN ${rows}`,
      feedback: 'log_feedback',
    },
    rowId,
    isOneOf: IS_ONE_OF,
    metadataValue: '(SELECT each.value FROM json_each(r.metadata) AS each WHERE each.key = ?)',
    hasMetadata: (key, value): LogCondition => {
      const joins = isFirst
      isFirst = false
      return joins
        ? ['m.name = ? AND m.value = ? AND r.id = m.id', key, value]
        : [
            `EXISTS (SELECT 1 FROM ${values} AS n WHERE n.name = ? AND n.value = ? AND n.id = r.id)`,
            key,
            value,
          ]
    },
    hasTrace: value => traced?.condition ?? ['r.trace = ?', value],
    errorContains: 'instr(r.error, ?) > 0',
    cachedTokens: `(SELECT json_extract(l.line, '$.tokens.cached') FROM ${weekTable('line', week)} AS l WHERE l.id = r.id)`,
    firstToken: `(SELECT round(json_extract(l.line, '$.firstToken') * 1000) FROM ${weekTable('line', week)} AS l WHERE l.id = r.id)`,
    rowsBetween: (from, to) => [`${rowId} >= ? AND ${rowId} < ?`, clamp(from), clamp(to)],
  }
}
