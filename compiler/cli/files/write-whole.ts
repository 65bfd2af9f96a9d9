// Atomic writes: a full disk or a killed process never leaves a partial file.
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileFault } from './fault.ts'

/** Writes a file via a temporary file and rename; returns an error message on failure. */
export function writeWhole(path: string, text: string): string | undefined {
  const draft = `${path}.${process.pid}.tmp`
  try {
    statSync(dirname(path))
  } catch (error) {
    return `${path} cannot be written: its folder ${fileFault(error)}.`
  }
  try {
    writeFileSync(draft, text)
    renameSync(draft, path)
    return undefined
  } catch (error) {
    discard(draft)
    return `${path} cannot be written: it ${fileFault(error)}.`
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // It was never created, for the reason that is returned.
  }
}
