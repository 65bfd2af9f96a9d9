// File system errors as messages instead of error codes.

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
