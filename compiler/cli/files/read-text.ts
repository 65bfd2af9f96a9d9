// A file's text, or the sentence that says why there is none.
import { readFileSync, statSync } from 'node:fs'
import { MAX_SOURCE_LENGTH } from '../../read/reader.ts'

export type ReadText =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: string; readonly text?: never }

export function readText(path: string): ReadText {
  try {
    // A file far beyond the limit is not even loaded; the reader tells of those just beyond it.
    if (statSync(path).size > 4 * MAX_SOURCE_LENGTH)
      return { fault: 'The file is far larger than a config may be.' }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return { fault: 'There is no such file.' }
    if (code === 'EACCES' || code === 'EPERM') return { fault: 'This user may not read the file.' }
    if (code === 'EISDIR') return { fault: 'This is a folder, not a file.' }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { fault: 'The file is not UTF-8 text.' }
    return { fault: `The file cannot be read${code === '' ? '' : ` (${code})`}.` }
  }
}
