// Copies a SQLite store with its log store while gateways use both, and puts a copy back. A copy has no encryption
// keys: without them its secrets and bodies stay closed, so it reports which ones it needs.
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { Resource } from '../../control/core/resource-store.ts'
import { checkSecrets, type SecretCheck } from '../../control/core/sealing/check-secrets.ts'
import type { Sealing } from '../../control/core/sealing/sealing.ts'
import { StoreError } from '../../control/core/store-error.ts'
import { SEALED_KINDS } from '../../control/kinds.ts'
import { createPrivateFolder } from '../create-folder.ts'
import { logPath } from '../logs/log-path.ts'
import { LOG_MIGRATIONS } from '../logs/sqlite/log-schema.ts'
import { MIGRATIONS } from '../resources/sqlite/migrations.ts'
import { DatabaseSync } from '../sqlite.ts'
import { asStoreError, checkDatabase, copyDatabase } from './copy-database.ts'
import { holdPlace } from './replace-database.ts'

export interface StoreCopy {
  readonly file: string
  /** The copy of the log store; absent if there is none. */
  readonly logs?: string
  readonly revision: number
  /** The ids of the encryption keys that the copy needs. */
  readonly encryptionKeys: readonly string[]
}

/** Throws a `StoreError`; a file that exists is not overwritten. */
export async function backupStore(store: string, file: string, withLogs: boolean): Promise<StoreCopy> {
  const [from, to] = [logPath(store), logPath(file)]
  const copiesLogs = withLogs && existsSync(from)
  if (!existsSync(store)) throw new StoreError('unavailable', `The store sqlite:${store} does not exist.`)
  if (copiesLogs && existsSync(to)) throw new StoreError('unavailable', `The file ${to} exists already.`)
  copyDatabase(store, file)
  if (copiesLogs) copyDatabase(from, to)
  return await describe(file, copiesLogs ? to : undefined)
}

export interface RestoredStore extends StoreCopy {
  /** Where the databases are that were replaced. */
  readonly replaced: readonly string[]
  readonly secrets: SecretCheck
}

/**
 * The copy is copied, so that it can be restored again. Throws a `StoreError` if it is none of a store, if it is
 * damaged, or if the store is in use; nothing has changed then.
 */
export async function restoreStore(
  file: string,
  store: string,
  sealing: Sealing | undefined,
): Promise<RestoredStore> {
  const [from, to] = [logPath(file), logPath(store)]
  const hasLogs = existsSync(from)
  const parts: readonly DatabasePart[] = [
    { from: file, to: store, table: 'resource', schema: MIGRATIONS.length, name: 'store' },
    ...(hasLogs
      ? [{ from, to, table: 'log_batch', schema: LOG_MIGRATIONS.length, name: 'log store' } as const]
      : []),
  ]
  for (const part of parts) asStoreError(`${part.from} cannot be restored`, () => inspect(part))
  asStoreError(`${store} cannot be written`, () => createPrivateFolder(dirname(store)))
  const held: ReturnType<typeof holdPlace>[] = []
  const staged = (path: string): string => `${path}.restoring`
  try {
    for (const part of parts) held.push(holdPlace(part.to))
    for (const part of parts) {
      rmSync(staged(part.to), { force: true })
      copyDatabase(part.from, staged(part.to))
    }
    forgetProcesses(staged(store))
    const replaced = parts.flatMap((part, at) => held[at]?.replace(staged(part.to)) ?? [])
    for (const place of held.splice(0)) place.release()
    const copy = await describe(store, hasLogs ? to : undefined)
    return { ...copy, replaced, secrets: await secretsIn(store, sealing) }
  } finally {
    for (const place of held) place.release()
    for (const part of parts) rmSync(staged(part.to), { force: true })
  }
}

interface DatabasePart {
  readonly from: string
  readonly to: string
  /** A table that every such database has. */
  readonly table: string
  /** The newest schema that this version knows. */
  readonly schema: number
  readonly name: string
}

function inspect({ from, table, schema, name }: DatabasePart): void {
  if (!existsSync(from)) throw new StoreError('unavailable', `The file ${from} does not exist.`)
  const connection = new DatabaseSync(from)
  try {
    const found = connection
      .prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`)
      .get(table)
    if (found === undefined)
      throw new StoreError('unavailable', `The file ${from} is not a copy of a ${name}.`)
    const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version > schema)
      throw new StoreError(
        'newer-schema',
        `The file ${from} has the schema ${version}; this version of Portolan knows schemas up to ${schema}. Update it.`,
      )
  } finally {
    connection.close()
  }
  checkDatabase(from)
}

/** The processes that used the store when it was copied. */
function forgetProcesses(path: string): void {
  const connection = new DatabaseSync(path)
  try {
    connection.exec('DELETE FROM heartbeat')
  } finally {
    connection.close()
  }
}

async function describe(file: string, logs: string | undefined): Promise<StoreCopy> {
  const { missing } = await secretsIn(file, undefined)
  const ofBodies = logs === undefined ? [] : bodyKeysIn(logs)
  const connection = new DatabaseSync(file)
  try {
    return {
      file,
      ...(logs !== undefined && { logs }),
      revision: Number(connection.prepare('SELECT number FROM revision').get()?.['number'] ?? 0),
      encryptionKeys: [...new Set([...missing, ...ofBodies])].sort(),
    }
  } finally {
    connection.close()
  }
}

/**
 * The secrets of a store in a file, opened with the keys. Without keys, all of them are closed, and all ids of keys
 * are missing.
 */
async function secretsIn(path: string, sealing: Sealing | undefined): Promise<SecretCheck> {
  const connection = new DatabaseSync(path)
  try {
    const marks = SEALED_KINDS.map(() => '?').join(', ')
    const rows = connection
      .prepare(`SELECT kind, id, value, revision FROM resource WHERE kind IN (${marks})`)
      .all(...SEALED_KINDS)
    return await checkSecrets(
      rows.map(({ kind, id, value, revision }): Resource => {
        const read: JsonObject = asObject(parseJson(String(value)))
        return { kind: String(kind), id: String(id), value: read, revision: Number(revision) }
      }),
      sealing,
    )
  } finally {
    connection.close()
  }
}

/** The ids of the keys that have sealed the bodies of a log store in a file. */
function bodyKeysIn(path: string): readonly string[] {
  const connection = new DatabaseSync(path)
  try {
    return connection
      .prepare(`SELECT DISTINCT sealed ->> '$.key' AS key FROM log_key ORDER BY 1`)
      .all()
      .map(({ key }) => String(key))
  } finally {
    connection.close()
  }
}
