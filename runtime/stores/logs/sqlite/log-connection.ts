// The connection to the file of the log store: schema, prepared statements, and the function that merges histograms.
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { StoreError } from '../../../control/core/store-error.ts'
import { DatabaseSync, useJournal } from '../../sqlite.ts'
import { joinEntries } from '../latency-histogram.ts'
import { LOG_MIGRATIONS, readWeekTable, type WeekTable } from './log-schema.ts'

export type LogFileRow = Readonly<Record<string, unknown>>

export interface LogConnection {
  readonly connection: DatabaseSync
  /** Compiles a statement that is run often. */
  readonly prepare: (text: string) => StatementSync
  readonly run: (text: string, ...values: readonly SQLInputValue[]) => number
  readonly row: (text: string, ...values: readonly SQLInputValue[]) => LogFileRow | undefined
  readonly rows: (text: string, ...values: readonly SQLInputValue[]) => readonly LogFileRow[]
  /** All of the actions, durable when this returns, or none. */
  readonly write: <Result>(actions: () => Result) => Result
  /** The tables of weeks that are there. */
  readonly weekTables: () => readonly WeekTable[]
}

/** Milliseconds that a write waits for another process that writes. */
const BUSY_TIMEOUT = 5000
/** Statements that are prepared at a time: those of the last weeks. */
const MAX_STATEMENTS = 200
/** KiB of pages in memory. */
const CACHE = 32_768

/** Of new files, in bytes: each page that a batch changes is written by calls of its own, so fewer and larger ones take less time. */
const PAGE_SIZE = 8192
/** Bytes in the journal before they are written to the file. A page that many batches change is written once for all of them. */
const JOURNAL_SIZE = 32 * 1_048_576

export const MERGE_LATENCIES = 'merge_latencies'

export function openLogConnection(path: string, readOnly = false): LogConnection {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, readOnly })
  if (!readOnly) {
    // Before the first table, or it has no effect but a write, for which a full disk has no room.
    if (versionOf(connection) === 0)
      connection.exec(`PRAGMA page_size = ${PAGE_SIZE}; PRAGMA auto_vacuum = INCREMENTAL`)
    useJournal(connection)
    connection.exec('PRAGMA synchronous = FULL')
    const pageSize = Number(connection.prepare('PRAGMA page_size').get()?.['page_size'])
    connection.exec(`PRAGMA wal_autocheckpoint = ${JOURNAL_SIZE / pageSize}`)
    migrate(connection)
  }
  connection.exec(`PRAGMA cache_size = -${CACHE}`)
  connection.function(MERGE_LATENCIES, { deterministic: true }, (first, second) =>
    bytesOf(joinEntries(entriesOf(first), entriesOf(second))),
  )
  const statements = new Map<string, StatementSync>()
  const prepared = (text: string): StatementSync => {
    const found = statements.get(text)
    if (found !== undefined) return found
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const statement = connection.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    connection,
    prepare: prepared,
    run: (text, ...values) => Number(prepared(text).run(...values).changes),
    row: (text, ...values) => prepared(text).get(...values),
    rows: (text, ...values) => prepared(text).all(...values),
    write: actions => {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = actions()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        // A full disk may have ended it already.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    weekTables: () =>
      prepared(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .all()
        .flatMap(({ name }) => readWeekTable(String(name)) ?? []),
  }
}

const bytesOf = ({ buffer }: Int32Array): Uint8Array => new Uint8Array(buffer)

/** The entries of a stored histogram. */
export function entriesOf(value: unknown): Int32Array {
  if (!(value instanceof Uint8Array)) return new Int32Array()
  const bytes = value.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0 ? value : value.slice()
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Int32Array.BYTES_PER_ELEMENT)
}

const versionOf = (connection: DatabaseSync): number =>
  Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])

function migrate(connection: DatabaseSync): void {
  if (versionOf(connection) < LOG_MIGRATIONS.length) {
    connection.exec('BEGIN IMMEDIATE')
    for (const [index, step] of LOG_MIGRATIONS.entries())
      if (versionOf(connection) === index) connection.exec(`${step} PRAGMA user_version = ${index + 1}`)
    connection.exec('COMMIT')
  }
  const version = versionOf(connection)
  if (version > LOG_MIGRATIONS.length)
    throw new StoreError(
      'newer-schema',
      `The log store has the schema ${version}; this version of Portolan knows schemas up to ${LOG_MIGRATIONS.length}. Update it.`,
    )
}
