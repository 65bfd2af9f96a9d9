// The last moves of labels in a SQLite file, so that a process that starts goes by what others of this machine have used.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { memoryMoves, type SeenMoves } from '../control/releases/seen-moves.ts'
import { createPrivateFolder } from './create-folder.ts'
import { createPrivateFile } from './private-files.ts'
import { DatabaseSync } from './sqlite.ts'

export interface SeenMovesOptions {
  readonly path: string
  /** The store and the project, whose labels these are. */
  readonly store: string
  readonly project: string
  readonly writeLog: (level: 'info' | 'warning', message: string) => void
}

export interface SeenMovesFile extends SeenMoves {
  readonly close: () => void
}

/** Milliseconds for which the file may be locked by another process: each holds it for one write. */
const LOCKED = 2_000

/** A sentence where the file is there and cannot be read: what it held would be lost unnoticed. */
export function openSeenMoves({ path, store, project, writeLog }: SeenMovesOptions): SeenMovesFile | string {
  const inMemory = memoryMoves()
  const reasonOf = (error: unknown): string =>
    (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
  let database: DatabaseSync | undefined
  const warn = (error: unknown): void => {
    writeLog(
      'warning',
      `The moves of labels cannot be stored in ${path}: ${reasonOf(error)} A process that starts later would take an earlier signed state of a label. Name a file that can be written with --moves.`,
    )
  }
  const existed = existsSync(path)
  try {
    createPrivateFolder(dirname(path))
    createPrivateFile(path)
    database = new DatabaseSync(path, { timeout: LOCKED })
    database.exec(
      'CREATE TABLE IF NOT EXISTS moves (store TEXT, project TEXT, label TEXT, move INTEGER NOT NULL, PRIMARY KEY (store, project, label)) WITHOUT ROWID',
    )
  } catch (error) {
    database?.close()
    database = undefined
    if (existed)
      return `The file ${path}, which has the last moves of labels, cannot be used: ${reasonOf(error)} Without it an earlier signed state of a label would be taken. Repair or delete it, or name another one with --moves.`
    warn(error)
  }
  const read = database?.prepare('SELECT move FROM moves WHERE store = ? AND project = ? AND label = ?')
  const write = database?.prepare(
    'INSERT INTO moves VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET move = max(move, excluded.move)',
  )
  let isFailing = false
  const attempt = <Result>(action: () => Result): Result | undefined => {
    try {
      const result = action()
      isFailing = false
      return result
    } catch (error) {
      if (!isFailing) warn(error)
      isFailing = true
      return undefined
    }
  }
  const stored = (label: string): number =>
    Number(attempt(() => read?.get(store, project, label))?.['move'] ?? 0)
  return {
    last: label => Math.max(inMemory.last(label), stored(label)),
    note: (label, move) => {
      const last = inMemory.last(label)
      inMemory.note(label, move)
      if (move <= last || write === undefined) return
      if (last === 0 && move > 0 && stored(label) === 0)
        writeLog(
          'info',
          `Move ${move} of the label "${label}" is the first that ${path} has: earlier signed states are refused from now on.`,
        )
      attempt(() => write.run(store, project, label, move))
    },
    forget: `delete ${path} and restart the runtime`,
    close: () => database?.close(),
  }
}
