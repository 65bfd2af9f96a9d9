// Writes what is counted of a batch into the file: totals and cells, which are added to those that are there, and the dictionary.
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LOG_GROUPS } from '../../../control/logs/log-store.ts'
import { countRows } from '../count-rows.ts'
import { gatherRows, seenValues } from '../gather-rows.ts'
import type { Counted } from '../growing-counts.ts'
import { ALL_COUNT_COLUMNS, COUNT_COLUMNS } from '../log-counts.ts'
import type { LogRow } from '../log-row.ts'
import { type SeenValue, seenKey } from '../seen-value.ts'
import { createValueCap, dictionaryOf } from '../value-cap.ts'
import { type LogConnection, MERGE_LATENCIES } from './log-connection.ts'
import { marks, weekTable } from './log-schema.ts'

/** A column of counts that is raised by what is written. */
const RAISED = [
  ...COUNT_COLUMNS.map(column => `${column} = ${column} + excluded.${column}`),
  'first_seen = min(first_seen, excluded.first_seen)',
  'last_seen = max(last_seen, excluded.last_seen)',
  `histogram = ${MERGE_LATENCIES}(histogram, excluded.histogram)`,
].join(', ')

const COUNTS = `${ALL_COUNT_COLUMNS.join(', ')}, histogram`
const INSERT_TOTAL = `(level, name, bucket, workspace, value, ${COUNTS})
  VALUES (${marks(5 + ALL_COUNT_COLUMNS.length + 1)}) ON CONFLICT DO UPDATE SET ${RAISED}`
const INSERT_CELL = `(level, bucket, cell, ${LOG_GROUPS.join(', ')}, ${COUNTS})
  VALUES (${marks(3 + LOG_GROUPS.length + ALL_COUNT_COLUMNS.length + 1)}) ON CONFLICT DO UPDATE SET ${RAISED}`
const INSERT_VALUE = `INSERT INTO log_value (name, workspace, value, uses, last_seen) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET uses = uses + excluded.uses, last_seen = max(last_seen, excluded.last_seen)`

/** The statements of one week. */
export interface CountStatements {
  readonly total: StatementSync
  readonly cell: StatementSync
}

export const countStatements = ({ prepare }: LogConnection, week: number): CountStatements => ({
  total: prepare(`INSERT INTO ${weekTable('total', week)} ${INSERT_TOTAL}`),
  cell: prepare(`INSERT INTO ${weekTable('cell', week)} ${INSERT_CELL}`),
})

export interface CountWriter {
  /** Within a transaction. */
  readonly write: (rows: readonly LogRow[]) => void
  /** Forgets what it remembers of the dictionary. */
  readonly clear: () => void
}

/** `statementsAt`: those of the week of a time. */
export function createCountWriter(
  { run, row }: LogConnection,
  statementsAt: (time: number) => CountStatements,
): CountWriter {
  const cap = createValueCap()

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

  return {
    write: rows => {
      const gathered = gatherRows(rows)
      const values = seenValues(gathered)
      const refused = refusedOf(values)
      const { totals, cells } = countRows(gathered, refused)
      for (const each of totals) {
        const { level, name, bucket, workspace, value } = each
        statementsAt(bucket).total.run(level, name, bucket, workspace, value, ...countedColumns(each))
      }
      for (const each of cells) {
        const { level, bucket, cell } = each
        const groups = LOG_GROUPS.map(group => each.values[group])
        statementsAt(bucket).cell.run(level, bucket, cell, ...groups, ...countedColumns(each))
      }
      for (const { name, workspace, value, uses, last } of dictionaryOf(values, refused))
        run(INSERT_VALUE, name, workspace, value, uses, last)
    },
    clear: () => cap.clear(),
  }
}

function countedColumns({ counts, latencies }: Counted): readonly SQLInputValue[] {
  const columns: SQLInputValue[] = []
  for (const column of ALL_COUNT_COLUMNS) columns.push(counts[column])
  columns.push(new Int32Array(latencies))
  return columns
}
