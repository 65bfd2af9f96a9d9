// One writer at a time, among the processes of a machine. The lock is one of the operating system, which ends with its process
// whatever happens to that: an empty SQLite file is locked, since Node has no other way to such locks. A file with a process number
// would outlive its process, and the number may belong to another one, or to another container.
import { statSync } from 'node:fs'
import { StoreError } from '../control/core/store-error.ts'
import type { Clock } from '../values/ports.ts'
import { createPrivateFile } from './private-files.ts'
import { DatabaseSync } from './sqlite.ts'

export interface FileLock {
  /** Runs the action while no other process holds the lock. */
  readonly hold: <Result>(action: () => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

export interface FileLockOptions {
  readonly path: string
  /** What the lock protects, as the subject of a sentence: `The store folder:saved`. */
  readonly subject: string
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Milliseconds after which a writer is refused. */
  readonly maxWait?: number
}

/** Milliseconds between two tries. */
const PAUSE = 3
export const MAX_LOCK_WAIT = 5000

const SQLITE_BUSY = 5

/** Nothing is created before the first `hold`, which throws a `StoreError` where the lock stays with another process. */
export function createFileLock({ path, subject, clock, maxWait = MAX_LOCK_WAIT }: FileLockOptions): FileLock {
  let connection: DatabaseSync | undefined
  let inode: bigint | undefined
  const inodeOfPath = (): bigint | undefined => statSync(path, { throwIfNoEntry: false, bigint: true })?.ino
  const close = (): void => {
    connection?.close()
    connection = undefined
  }
  const take = (): boolean => {
    // A file that was removed is locked only by those that have it open.
    if (connection !== undefined && inodeOfPath() !== inode) close()
    if (connection === undefined) {
      createPrivateFile(path)
      connection = new DatabaseSync(path, { timeout: 0 })
      inode = inodeOfPath()
    }
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
            `${subject} cannot be written: another process has been writing to it for ${maxWait} ms.`,
          )
        await new Promise<void>(resolve => clock.after(PAUSE, resolve))
      }
      try {
        return await action()
      } finally {
        connection?.exec('ROLLBACK')
      }
    },
    close,
  }
}
