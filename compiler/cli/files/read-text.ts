// Reads the text of a file, or returns an error message.
import { readFileSync, statSync } from 'node:fs'
import { fileFault } from './fault.ts'

export type ReadText =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: string; readonly text?: never }

/** A file with more than `maxBytes` bytes is not loaded. */
export function readText(path: string, most = Number.POSITIVE_INFINITY): ReadText {
  try {
    const found = statSync(path)
    // Opening a pipe would block until there is a writer.
    if (!found.isFile() && !found.isDirectory()) return { fault: 'This is a device or a pipe, not a file.' }
    if (found.size > most) return { fault: 'The file is too large for a config.' }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) }
  } catch (error) {
    return { fault: `It ${fileFault(error)}.` }
  }
}
