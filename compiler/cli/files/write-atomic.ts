// Atomic writes: a full disk or a killed process never leaves a partial file.
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeFileError } from './file-error.ts'

/** Writes a file via a temporary file and rename; returns an error message on failure. */
export function writeAtomic(path: string, text: string): string | undefined {
  const temporaryPath = `${path}.${process.pid}.tmp`
  try {
    statSync(dirname(path))
  } catch (error) {
    return `${path} cannot be written: its folder ${describeFileError(error)}.`
  }
  try {
    writeFileSync(temporaryPath, text)
    renameSync(temporaryPath, path)
    return undefined
  } catch (error) {
    discard(temporaryPath)
    return `${path} cannot be written: it ${describeFileError(error)}.`
  }
}

function discard(temporaryPath: string): void {
  try {
    rmSync(temporaryPath, { force: true })
  } catch {
    // It was never created, for the reason that is returned.
  }
}
