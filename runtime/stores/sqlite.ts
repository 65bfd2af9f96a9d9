// SQLite as Node has it, without the warning of Node 22 that it is experimental, which its users can do nothing about.
import type * as Sqlite from 'node:sqlite'

function load(): typeof Sqlite {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

export const { DatabaseSync } = load()
export type DatabaseSync = Sqlite.DatabaseSync

/** Milliseconds between two tries, and how many there are. */
const PAUSE = 10
const TRIES = 500

/** `errcode` of SQLite: the database is locked. */
const BUSY = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === BUSY

/**
 * Switches a database to its write-ahead journal. For this SQLite does not wait, as it does for writes, while another process opens the
 * same new file: two that start at once would be an error of one. Blocks its thread, which is not that of requests.
 */
export function useJournal(connection: DatabaseSync): void {
  for (let tries = 1; ; tries += 1)
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (tries === TRIES || !isBusy(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
}
