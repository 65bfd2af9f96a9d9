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
