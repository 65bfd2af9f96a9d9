// Path strings with forward slashes; no file access.

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** Resolves `path` against `folder` to an absolute path. */
export function resolvePath(folder: string, path: string): string {
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

/** True if an absolute path is inside a folder or its subfolders. */
export const isInside = (folder: string, path: string): boolean =>
  folder === '/' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** An absolute path relative to `folder`, if inside it. */
export const displayPath = (folder: string, path: string): string =>
  isInside(folder, path) ? path.slice(folder === '/' ? 1 : folder.length + 1) : path
