// Reads the text of a file, or returns an error message.
import { readFileSync, statSync } from 'node:fs'
import { describeFileError } from './file-error.ts'

export type FileTextResult =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: string; readonly text?: never }

/** A file with more than `maxBytes` bytes is not loaded. */
export function readFileText(path: string, maxBytes = Number.POSITIVE_INFINITY): FileTextResult {
  try {
    const stats = statSync(path)
    // Opening a pipe would block until there is a writer.
    if (!stats.isFile() && !stats.isDirectory()) return { fault: 'This is a device or a pipe, not a file.' }
    if (stats.size > maxBytes) return { fault: 'The file is too large for a config.' }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) }
  } catch (error) {
    return { fault: `It ${describeFileError(error)}.` }
  }
}
