// Programs that some tests use and a machine may lack.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs on PATH, or undefined. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path))
}
