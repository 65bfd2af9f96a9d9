// Paths as texts with forward slashes; nothing here touches a file.

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** The absolute path that `path` means when it is written in `folder`; `.` and `..` are resolved. */
export function absolute(folder: string, path: string): string {
  const slashed = path.replaceAll('\\', '/')
  const joined = ABSOLUTE.test(slashed) ? slashed : `${folder.replaceAll('\\', '/')}/${slashed}`
  const drive = /^[A-Za-z]:/.exec(joined)?.[0] ?? ''
  const parts: string[] = []
  for (const part of joined.slice(drive.length).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `${drive}/${parts.join('/')}`
}

/** The folder of an absolute path. */
export const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

/** True where an absolute path lies in a folder or below it. */
export const isInside = (folder: string, path: string): boolean =>
  folder === '/' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** An absolute path as a person in `folder` would write it. */
export const shownFrom = (folder: string, path: string): string =>
  isInside(folder, path) ? path.slice(folder === '/' ? 1 : folder.length + 1) : path
