// The log store in PostgreSQL, for a fleet. It runs in a worker thread; writes and reads have connections of their own, so that
// no batch waits for a long query.
import type { KeyRing } from '../../../control/core/sealing/key-ring.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import type { Clock } from '../../../values/ports.ts'
import { inSchema } from '../../resources/postgres/migrations.ts'
import { readPostgresAddress } from '../../resources/postgres/postgres-address.ts'
import {
  connectPostgres,
  type PostgresConnection,
  type PostgresTimeouts,
} from '../../resources/postgres/postgres-connection.ts'
import { prepareSchema } from '../../resources/postgres/prepare-schema.ts'
import { answerGraph, answerGroups, countRecords } from '../answer-counts.ts'
import type { LogDriver } from '../log-driver.ts'
import { DAY } from '../log-period.ts'
import { SWEEP, SWEPT_TABLES } from '../log-retention.ts'
import { columnText, workspaceText } from '../log-row.ts'
import { MAX_LOOKED } from '../matching-spans.ts'
import { SERVER_LOG_SCHEMA } from './log-schema.ts'
import { createServerKeys } from './server-keys.ts'
import { createServerPartitions, startOfPartition } from './server-partitions.ts'
import { readServerRecords } from './server-records.ts'
import { type RunStatement, serverTables } from './server-tables.ts'
import { createServerWriter } from './write-batch.ts'

/** A query of many records takes longer than one of a saved resource. */
export const LOG_TIMEOUTS: PostgresTimeouts = { statement: 30_000, silence: 35_000 }

export async function openServerLogs(
  text: string,
  ring: KeyRing | undefined,
  clock: Clock,
  maxLooked = MAX_LOOKED,
): Promise<LogDriver> {
  const address = readPostgresAddress(text)
  const { schema } = address
  const writing = await connectPostgres(address, clock, LOG_TIMEOUTS)
  // After five runs the server plans a statement for any parameters (postgresql.org/docs/current/sql-prepare.html), and then finds the rows
  // of a rare value by their time: seconds in place of milliseconds.
  const reading = await connectPostgres(address, clock, LOG_TIMEOUTS, { replans: true })
  const close = async (): Promise<void> => {
    await Promise.all([writing.end(), reading.end()])
  }
  try {
    await prepareSchema(address, writing, clock, SERVER_LOG_SCHEMA)
  } catch (error) {
    await close()
    throw error
  }
  const runOn =
    (connection: PostgresConnection): RunStatement =>
    ({ text: statement, values }) => {
      let place = 0
      const numbered = statement.replaceAll('?', () => {
        place += 1
        return `$${place}`
      })
      return connection.rows(inSchema(numbered, schema), ...values)
    }
  const write = runOn(writing)
  const read = runOn(reading)
  const partitions = createServerPartitions(writing, schema)
  const keys = createServerKeys(write, ring)
  const writer = createServerWriter(write, partitions, keys)
  const tables = serverTables(read)
  let lostBodies = 0
  const forget = (): void => {
    writer.clear()
    keys.clear()
    partitions.clear()
  }

  return {
    ...readServerRecords(read, keys, tables, maxLooked),
    append: async batches => {
      const results: (StoreError | undefined)[] = []
      for (const batch of batches)
        try {
          lostBodies += await writer.write(batch, clock.now())
          results.push(undefined)
        } catch (error) {
          // What is remembered may be what another process has dropped.
          forget()
          results.push(error instanceof StoreError ? error : new StoreError('unavailable', String(error)))
        }
      return results
    },
    count: filter => countRecords(filter, tables),
    groups: query => answerGroups(query, tables),
    graph: query => answerGraph(query, tables),
    putFeedback: async ({ id, workspace, trace, value, weight, metadata, time }) => {
      await write({
        text: `INSERT INTO s.log_feedback VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
               workspace = excluded.workspace, trace = excluded.trace, value = excluded.value, weight = excluded.weight,
               metadata = excluded.metadata, time = excluded.time`,
        values: [
          id,
          workspaceText(workspace),
          columnText(trace),
          value,
          weight,
          JSON.stringify(metadata),
          time,
        ],
      })
    },
    erase: async ({ workspace, user }) => {
      const owner = user === undefined ? 'NULL' : '?'
      const [row] = await write({
        text: `SELECT s.log_erase(?, ${owner}) AS erased`,
        values: [workspaceText(workspace), ...(user === undefined ? [] : [user])],
      })
      keys.clear()
      return Number(row?.['erased'])
    },
    prune: async (retention, now) => {
      await write({
        text: `INSERT INTO s.log_state VALUES ('records_from', ?)
               ON CONFLICT (name) DO UPDATE SET value = greatest(log_state.value, excluded.value)`,
        values: [startOfPartition('record', now - retention.records)],
      })
      await partitions.drop({
        records: now - retention.records,
        bodies: now - retention.bodies,
        totals: now - retention.totals,
      })
      for (const [table, { column, retention: kept }] of Object.entries(SWEPT_TABLES))
        await write({
          text: `DELETE FROM s.${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM s.${table} WHERE ${column} < ? LIMIT ?))`,
          values: [now - kept(retention), SWEEP],
        })
      await keys.renew()
      forget()
      // Those of the next days are there before they are needed.
      await partitions.prepare([now, now + DAY, now + 2 * DAY])
      await partitions.analyze()
    },
    sealedWith: keys.sealedWith,
    status: async () => {
      const [row] = await read({
        text: `SELECT (SELECT coalesce(sum(requests), 0) FROM s.log_total WHERE level = 1 AND name = 'workspace'
                 AND bucket >= coalesce((SELECT value FROM s.log_state WHERE name = 'records_from'), 0)) AS records,
               (SELECT min(time) FROM s.log_record) AS oldest,
               (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class AS c
                 WHERE c.relnamespace = to_regnamespace(?) AND c.relkind = 'r' AND c.relname LIKE ?) AS bytes`,
        values: [`"${schema.replaceAll('"', '""')}"`, 'log\\_%'],
      })
      const oldest = row?.['oldest'] ?? undefined
      return {
        records: Number(row?.['records']),
        ...(oldest === undefined ? {} : { oldest: Number(oldest) }),
        bytes: Number(row?.['bytes']),
        details: { bodiesNotStored: lostBodies },
      }
    },
    close,
  }
}
