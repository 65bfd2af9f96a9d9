// Folders of files that the gateway writes, made with the files.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../control/core/store-error.ts'
import { createPrivateFile, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

/**
 * Makes a folder and those above it, and returns whether it was there. Throws the error of the system. Node's own way of making several
 * at once tries without end where one cannot exist, as in /proc. Without `mode`, others may read it as the user's settings say.
 */
export function createFolder(path: string, mode?: number): 'created' | 'existed' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'existed'
  const above = dirname(path)
  if (statSync(above, { throwIfNoEntry: false }) === undefined && above !== path) createFolder(above, mode)
  try {
    mkdirSync(path, { mode })
    return 'created'
  } catch (error) {
    // Another process has made it meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'existed'
    throw error
  }
}

/** The folder of a project for files that do not belong to its sources. */
const OWN = '.portolan'

/** Makes a folder that only its user can reach. Git ignores one that is hidden, such as .portolan. */
export function createPrivateFolder(path: string): void {
  const isNew = createFolder(path, PRIVATE_FOLDER) === 'created'
  if (basename(path) !== OWN && !(isNew && basename(path).startsWith('.'))) return
  try {
    writeFileSync(join(path, '.gitignore'), '*\n', { mode: PRIVATE_FILE, flag: 'wx' })
  } catch {
    // It is there already, or the folder is read only.
  }
}

/** A relative path begins at the manifest, which an image has where nothing may be written. */
const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:EACCES|EPERM|EROFS)$/.test(String(error.code))

/** Makes the file of a SQLite store with its folder. Throws a `StoreError`; `name` is that of the store in its sentence. */
export function createStoreFile(path: string, name: string): void {
  try {
    createPrivateFolder(dirname(path))
    createPrivateFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = isForbidden(error)
      ? ' Name a folder that this user may write, as in sqlite:/var/lib/portolan/store.db, or another store.'
      : ''
    throw new StoreError('unavailable', `${name} cannot be used: ${reason.replace(/\.?$/, '.')}${advice}`)
  }
}
