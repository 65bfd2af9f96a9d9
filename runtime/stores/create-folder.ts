// The folder of a store's file, which is made with the file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../control/store-error.ts'

/** Throws a `StoreError`; `name` is that of the store in its sentence. */
export function createStoreFolder(path: string, name: string): void {
  try {
    const folder = dirname(path)
    const created = mkdirSync(folder, { recursive: true })
    // A hidden folder of the project, such as .portolan, is no part of its sources.
    if (created !== undefined && basename(folder).startsWith('.'))
      writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('unavailable', `${name} cannot be used: ${reason.replace(/\.?$/, '.')}`)
  }
}
