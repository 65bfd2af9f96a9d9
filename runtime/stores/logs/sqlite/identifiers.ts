// How a record is found by its identifier or its trace. Both are random, so that an index of them changes another page with each
// record of a batch, and all of those are written twice. Here a batch changes the pages of one small part of the table, which is
// followed by another part when it is full; a look tries every part.
import type { LogCondition } from '../count-statements.ts'
import type { LogConnection } from './log-connection.ts'
import { indexName, weekTable } from './log-schema.ts'

/** Entries of a part, more or less: some 250 KB. */
const PART_SIZE = 16_384

/** Where a value may be: the row has to be compared, since other values have the same hash. */
export interface IdentifierEntry {
  readonly hash: number
  /** Of the row. */
  readonly id: number
}

/** FNV-1a, as an integer of 32 bits with its sign, which SQLite stores in four bytes. */
export function identifierHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

/** Weeks of earlier versions have indexes instead, and so have those that such a version has written to as well. */
const isIndexed = (file: LogConnection, week: number): boolean =>
  file.row('SELECT 1 FROM sqlite_schema WHERE name = ?', indexName('record', week, 'trace')) !== undefined

/** Rows `r` of a week: `FROM ${from} AS r WHERE ${condition}`. */
export interface RowSource {
  readonly from: string
  readonly condition: LogCondition
}

/** The rows with this identifier. Parts come first, whatever else is asked of the rows: each look is short. */
export function rowsIdentified(
  file: LogConnection,
  week: number,
  column: 'record' | 'trace',
  value: string,
): RowSource {
  const rows = weekTable('record', week)
  if (isIndexed(file, week)) return { from: rows, condition: [`r.${column} = ?`, value] }
  const table = weekTable('identifier', week)
  return {
    from: `(
      WITH RECURSIVE parts (part) AS (
        SELECT 0 UNION ALL SELECT part + 1 FROM parts WHERE part < (SELECT max(part) FROM ${table})
      ) SELECT part FROM parts
    ) AS p CROSS JOIN ${table} AS i CROSS JOIN ${rows}`,
    // No row is found twice: both entries of a row are in one part, where equal ones are one.
    condition: [
      `i.part = p.part AND i.hash = ? AND r.id = i.id AND r.${column} = ?`,
      identifierHash(value),
      value,
    ],
  }
}

export type WriteIdentifiers = (entries: readonly IdentifierEntry[]) => void

/** Within a transaction. What it remembers of the last part may be too little where other processes write: then parts are larger. */
export function identifierWriter(file: LogConnection, week: number): WriteIdentifiers {
  if (isIndexed(file, week)) return () => {}
  const table = weekTable('identifier', week)
  const insert = file.prepare(`INSERT INTO ${table} VALUES (?, ?, ?) ON CONFLICT DO NOTHING`)
  const last = file.row(
    `SELECT part, count(*) AS size FROM ${table} WHERE part = (SELECT max(part) FROM ${table})`,
  )
  let part = Number(last?.['part'] ?? 0)
  let size = Number(last?.['size'] ?? 0)
  return entries => {
    if (size >= PART_SIZE) {
      part += 1
      size = 0
    }
    // In their order a page is looked for once.
    for (const { hash, id } of entries.toSorted((a, b) => a.hash - b.hash)) insert.run(part, hash, id)
    size += entries.length
  }
}
