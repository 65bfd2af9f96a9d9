// Writes rows into the tables of one week: the record with its columns, the line, values of the metadata, bodies, and where the
// record is found by its identifiers.
import type { SQLInputValue } from 'node:sqlite'
import { LOG_GROUPS } from '../../../control/logs/log-store.ts'
import type { LogRow } from '../log-row.ts'
import type { SealedBodies } from './file-keys.ts'
import { type IdentifierEntry, identifierHash, identifierWriter } from './identifiers.ts'
import type { LogConnection } from './log-connection.ts'
import { marks, ROW_COLUMNS, ROW_COUNTS, ROWS_PER_MILLISECOND, rowIdAt, weekTable } from './log-schema.ts'

/** Within a transaction. */
export interface RowWriter {
  readonly write: (row: LogRow, seal: () => SealedBodies | undefined) => void
  /** Writes what is written once for many rows: before the end of the transaction. */
  readonly finish: () => void
}

export function createRowWriter(file: LogConnection, week: number): RowWriter {
  const record = file.prepare(
    `INSERT INTO ${weekTable('record', week)} VALUES (${marks(ROW_COLUMNS.length)}) ON CONFLICT DO NOTHING`,
  )
  const line = file.prepare(`INSERT INTO ${weekTable('line', week)} VALUES (?, ?)`)
  const metadata = file.prepare(
    `INSERT INTO ${weekTable('metadata', week)} VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const body = file.prepare(`INSERT INTO ${weekTable('body', week)} VALUES (?, ?, ?, ?)`)
  const writeIdentifiers = identifierWriter(file, week)
  let found: IdentifierEntry[] = []
  return {
    write: (row, seal) => {
      const names = Object.keys(row.metadata)
      const columns = columnsOf(row, names.length === 0 ? null : JSON.stringify(row.metadata))
      const hash = identifierHash(row.record)
      const start = rowIdAt(row.time, week)
      let place = placeOf(hash)
      // Two records of a millisecond seldom have one place.
      while (record.run(start + place, ...columns).changes === 0) place = (place + 1) % ROWS_PER_MILLISECOND
      const id = start + place
      line.run(id, row.line)
      for (const name of names) metadata.run(name, row.metadata[name] ?? '', id)
      found.push({ hash, id })
      // The identifier of a request is that of its trace too, unless the client names one.
      if (row.trace !== row.record) found.push({ hash: identifierHash(row.trace), id })
      const sealed = seal()
      if (sealed !== undefined) body.run(id, sealed.key, sealed.request ?? null, sealed.response ?? null)
    },
    finish: () => {
      writeIdentifiers(found)
      found = []
    },
  }
}

/** All columns but the identifier. */
function columnsOf(row: LogRow, metadata: string | null): readonly SQLInputValue[] {
  const columns: SQLInputValue[] = [row.time, row.record, row.trace, row.span]
  for (const group of LOG_GROUPS) columns.push(row[group])
  columns.push(row.cache)
  for (const column of ROW_COUNTS) columns.push(row.counts[column])
  columns.push(row.latency, row.error, metadata)
  return columns
}

/** A place among the rows of a millisecond, spread evenly. */
const placeOf = (hash: number): number => (hash >>> 0) % ROWS_PER_MILLISECOND
