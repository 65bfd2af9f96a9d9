// Writes batches into the file: records, bodies, counts and the dictionary, all in one transaction.
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LOG_GROUPS, type LogBatch, type LoggedBodies } from '../../../control/logs/log-store.ts'
import { countRows } from '../count-rows.ts'
import { gatherRows, seenValues } from '../gather-rows.ts'
import type { Counted } from '../growing-counts.ts'
import { ALL_COUNT_COLUMNS, COUNT_COLUMNS } from '../log-counts.ts'
import type { PartitionedTable } from '../log-retention.ts'
import type { LogRow } from '../log-row.ts'
import { type SeenValue, seenKey } from '../seen-value.ts'
import { createValueCap, dictionaryOf } from '../value-cap.ts'
import type { FileKeys } from './file-keys.ts'
import { type LogConnection, MERGE_LATENCIES } from './log-connection.ts'
import { ROW_COLUMNS, ROWS_PER_MILLISECOND, rowIdAt, weekOf, weekTable, weekTables } from './log-schema.ts'

export interface ReadBatch {
  readonly batch: LogBatch
  readonly rows: readonly LogRow[]
}

export interface BatchWriter {
  /** Batches that were written before are left out. Returns how many bodies were not stored. */
  readonly write: (batches: readonly ReadBatch[], now: number) => number
  /** Forgets what it remembers of the file. */
  readonly clear: () => void
}

const marks = (count: number): string => Array(count).fill('?').join(', ')

/** A column of counts that is raised by what is written. */
const RAISED = [
  ...COUNT_COLUMNS.map(column => `${column} = ${column} + excluded.${column}`),
  'first_seen = min(first_seen, excluded.first_seen)',
  'last_seen = max(last_seen, excluded.last_seen)',
  `histogram = ${MERGE_LATENCIES}(histogram, excluded.histogram)`,
].join(', ')

const INSERT_ROW = `VALUES (${marks(ROW_COLUMNS.length)}) ON CONFLICT DO NOTHING`
const INSERT_TOTAL = `(level, name, bucket, workspace, value, ${ALL_COUNT_COLUMNS.join(', ')}, histogram)
  VALUES (${marks(5 + ALL_COUNT_COLUMNS.length + 1)}) ON CONFLICT DO UPDATE SET ${RAISED}`
const INSERT_CELL = `(level, bucket, cell, ${LOG_GROUPS.join(', ')}, ${ALL_COUNT_COLUMNS.join(', ')}, histogram)
  VALUES (${marks(3 + LOG_GROUPS.length + ALL_COUNT_COLUMNS.length + 1)}) ON CONFLICT DO UPDATE SET ${RAISED}`
const INSERT_VALUE = `INSERT INTO log_value (name, workspace, value, uses, last_seen) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET uses = uses + excluded.uses, last_seen = max(last_seen, excluded.last_seen)`

interface WeekStatements extends Readonly<Record<PartitionedTable, StatementSync>> {
  readonly week: number
}

function weekStatements({ prepare }: LogConnection, week: number): WeekStatements {
  const insert = (table: PartitionedTable, rest: string): StatementSync =>
    prepare(`INSERT INTO ${weekTable(table, week)} ${rest}`)
  return {
    week,
    record: insert('record', INSERT_ROW),
    line: insert('line', 'VALUES (?, ?)'),
    metadata: insert('metadata', 'VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    body: insert('body', 'VALUES (?, ?, ?, ?)'),
    total: insert('total', INSERT_TOTAL),
    cell: insert('cell', INSERT_CELL),
  }
}

export function createBatchWriter(file: LogConnection, keys: FileKeys): BatchWriter {
  const { run, row } = file
  const cap = createValueCap()
  const weeks = new Map<number, WeekStatements>()
  /** The tables of the week of a time. */
  const weekAt = (time: number): WeekStatements => {
    const week = weekOf(time)
    const found = weeks.get(week)
    if (found !== undefined) return found
    file.connection.exec(weekTables(week))
    const prepared = weekStatements(file, week)
    weeks.set(week, prepared)
    return prepared
  }

  const refusedOf = (values: readonly SeenValue[]): ReadonlySet<string> => {
    const unknown = cap.unknown(values)
    for (const each of cap.unmeasured(unknown)) {
      const { name, workspace } = each
      const found = row(
        'SELECT count(*) AS size FROM log_value WHERE name = ? AND workspace = ?',
        name,
        workspace,
      )
      cap.measured(each, Number(found?.['size']))
    }
    const isThere = ({ name, workspace, value }: SeenValue): boolean =>
      row(
        'SELECT 1 FROM log_value WHERE name = ? AND workspace = ? AND value = ?',
        name,
        workspace,
        value,
      ) !== undefined
    const found = unknown.filter(isThere).map(each => seenKey(each.workspace, each.name, each.value))
    return cap.admit(unknown, new Set(found))
  }

  /** Returns how many bodies were stored: 1 or 0. */
  const writeRow = (each: LogRow, bodies: LoggedBodies | undefined, now: number): number => {
    const { week, record, line, metadata, body } = weekAt(each.time)
    const entries = Object.entries(each.metadata)
    const columns = columnsOf(each, entries.length === 0 ? null : JSON.stringify(each.metadata))
    const start = rowIdAt(each.time, week)
    let place = placeOf(each.record)
    // Two records of a millisecond seldom have one place.
    while (record.run(start + place, ...columns).changes === 0) place = (place + 1) % ROWS_PER_MILLISECOND
    const id = start + place
    line.run(id, each.line)
    for (const [key, value] of entries) metadata.run(key, value, id)
    const sealed = bodies && keys.seal(each, bodies, now)
    if (sealed === undefined) return 0
    body.run(id, sealed.key, sealed.request ?? null, sealed.response ?? null)
    return 1
  }

  const writeCounts = (rows: readonly LogRow[]): void => {
    const gathered = gatherRows(rows)
    const values = seenValues(gathered)
    const refused = refusedOf(values)
    const { totals, cells } = countRows(gathered, refused)
    for (const each of totals) {
      const { level, name, bucket, workspace, value } = each
      weekAt(bucket).total.run(level, name, bucket, workspace, value, ...countedColumns(each))
    }
    for (const each of cells) {
      const { level, bucket, cell } = each
      const groups = LOG_GROUPS.map(group => each.values[group])
      weekAt(bucket).cell.run(level, bucket, cell, ...groups, ...countedColumns(each))
    }
    for (const { name, workspace, value, uses, last } of dictionaryOf(values, refused))
      run(INSERT_VALUE, name, workspace, value, uses, last)
  }

  return {
    write: (batches, now) => {
      const fresh = batches.filter(
        ({ batch }) => run('INSERT INTO log_batch VALUES (?, ?) ON CONFLICT DO NOTHING', batch.id, now) > 0,
      )
      let lost = 0
      for (const { batch, rows } of fresh) {
        const bodies = new Map(batch.bodies?.map(each => [each.id, each]))
        lost += bodies.size
        for (const each of rows) lost -= writeRow(each, bodies.get(each.record), now)
      }
      writeCounts(fresh.flatMap(({ rows }) => rows))
      return lost
    },
    clear: () => {
      cap.clear()
      weeks.clear()
    },
  }
}

/** All columns but the identifier. */
const columnsOf = (row: LogRow, metadata: string | null): readonly SQLInputValue[] => [
  row.time,
  row.record,
  row.trace,
  row.span,
  ...LOG_GROUPS.map(group => row[group]),
  row.cache,
  ...COUNT_COLUMNS.filter(column => column !== 'requests').map(column => row.counts[column]),
  row.latency,
  row.error,
  metadata,
]

const countedColumns = ({ counts, latencies }: Counted): readonly SQLInputValue[] => [
  ...ALL_COUNT_COLUMNS.map(column => counts[column]),
  new Int32Array(latencies),
]

/** A place among the rows of a millisecond, spread evenly: FNV-1a. */
function placeOf(record: string): number {
  let place = 0x811c9dc5
  for (let at = 0; at < record.length; at += 1) place = Math.imul(place ^ record.charCodeAt(at), 0x01000193)
  return (place >>> 0) % ROWS_PER_MILLISECOND
}
