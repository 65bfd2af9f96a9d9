// The store in a SQLite file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { storeContract } from './contract.ts'

const newPath = (): string => join(temporaryFolder(), 'deeper', 'store.db')

describe('SQLite', () =>
  storeContract(async () => {
    const path = newPath()
    return { open: () => openSqliteStore(path) }
  }))

it('a store of a newer version is refused with a sentence', async () => {
  const path = newPath()
  await (await openSqliteStore(path)).close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(openSqliteStore(path)).rejects.toMatchObject({
    code: 'newer-schema',
    message: expect.stringContaining('has the schema 99'),
  })
})

it('a file that is no database is refused with a sentence, and left as it is', async () => {
  const path = join(temporaryFolder(), 'notes.txt')
  const text = 'These are notes, long enough to have a header of a database. '.repeat(40)
  writeFileSync(path, text)
  await expect(openSqliteStore(path)).rejects.toMatchObject({
    code: 'unavailable',
    message: `The store sqlite:${path} cannot be used: file is not a database.`,
  })
  expect(readFileSync(path, 'utf8')).toBe(text)
})

it('a hidden folder that is made for the file is ignored by git', async () => {
  const folder = temporaryFolder()
  await (await openSqliteStore(join(folder, '.portolan', 'store.db'))).close()
  expect(readFileSync(join(folder, '.portolan', '.gitignore'), 'utf8')).toBe('*\n')
  await (await openSqliteStore(join(folder, 'plain', 'store.db'))).close()
  expect(existsSync(join(folder, 'plain', '.gitignore'))).toBe(false)
})
