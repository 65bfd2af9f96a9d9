// Writes a file as a whole or not at all: a full disk or a killed process never leaves half a plan behind.
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Undefined when the file was written, else the sentence that says why not. */
export function writeWhole(path: string, text: string): string | undefined {
  const draft = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text)
    renameSync(draft, path)
    return undefined
  } catch (error) {
    rmSync(draft, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return `${path} cannot be written (${code}).`
  }
}
