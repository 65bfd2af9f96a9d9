// New files of a project, in folders that may not exist yet.
import { dirname } from 'node:path'
import { createFolder } from '../../../runtime/stores/create-folder.ts'
import { describeFileError } from './file-error.ts'
import { writeAtomic } from './write-atomic.ts'

/** Writes a file and creates its folder if needed; returns an error message on failure. */
export function writeNewFile(path: string, text: string): string | undefined {
  try {
    createFolder(dirname(path))
  } catch (error) {
    return `${dirname(path)} cannot be created: it ${describeFileError(error)}.`
  }
  return writeAtomic(path, text)
}
