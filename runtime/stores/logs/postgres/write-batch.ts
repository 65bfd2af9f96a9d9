// Writes a batch into PostgreSQL by one statement, so that no transaction stays open when a process dies: all of it, or nothing.
import { LOG_GROUPS, type LogBatch } from '../../../control/logs/log-store.ts'
import { countRows } from '../count-rows.ts'
import { gatherRows, seenValues } from '../gather-rows.ts'
import type { Counted } from '../growing-counts.ts'
import { ALL_COUNT_COLUMNS, COUNT_COLUMNS } from '../log-counts.ts'
import { type LogRow, rowsOf } from '../log-row.ts'
import { type SeenValue, seenKey } from '../seen-value.ts'
import { createValueCap, dictionaryOf } from '../value-cap.ts'
import type { ServerKeys } from './server-keys.ts'
import type { ServerPartitions } from './server-partitions.ts'
import type { RunStatement } from './server-tables.ts'

export interface ServerWriter {
  /** Returns how many bodies were not stored. Rejects with a `StoreError`. */
  readonly write: (batch: LogBatch, now: number) => Promise<number>
  readonly clear: () => void
}

export function createServerWriter(
  run: RunStatement,
  partitions: ServerPartitions,
  keys: ServerKeys,
): ServerWriter {
  const cap = createValueCap()

  const refusedOf = async (values: readonly SeenValue[]): Promise<ReadonlySet<string>> => {
    const unknown = cap.unknown(values)
    if (unknown.length === 0) return new Set()
    const unmeasured = cap.unmeasured(unknown)
    const sizes = await run({
      text: `SELECT given.name, given.workspace, count(v.value) AS size
             FROM json_to_recordset(?::text::json) AS given (name text, workspace text)
             LEFT JOIN s.log_value AS v ON v.name = given.name AND v.workspace = given.workspace GROUP BY 1, 2`,
      values: [JSON.stringify(unmeasured.map(({ name, workspace }) => ({ name, workspace })))],
    })
    for (const { name, workspace, size } of sizes)
      cap.measured({ name: String(name), workspace: String(workspace) }, Number(size))
    const found = await run({
      text: `SELECT name, workspace, value FROM s.log_value WHERE (name, workspace, value) IN (
             SELECT name, workspace, value FROM json_to_recordset(?::text::json) AS given (name text, workspace text, value text))`,
      values: [JSON.stringify(unknown.map(({ name, workspace, value }) => ({ name, workspace, value })))],
    })
    return cap.admit(
      unknown,
      new Set(
        found.map(each => seenKey(String(each['workspace']), String(each['name']), String(each['value']))),
      ),
    )
  }

  return {
    write: async (batch, now) => {
      const rows = rowsOf(batch)
      const gathered = gatherRows(rows)
      const values = seenValues(gathered)
      await partitions.prepare(rows.map(({ time }) => time))
      const refused = await refusedOf(values)
      const { totals, cells } = countRows(gathered, refused)
      const bodies = await keys.seal(rows, batch.bodies ?? [], now)
      const written = dictionaryOf(values, refused)
      await run({
        text: 'SELECT s.log_append(?, ?, ?, ?, ?, ?, ?, ?)',
        values: [
          batch.id,
          now,
          rows.map(({ line }) => line).join('\n'),
          JSON.stringify(rows.map(rowFields)),
          JSON.stringify(
            totals.map(each => {
              const { level, name, bucket, workspace, value } = each
              return { level, name, bucket, workspace, value, ...countFields(each) }
            }),
          ),
          JSON.stringify(
            cells.map(each => {
              const { level, bucket, cell, values: groups } = each
              return { level, bucket, cell, ...groups, ...countFields(each) }
            }),
          ),
          JSON.stringify(
            written.map(({ name, workspace, value, uses, last }) => ({
              name,
              workspace,
              value,
              uses,
              last_seen: last,
            })),
          ),
          JSON.stringify(bodies),
        ],
      })
      return (batch.bodies?.length ?? 0) - bodies.length
    },
    clear: () => cap.clear(),
  }
}

const rowFields = (row: LogRow): Readonly<Record<string, unknown>> => ({
  time: row.time,
  record: row.record,
  trace: row.trace,
  span: row.span,
  cache: row.cache,
  latency: row.latency,
  error: row.error,
  metadata: Object.keys(row.metadata).length === 0 ? null : row.metadata,
  ...Object.fromEntries(LOG_GROUPS.map(group => [group, row[group]])),
  ...Object.fromEntries(COUNT_COLUMNS.map(column => [column, row.counts[column]])),
})

const countFields = ({ counts, latencies }: Counted): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(ALL_COUNT_COLUMNS.map(column => [column, counts[column]])),
  histogram: latencies,
})
