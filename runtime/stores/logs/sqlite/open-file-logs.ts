// The log store in a SQLite file, for one machine. Synchronous: it runs in the worker thread that owns the connection.
import type { KeyRing } from '../../../control/core/sealing/key-ring.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import type { LogRetention } from '../../../control/logs/log-store.ts'
import { answerGraph, answerGroups, countRecords } from '../answer-counts.ts'
import type { LogDriver } from '../log-driver.ts'
import { PARTITIONED_TABLES, type PartitionedTable, SWEEP, SWEPT_TABLES } from '../log-retention.ts'
import { columnText, rowsOf, workspaceText } from '../log-row.ts'
import { MAX_LOOKED } from '../matching-spans.ts'
import { createFileKeys, type FileKeys } from './file-keys.ts'
import { edgeTime, fileTables, weeksBetween } from './file-tables.ts'
import { type LogConnection, openLogConnection } from './log-connection.ts'
import { startOfWeek, weekOf, weekTable } from './log-schema.ts'
import { readRecords } from './read-records.ts'
import { createBatchWriter, type ReadBatch } from './write-batches.ts'

export interface FileLogs extends LogDriver {
  readonly file: LogConnection
}

export function openFileLogs(
  path: string,
  ring: KeyRing | undefined,
  now: () => number,
  readOnly = false,
  maxLooked = MAX_LOOKED,
): FileLogs {
  const file = openLogConnection(path, readOnly)
  const keys = createFileKeys(file, ring)
  const writer = createBatchWriter(file, keys)
  const tables = fileTables(file)
  const reading = readRecords(file, keys, tables, maxLooked)
  let lostBodies = 0

  let last: Promise<unknown> = Promise.resolve()
  /** One after another: there is one connection, and so one transaction. */
  const inTurn = <Result>(action: () => Promise<Result> | Result): Promise<Result> => {
    const result = last.then(action)
    last = result.catch(() => {})
    return result
  }

  /** Everything that is read belongs to one moment. */
  const atOnce = <Result>(read: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      file.connection.exec('BEGIN')
      try {
        return await read()
      } finally {
        if (file.connection.isTransaction) file.connection.exec('COMMIT')
      }
    })

  const write = <Result>(actions: () => Result): Result => {
    try {
      return file.write(actions)
    } catch (error) {
      // What is remembered may have been a part of what was not written.
      writer.clear()
      keys.clear()
      throw error
    }
  }

  return {
    file,
    append: async batches => {
      const read = batches.map((batch): ReadBatch | StoreError => {
        try {
          return { batch, rows: rowsOf(batch) }
        } catch (error) {
          return fileError(error)
        }
      })
      try {
        lostBodies += await inTurn(() =>
          write(() =>
            writer.write(
              read.filter(each => 'rows' in each),
              now(),
            ),
          ),
        )
        return read.map(each => ('rows' in each ? undefined : each))
      } catch (error) {
        return read.map(each => ('rows' in each ? fileError(error) : each))
      }
    },
    find: (id, scope) => atOnce(() => reading.find(id, scope)),
    findTrace: (trace, scope) => atOnce(() => reading.findTrace(trace, scope)),
    bodies: (id, scope) => atOnce(() => reading.bodies(id, scope)),
    list: (filter, limit, after) => atOnce(() => reading.list(filter, limit, after)),
    count: filter => atOnce(() => countRecords(filter, tables)),
    groups: query => atOnce(() => answerGroups(query, tables)),
    graph: query => atOnce(() => answerGraph(query, tables)),
    facets: (name, scope) => atOnce(() => reading.facets(name, scope)),
    findFeedback: (id, scope) => atOnce(() => reading.findFeedback(id, scope)),
    putFeedback: async ({ id, workspace, trace, value, weight, metadata, time }) => {
      const put = (): number =>
        file.run(
          `INSERT INTO log_feedback VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace,
           trace = excluded.trace, value = excluded.value, weight = excluded.weight, metadata = excluded.metadata,
           time = excluded.time`,
          ...[id, workspaceText(workspace), columnText(trace), value, weight, JSON.stringify(metadata), time],
        )
      await inTurn(() => write(put))
    },
    erase: ({ workspace, user }) =>
      inTurn(() => {
        // What is deleted is overwritten, in the file and then in its journal.
        file.connection.exec('PRAGMA secure_delete = ON')
        try {
          return write(() => {
            const condition = `workspace = ?${user === undefined ? '' : ' AND user = ?'}`
            const values = [workspaceText(workspace), ...(user === undefined ? [] : [user])]
            const owned = `data_key IN (SELECT id FROM log_key WHERE ${condition})`
            const erased = weeksBetween(file, 'body', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
              .map(week => file.run(`DELETE FROM ${weekTable('body', week)} WHERE ${owned}`, ...values))
              .reduce((sum, each) => sum + each, 0)
            file.run(`DELETE FROM log_key WHERE ${condition}`, ...values)
            keys.clear()
            return erased
          })
        } finally {
          file.connection.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)')
        }
      }),
    prune: async (retention, time, rest) => {
      const steps = pruneFile(file, keys, retention, time)
      try {
        while ((await inTurn(() => steps.next())).done !== true) await rest()
      } finally {
        writer.clear()
        keys.clear()
      }
    },
    status: () =>
      atOnce(async () => {
        const weeks = weeksBetween(file, 'record', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
        const size = (text: string): number => Object.values(file.row(text) ?? {}).map(Number)[0] ?? 0
        const oldest = edgeTime(file, 'min')
        return {
          records: weeks.reduce(
            (sum, week) => sum + size(`SELECT count(*) FROM ${weekTable('record', week)}`),
            0,
          ),
          ...(oldest === undefined ? {} : { oldest }),
          bytes: size('PRAGMA page_count') * size('PRAGMA page_size'),
          details: { weeks: weeks.length, bodiesNotStored: lostBodies },
        }
      }),
    sealedWith: () => inTurn(keys.sealedWith),
    close: async () => file.connection.close(),
  }
}

const fileError = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('unavailable', error instanceof Error ? error.message : String(error))

/** Pages that are given back at a time, and how often. */
const VACUUM_PAGES = 1000
const VACUUM_STEPS = 500

/**
 * Drops rows beyond their retention: tables of whole weeks, some rows of the small tables, and then the free
 * pages of the file in bounded steps, between which others write. Each step is a short turn.
 */
function* pruneFile(
  file: LogConnection,
  keys: FileKeys,
  retention: LogRetention,
  now: number,
): Generator<void> {
  const recordsFrom = startOfWeek(weekOf(now - retention.records))
  // First of all: what is dropped is no longer counted on.
  file.write(() =>
    file.run(
      `INSERT INTO log_state VALUES ('records_from', ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)`,
      recordsFrom,
    ),
  )
  for (const { table, week } of file.weekTables()) {
    if (!isPartitioned(table) || week >= weekOf(now - retention[PARTITIONED_TABLES[table]])) continue
    file.write(() => file.connection.exec(`DROP TABLE IF EXISTS ${weekTable(table, week)}`))
    yield
  }
  for (const [table, { column, retention: kept }] of Object.entries(SWEPT_TABLES)) {
    const key = table === 'log_value' ? 'name, workspace, value' : 'id'
    file.write(() =>
      file.run(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${column} < ? LIMIT ?)`,
        now - kept(retention),
        SWEEP,
      ),
    )
    yield
  }
  file.write(() => keys.renew())
  const freePages = (): number => Number(file.row('PRAGMA freelist_count')?.['freelist_count'])
  for (let step = 0; step < VACUUM_STEPS && freePages() > 0; step += 1) {
    file.connection.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`)
    yield
  }
  file.connection.exec('PRAGMA analysis_limit = 400; PRAGMA optimize')
}

const isPartitioned = (table: string): table is PartitionedTable => Object.hasOwn(PARTITIONED_TABLES, table)
