// What keeps this user from a file, in words instead of the system's codes.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'lies below a file as if that were a folder',
  EACCES: 'is closed to this user',
  EPERM: 'is closed to this user',
  EROFS: 'lies on a disk that is read only',
  EISDIR: 'is a folder',
  EEXIST: 'is a file',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: 'does not fit on the disk, which is full',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
}

/** The end of a sentence about the file or folder for which an error was thrown. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  return WORDS[code] ?? `cannot be used (${code})`
}
