// The statements of the SQLite store. Synchronous: it runs in the worker thread that owns the connection.
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import {
  type Changes,
  type CommitResult,
  FEED_PART,
  type Heartbeat,
  type KindSize,
  type ListOptions,
  type Resource,
  type ResourceConflict,
  type Transaction,
} from '../../../control/core/resource-store.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import { DatabaseSync, useJournal } from '../../sqlite.ts'
import { MIGRATIONS } from './migrations.ts'

export interface SqliteDatabase {
  readonly connection: DatabaseSync
  /** Runs the actions in one transaction, which is durable when this returns. */
  readonly atOnce: (actions: () => void) => void
  /** Within `atOnce`. */
  readonly commit: (transaction: Transaction) => CommitResult
  readonly read: (kind: string, id: string) => Resource | undefined
  /** Resources as a JSON list of their identifiers, revisions and values: a string crosses threads faster than objects do. */
  readonly listText: (kind: string, options: ListOptions) => string
  readonly readManyText: (kind: string, ids: readonly string[]) => string
  readonly sizes: () => readonly KindSize[]
  readonly readBlob: (digest: string) => Uint8Array | undefined
  readonly revision: () => number
  readonly changesSince: (revision: number) => Changes
  readonly heartbeat: (heartbeat: Heartbeat) => void
  readonly endHeartbeat: (id: string) => void
  readonly heartbeats: () => readonly Heartbeat[]
}

/** Milliseconds that a write waits for other processes that write, in no order: one may be passed over while a disk is slow. */
const BUSY_TIMEOUT = 15_000

/** Changes that the feed remembers; who is further behind reads everything again. */
const MAX_CHANGES = 100_000

/** Text that no identifier with the prefix exceeds. */
const END = '\u{10ffff}'

export function openDatabase(path: string): SqliteDatabase {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT })
  const pragma = (text: string): unknown => connection.prepare(`PRAGMA ${text}`).get()
  // Before the first table, or it has no effect but a write, for which a full disk has no room.
  if (versionOf(connection) === 0) pragma('auto_vacuum = INCREMENTAL')
  useJournal(connection)
  pragma('synchronous = FULL')
  migrate(connection)
  const statements = new Map<string, StatementSync>()
  const prepared = (text: string): StatementSync => {
    const statement = statements.get(text) ?? connection.prepare(text)
    statements.set(text, statement)
    return statement
  }
  const run = (text: string, ...values: SQLInputValue[]): void => void prepared(text).run(...values)
  const row = (text: string, ...values: SQLInputValue[]): Row | undefined => prepared(text).get(...values)
  const rows = (text: string, ...values: SQLInputValue[]): readonly Row[] => prepared(text).all(...values)

  const read: SqliteDatabase['read'] = (kind, id) => {
    const found = row('SELECT value, revision FROM resource WHERE kind = ? AND id = ?', kind, id)
    return found && resourceOf(kind, { id, ...found })
  }
  const revision = (): number => Number(row('SELECT number FROM revision')?.['number'] ?? 0)

  const findConflict = ({ writes }: Transaction): ResourceConflict | undefined => {
    for (const { kind, id, expects } of writes) {
      if (expects === undefined) continue
      const found = read(kind, id)
      if (expects === 'absent' ? found !== undefined : found?.revision !== expects) return { kind, id, found }
    }
    return undefined
  }
  const commit: SqliteDatabase['commit'] = transaction => {
    const conflict = findConflict(transaction)
    if (conflict !== undefined) return { conflict }
    const next = revision() + 1
    run('UPDATE revision SET number = ?', next)
    for (const [digest, bytes] of transaction.blobs ?? [])
      run('INSERT INTO blob VALUES (?, ?) ON CONFLICT DO NOTHING', digest, bytes)
    for (const { kind, id, value } of transaction.writes) {
      if (value === undefined) run('DELETE FROM resource WHERE kind = ? AND id = ?', kind, id)
      else
        run(
          'INSERT INTO resource VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, revision = excluded.revision',
          kind,
          id,
          JSON.stringify(value),
          next,
        )
      run('INSERT INTO change VALUES (?, ?, ?) ON CONFLICT DO NOTHING', next, kind, id)
    }
    run('DELETE FROM change WHERE revision <= ?', next - MAX_CHANGES)
    return { revision: next }
  }

  return {
    connection,
    atOnce: actions => {
      connection.exec('BEGIN IMMEDIATE')
      try {
        actions()
        connection.exec('COMMIT')
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    commit,
    read,
    listText: (kind, { prefix = '', after, limit, descending = false }) => {
      const low = descending || after === undefined ? prefix : after
      const high = descending && after !== undefined ? after : prefix + END
      const text = descending
        ? 'SELECT id, value, revision FROM resource WHERE kind = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?'
        : after === undefined
          ? 'SELECT id, value, revision FROM resource WHERE kind = ? AND id >= ? AND id < ? ORDER BY id LIMIT ?'
          : 'SELECT id, value, revision FROM resource WHERE kind = ? AND id > ? AND id < ? ORDER BY id LIMIT ?'
      return textOf(rows(text, kind, low, high, limit))
    },
    readManyText: (kind, ids) =>
      textOf(
        rows(
          'SELECT id, value, revision FROM resource WHERE kind = ? AND id IN (SELECT value FROM json_each(?))',
          kind,
          JSON.stringify(ids),
        ),
      ),
    sizes: () =>
      rows(
        `SELECT kind, count(*) AS count, sum(octet_length(value)) AS bytes FROM resource GROUP BY kind ORDER BY bytes DESC, kind`,
      ).map(({ kind, count, bytes }) => ({ kind: String(kind), count: Number(count), bytes: Number(bytes) })),
    readBlob: digest => {
      const bytes = row('SELECT bytes FROM blob WHERE digest = ?', digest)?.['bytes']
      return bytes instanceof Uint8Array ? bytes : undefined
    },
    revision,
    changesSince: since => {
      const now = revision()
      if (since > now || since < now - MAX_CHANGES) return { revision: now, changed: undefined }
      // Transactions are not divided.
      const last = row(
        'SELECT revision FROM change WHERE revision > ? ORDER BY revision LIMIT 1 OFFSET ?',
        since,
        FEED_PART,
      )
      const until = last === undefined ? now : Number(last['revision'])
      const changed = rows(
        'SELECT DISTINCT kind, id FROM change WHERE revision > ? AND revision <= ?',
        since,
        until,
      )
      return {
        revision: until,
        changed: changed.map(({ kind, id }) => ({ kind: String(kind), id: String(id) })),
      }
    },
    heartbeat: ({ id, value, at }) =>
      run(
        'INSERT INTO heartbeat VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at',
        id,
        JSON.stringify(value),
        at,
      ),
    endHeartbeat: id => run('DELETE FROM heartbeat WHERE id = ?', id),
    heartbeats: () =>
      rows('SELECT id, value, at FROM heartbeat ORDER BY id').map(({ id, value, at }) => ({
        id: String(id),
        value: JSON.parse(String(value)) as JsonObject,
        at: Number(at),
      })),
  }
}

type Row = Readonly<Record<string, unknown>>

const resourceOf = (kind: string, { id, value, revision }: Row): Resource => ({
  kind,
  id: String(id),
  value: JSON.parse(String(value)) as JsonObject,
  revision: Number(revision),
})

/** Values are JSON as they are. */
const textOf = (found: readonly Row[]): string =>
  `[${found.map(({ id, value, revision }) => `${JSON.stringify(id)},${String(revision)},${String(value)}`).join()}]`

const versionOf = (connection: DatabaseSync): number =>
  Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])

/** Brings the schema to the last step. Two processes may open a new file at once, so each step is taken under the lock. */
function migrate(connection: DatabaseSync): void {
  if (versionOf(connection) < MIGRATIONS.length) {
    connection.exec('BEGIN IMMEDIATE')
    for (const [index, step] of MIGRATIONS.entries())
      if (versionOf(connection) === index) connection.exec(`${step} PRAGMA user_version = ${index + 1}`)
    connection.exec('COMMIT')
  }
  const version = versionOf(connection)
  if (version > MIGRATIONS.length)
    throw new StoreError(
      'newer-schema',
      `The store has the schema ${version}; this version of Portolan knows schemas up to ${MIGRATIONS.length}. Update it.`,
    )
}
