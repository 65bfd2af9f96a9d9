// Reads the text of a file. Errors of the file system are sentences instead of codes.
import { readFileSync, statSync } from 'node:fs'

type FileTextResult =
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

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is inside a path that is not a folder',
  EACCES: 'is not accessible to this user',
  EPERM: 'is not accessible to this user',
  EROFS: 'is on a read-only file system',
  EISDIR: 'is a folder',
  EEXIST: 'already exists as a file',
  ELOOP: 'is a symbolic link to itself',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: 'does not fit: the disk is full',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
}

/** The predicate of a sentence about the file or folder that caused the error. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  return MESSAGES[code] ?? `cannot be used (${code})`
}
