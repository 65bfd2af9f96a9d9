// One writer at a time. The lock is one of the operating system, which ends with its process whatever happens to that: an
// empty SQLite file is locked, since Node has no other way to such locks. A file with a process number would outlive its
// process, and the number may belong to another one, or to another container.
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../../../control/store-error.ts'
import type { Clock } from '../../../values/ports.ts'

export interface FolderLock {
  /** Runs the action while no other process writes. */
  readonly hold: <Result>(action: () => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Milliseconds between two tries. */
const PAUSE = 3
/** Milliseconds after which a writer is refused. */
export const MAX_LOCK_WAIT = 5000

const SQLITE_BUSY = 5

export function createFolderLock(
  path: string,
  name: string,
  clock: Clock,
  maxWait = MAX_LOCK_WAIT,
): FolderLock {
  let connection: DatabaseSync | undefined
  const take = (): boolean => {
    connection ??= new DatabaseSync(path, { timeout: 0 })
    try {
      connection.exec('BEGIN EXCLUSIVE')
      return true
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
      throw error
    }
  }
  return {
    hold: async action => {
      const start = clock.monotonic()
      while (!take()) {
        if (clock.monotonic() - start > maxWait)
          throw new StoreError(
            'unavailable',
            `The store ${name} cannot be written: another process has been writing to it for ${maxWait} ms.`,
          )
        await new Promise<void>(resolve => clock.after(PAUSE, resolve))
      }
      try {
        return await action()
      } finally {
        connection?.exec('ROLLBACK')
      }
    },
    close: () => {
      connection?.close()
      connection = undefined
    },
  }
}
