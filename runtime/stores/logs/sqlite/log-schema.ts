// The schema of the log store in SQLite: numbered steps for what is there once, and the tables of one week.
import { LOG_GROUPS } from '../../../control/logs/log-store.ts'
import { ALL_COUNT_COLUMNS, COUNT_COLUMNS } from '../log-counts.ts'
import { DAY } from '../log-period.ts'
import type { PartitionedTable } from '../log-retention.ts'

/** Steps are never edited once they are released. */
export const LOG_MIGRATIONS: readonly string[] = [
  `CREATE TABLE log_batch (id TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX log_batch_time ON log_batch (time);
   CREATE TABLE log_value (
     name TEXT NOT NULL, workspace TEXT NOT NULL, value TEXT NOT NULL, uses INTEGER NOT NULL, last_seen INTEGER NOT NULL,
     PRIMARY KEY (name, workspace, value)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE log_feedback (
     id TEXT PRIMARY KEY, workspace TEXT NOT NULL, trace TEXT NOT NULL, value REAL NOT NULL, weight REAL NOT NULL,
     metadata TEXT NOT NULL, time INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX log_feedback_trace ON log_feedback (trace, workspace);
   CREATE INDEX log_feedback_time ON log_feedback (time);
   CREATE TABLE log_key (
     id TEXT PRIMARY KEY, workspace TEXT NOT NULL, user TEXT NOT NULL, sealed TEXT NOT NULL, used INTEGER NOT NULL,
     UNIQUE (workspace, user)
   ) STRICT;
   CREATE TABLE log_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
]

export const WEEK = 7 * DAY
/** The first Monday of 1970. */
const MONDAY = 4 * DAY

export const weekOf = (time: number): number => Math.floor((time - MONDAY) / WEEK)
export const startOfWeek = (week: number): number => week * WEEK + MONDAY

export const weekTable = (table: PartitionedTable, week: number): string => `"${table}_${week}"`

export const indexName = (table: PartitionedTable, week: number, column: string): string =>
  `${table}_${week}_${column}`

const WEEK_TABLE = /^([a-z]+)_(-?\d+)$/

export interface WeekTable {
  readonly table: string
  readonly week: number
}

export function readWeekTable(name: string): WeekTable | undefined {
  const [, table, week] = WEEK_TABLE.exec(name) ?? []
  return table === undefined ? undefined : { table, week: Number(week) }
}

/**
 * Rows of one millisecond have the identifiers of this range, so that the identifier by itself orders by time: every index ends with
 * it in SQLite, and so every index is by time as well.
 */
export const ROWS_PER_MILLISECOND = 2 ** 20

export const rowIdAt = (time: number, week: number): number =>
  (time - startOfWeek(week)) * ROWS_PER_MILLISECOND

const COUNTS = ALL_COUNT_COLUMNS.map(column => `${column} INTEGER NOT NULL`).join(', ')
/** Of one request. */
export const ROW_COUNTS = COUNT_COLUMNS.filter(column => column !== 'requests')
const GROUPS = LOG_GROUPS.map(group => `${group} TEXT NOT NULL`).join(', ')

/** Parameters of a statement. */
export const marks = (count: number): string => Array(count).fill('?').join(', ')

/** The columns of a row, in the order in which they are written. */
export const ROW_COLUMNS: readonly string[] = [
  ...['id', 'time', 'record', 'trace', 'span', ...LOG_GROUPS, 'cache', ...ROW_COUNTS, 'latency', 'error'],
  'metadata',
]

export const weekTables = (week: number): string => {
  const name = (table: PartitionedTable): string => weekTable(table, week)
  const index = (table: PartitionedTable, column: string): string =>
    `CREATE INDEX IF NOT EXISTS "${indexName(table, week, column)}" ON ${name(table)} (${column});`
  return `
    CREATE TABLE IF NOT EXISTS ${name('record')} (
      id INTEGER PRIMARY KEY, time INTEGER NOT NULL, record TEXT NOT NULL, trace TEXT NOT NULL, span TEXT NOT NULL,
      ${GROUPS}, cache TEXT NOT NULL, ${ROW_COUNTS.map(column => `${column} INTEGER NOT NULL`).join(', ')},
      latency INTEGER NOT NULL, error TEXT, metadata TEXT
    ) STRICT;
    ${['workspace', 'api_key'].map(column => index('record', column)).join('\n')}
    CREATE TABLE IF NOT EXISTS ${name('identifier')} (
      part INTEGER NOT NULL, hash INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (part, hash, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${name('line')} (id INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS ${name('metadata')} (
      name TEXT NOT NULL, value TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (name, value, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${name('body')} (
      id INTEGER PRIMARY KEY, data_key TEXT NOT NULL, request BLOB, response BLOB
    ) STRICT;
    ${index('body', 'data_key')}
    CREATE TABLE IF NOT EXISTS ${name('total')} (
      level INTEGER NOT NULL, name TEXT NOT NULL, bucket INTEGER NOT NULL, workspace TEXT NOT NULL, value TEXT NOT NULL,
      ${COUNTS}, histogram BLOB NOT NULL, PRIMARY KEY (level, name, bucket, workspace, value)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${name('cell')} (
      level INTEGER NOT NULL, bucket INTEGER NOT NULL, cell TEXT NOT NULL, ${GROUPS},
      ${COUNTS}, histogram BLOB NOT NULL, PRIMARY KEY (level, bucket, cell)
    ) STRICT, WITHOUT ROWID;`
}
