// Folders of stores, logs and projects: made with those above them, and refused with the reason.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder, createStoreFile } from '../../../runtime/stores/create-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('is made with those above it, once', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a/b/c')
  expect(createFolder(path)).toBe('created')
  expect(statSync(path).isDirectory()).toBe(true)
  expect(createFolder(path)).toBe('existed')
})

it('a file in its place, or above it, is an error', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  expect(() => createFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => createFolder(join(folder, 'file/below'))).toThrow(/ENOTDIR|EEXIST/)
})

it.skipIf(!existsSync('/proc/self'))('one that cannot exist is an error, and no endless attempt', () => {
  expect(() => createStoreFile('/proc/nowhere/at/all/store.db', 'The store X')).toThrow(
    /^The store X cannot be used: ENOENT/,
  )
})

it('a hidden folder of a store is ignored by git', () => {
  const folder = temporaryFolder()
  createStoreFile(join(folder, '.portolan/store.db'), 'The store X')
  expect(existsSync(join(folder, '.portolan/.gitignore'))).toBe(true)
  createStoreFile(join(folder, 'data/store.db'), 'The store X')
  expect(existsSync(join(folder, 'data/.gitignore'))).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'a store where nothing may be written is refused with what to do',
  () => {
    expect(() => createStoreFile('/sys/portolan/store.db', 'The store X')).toThrow(
      /^The store X cannot be used: (?:EACCES|EPERM|EROFS): .*\. Name a folder that this user may write/,
    )
  },
)
