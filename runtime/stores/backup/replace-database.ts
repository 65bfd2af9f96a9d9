// Puts a database in the place of another one that is not in use. The old one stays next to it.
import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../../control/core/store-error.ts'
import { DatabaseSync } from '../sqlite.ts'
import { syncFile } from './copy-database.ts'

export interface HeldPlace {
  /** Where the database was moved to that was there. */
  readonly replace: (next: string) => string | undefined
  readonly release: () => void
}

/**
 * No other process can open the database at a path until it is released. Throws a `StoreError` if one has it open: to leave the mode of
 * the journal, SQLite needs all of it.
 */
export function holdPlace(path: string): HeldPlace {
  if (!existsSync(path)) return { replace: next => move(next, path), release: () => {} }
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE')
    const mode = connection.prepare('PRAGMA journal_mode = DELETE').get()?.['journal_mode']
    if (mode !== 'delete') throw new Error(`the journal is still in the mode ${String(mode)}`)
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (isBusy(error))
      throw new StoreError(
        'unavailable',
        `The store ${path} is in use: stop the gateways and commands that use it, then restore it.`,
      )
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('unavailable', `The store ${path} cannot be replaced: ${reason}.`)
  }
  return {
    replace: next => {
      const old = freeName(path)
      renameSync(path, old)
      move(next, path)
      return old
    },
    release: () => {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      connection.close()
    },
  }
}

function move(next: string, path: string): undefined {
  renameSync(next, path)
  syncFile(dirname(path))
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.replaced-${number}`
    if (!existsSync(name)) return name
  }
}

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [SQLITE_BUSY, SQLITE_LOCKED].includes(error.errcode & 0xff)
