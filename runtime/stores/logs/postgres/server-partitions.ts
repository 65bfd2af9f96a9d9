// Partitions of the log store in PostgreSQL: a day of records and bodies, four weeks of counts. They are made before what they
// are for is written, under the lock of the schema, and attached without a lock that readers would wait for.
import { inSchema, lockOf, quoteText } from '../../resources/postgres/migrations.ts'
import type { PostgresConnection } from '../../resources/postgres/postgres-connection.ts'
import { DAY } from '../log-period.ts'
import { PARTITIONED_TABLES, type PartitionedTable } from '../log-retention.ts'

/** Days of a partition. Lines and metadata are in the records. */
const DAYS = { record: 1, body: 1, cell: 28, total: 28 } as const satisfies Partial<
  Record<PartitionedTable, number>
>
export type ServerTable = keyof typeof DAYS

const SERVER_TABLES = Object.keys(DAYS) as readonly ServerTable[]

export interface ServerPartitions {
  /** Makes what records of these times need. */
  readonly prepare: (times: readonly number[]) => Promise<void>
  /** Drops partitions that end before the time that is given for a retention. */
  readonly drop: (before: Readonly<Record<(typeof PARTITIONED_TABLES)[ServerTable], number>>) => Promise<void>
  /** Has the server look at partitions that it has no statistics of: without them it would read all rows of a period. */
  readonly analyze: () => Promise<void>
  readonly clear: () => void
}

/** The beginning of the partition that has a time. */
export const startOfPartition = (table: ServerTable, time: number): number =>
  Math.floor(time / (DAYS[table] * DAY)) * DAYS[table] * DAY

/** Milliseconds that dropping waits for readers, who otherwise would wait for it; it is done an hour later then. */
const LOCK_TIMEOUT = 3000

/** Rows of a partition that are worth statistics. */
const MIN_ANALYZED = 1000

export function createServerPartitions(connection: PostgresConnection, schema: string): ServerPartitions {
  const known = new Set<string>()
  const nameOf = (table: ServerTable, number: number): string =>
    `log_${table}_${number}`.replace('-', 'before_')
  const numberOf = (table: ServerTable, time: number): number => Math.floor(time / (DAYS[table] * DAY))
  const placed = (text: string): string => inSchema(text, schema)
  const regclass = (name: string): string => `to_regclass(${quoteText(placed(`s.${name}`))})`

  const creation = (table: ServerTable, number: number): string => {
    const name = nameOf(table, number)
    const from = number * DAYS[table] * DAY
    const filled = table === 'total' || table === 'cell' ? 'WITH (fillfactor = 80)' : ''
    const statements = `
      CREATE TABLE s.${name} (LIKE s.log_${table} INCLUDING ALL) ${filled};
      ALTER TABLE s.log_${table} ATTACH PARTITION s.${name} FOR VALUES FROM (${from}) TO (${from + DAYS[table] * DAY});`
    return `IF ${regclass(name)} IS NULL THEN ${placed(statements)} END IF;`
  }

  return {
    prepare: async times => {
      const missing = new Map<string, string>()
      for (const time of times)
        for (const table of SERVER_TABLES) {
          const number = numberOf(table, time)
          const name = nameOf(table, number)
          if (!known.has(name)) missing.set(name, creation(table, number))
        }
      if (missing.size === 0) return
      await connection.rows(
        `DO $partitions$ BEGIN PERFORM ${lockOf(quoteText(schema))}; ${[...missing.values()].join('\n')} END $partitions$`,
      )
      for (const name of missing.keys()) known.add(name)
    },
    drop: async before => {
      known.clear()
      for (const table of SERVER_TABLES) {
        const found = await connection.rows(
          `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = ${regclass(`log_${table}`)}`,
        )
        for (const { relname } of found) {
          const number = Number(String(relname).slice(`log_${table}_`.length).replace('before_', '-'))
          if ((number + 1) * DAYS[table] * DAY > before[PARTITIONED_TABLES[table]]) continue
          await connection.rows(
            `DO $drop$ BEGIN PERFORM set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
             ${placed(`DROP TABLE IF EXISTS s.${nameOf(table, number)};`)} END $drop$`,
          )
        }
      }
    },
    analyze: async () => {
      const unknown = await connection.rows(
        `SELECT relname FROM pg_stat_all_tables WHERE relid IN (
           SELECT inhrelid FROM pg_inherits WHERE inhparent IN (${SERVER_TABLES.map(table => regclass(`log_${table}`)).join(', ')})
         ) AND n_live_tup >= ${MIN_ANALYZED} AND last_analyze IS NULL AND last_autoanalyze IS NULL`,
      )
      for (const { relname } of unknown) await connection.rows(placed(`ANALYZE s.${String(relname)}`))
    },
    clear: () => known.clear(),
  }
}
