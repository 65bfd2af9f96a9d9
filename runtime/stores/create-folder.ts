// Folders of files that the gateway writes, made with the files.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../control/core/store-error.ts'

/**
 * Makes a folder and those above it, and returns whether it was there. Throws what the system says. Node's own way of making several
 * at once tries without end where one cannot exist, as in /proc.
 */
export function createFolder(path: string): 'created' | 'existed' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'existed'
  const above = dirname(path)
  if (statSync(above, { throwIfNoEntry: false }) === undefined && above !== path) createFolder(above)
  try {
    mkdirSync(path)
    return 'created'
  } catch (error) {
    // Another process has made it meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'existed'
    throw error
  }
}

/** Throws a `StoreError`; `name` is that of the store in its sentence. */
export function createStoreFolder(path: string, name: string): void {
  try {
    const folder = dirname(path)
    // A hidden folder of the project, such as .portolan, is no part of its sources.
    if (createFolder(folder) === 'created' && basename(folder).startsWith('.'))
      writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('unavailable', `${name} cannot be used: ${reason.replace(/\.?$/, '.')}`)
  }
}
