// Drops what is older than its retention: tables of whole weeks, some rows of the small tables, and then the free pages of the
// file in bounded steps, between which others write.
import type { LogRetention } from '../../../control/logs/log-store.ts'
import { PARTITIONED_TABLES, type PartitionedTable, SWEEP, SWEPT_TABLES } from '../log-retention.ts'
import type { FileKeys } from './file-keys.ts'
import type { LogConnection } from './log-connection.ts'
import { startOfWeek, weekOf, weekTable } from './log-schema.ts'

/** Pages that are given back at a time, and how often. */
const VACUUM_PAGES = 1000
const VACUUM_STEPS = 500

/** Each step is a short turn. */
export function* pruneFile(
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
