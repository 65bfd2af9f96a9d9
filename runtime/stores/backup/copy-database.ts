// Copies a SQLite database that others use: one transaction reads all of it, so the copy is of one moment however long it takes and
// whatever is written meanwhile. The online backup of SQLite starts again with each write of another process, and may never end.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../../control/core/store-error.ts'
import { createPrivateFile } from '../private-files.ts'
import { DatabaseSync } from '../sqlite.ts'

/** Milliseconds that the copy waits for a lock of others, which they hold while they open or close the database. */
const BUSY_TIMEOUT = 15_000

/** Runs what SQLite and the system may refuse, and throws a `StoreError` then. `subject` begins its sentence. */
export function asStoreError<Result>(subject: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('unavailable', `${subject}: ${reason.replace(/\.?$/, '.')}`)
  }
}

/** A new file, which only its user can read; it is there as a whole, durable and without damage, or not at all. */
export function copyDatabase(from: string, to: string): void {
  if (existsSync(to)) throw new StoreError('unavailable', `The file ${to} exists already.`)
  const partial = `${to}.partial`
  asStoreError(`${from} cannot be copied to ${to}`, () => {
    rmSync(partial, { force: true })
    createPrivateFile(partial)
    try {
      const connection = new DatabaseSync(from, { timeout: BUSY_TIMEOUT })
      try {
        connection.prepare('VACUUM INTO ?').run(partial)
      } finally {
        connection.close()
      }
      checkDatabase(partial)
      syncFile(partial)
      renameSync(partial, to)
      syncFile(dirname(to))
    } finally {
      rmSync(partial, { force: true })
    }
  })
}

/** Throws a `StoreError` if the database is damaged. */
export function checkDatabase(path: string): void {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT })
  try {
    const [first] = connection.prepare('PRAGMA integrity_check(1)').all()
    const found = String(first?.['integrity_check'])
    if (found !== 'ok') throw new StoreError('unavailable', `${path} is damaged: ${found}.`)
  } finally {
    connection.close()
  }
}

/** Makes the contents of a file, or the names in a folder, durable. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
