// Opens the log store beside the store of saved resources that an address names. A driver is loaded only when it is needed.
import { resolve } from 'node:path'
import type { KeyRing } from '../../control/core/sealing/key-ring.ts'
import { StoreError } from '../../control/core/store-error.ts'
import type { LogStore } from '../../control/logs/log-store.ts'
import { createStoreFile } from '../create-folder.ts'
import { openToOthers, sqliteFiles } from '../private-files.ts'
import { readPostgresAddress } from '../resources/postgres/postgres-address.ts'
import { logPath } from './log-path.ts'
import { openWorkerLogStore } from './worker-log-store.ts'

export interface LogStoreOptions {
  /** The folder of the manifest, which relative paths start from. */
  readonly folder: string
  /** The keys of `encryption_key`. Without them no bodies are stored. */
  readonly ring?: KeyRing | undefined
  /** Told if others can reach the file. */
  readonly warn?: (sentence: string) => void
}

const MEMORY = ':memory:'

/**
 * The address is that of `store:` in the manifest. Of a file `store.db`, logs are in `store.logs.db` beside it, which has a writer of
 * its own; in PostgreSQL they are in the same schema. Rejects with a `StoreError`: `invalid-address` for other stores.
 */
export async function openLogStore(
  address: string,
  { folder, ring, warn }: LogStoreOptions,
): Promise<LogStore> {
  if (/^sqlite:./.test(address)) {
    const file = address.slice('sqlite:'.length)
    const path = file === MEMORY ? file : logPath(resolve(folder, file))
    const name = `sqlite:${path}`
    if (path !== MEMORY) {
      createStoreFile(path, `The log store ${name}`)
      const open = openToOthers(`The log store ${name}`, sqliteFiles(path))
      if (open !== undefined) warn?.(open)
    }
    return await openWorkerLogStore(name, { driver: 'sqlite', address: path, ring }, path !== MEMORY)
  }
  if (/^postgres(ql)?:\/\//.test(address)) {
    const { name } = readPostgresAddress(address)
    return await openWorkerLogStore(name, { driver: 'postgres', address, ring }, false)
  }
  throw new StoreError(
    'invalid-address',
    'Logs are stored in SQLite or PostgreSQL: the store must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.',
  )
}
