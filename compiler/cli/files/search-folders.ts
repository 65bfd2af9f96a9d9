// Which folders a search for projects, configs and tests enters: no packages, and none that git ignores.
import { execFileSync } from 'node:child_process'
import { type Dirent, existsSync, globSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** True for folders that the search enters. */
export type EntersFolder = (folder: string) => boolean

/** Folders that nothing enters, however it came there. */
export const isPackage = (folder: string): boolean => /^(?:node_modules|\.git)$/.test(basename(folder))

/** Where git does not decide, what tools build is recognised by its name. */
const BUILT = 'dist'

/** A search below a folder, which is itself always searched. `onFolder` is called for each folder that is entered. */
export function searchBelow(start: string, onFolder: (folder: string) => void = () => {}): EntersFolder {
  let ignored: ReadonlySet<string> | undefined
  let isRead = false
  return folder => {
    if (isPackage(folder)) return false
    // Most projects have no folder to enter: git is not started for them.
    if (!isRead) ignored = readIgnored(start)
    isRead = true
    const enters = ignored === undefined ? basename(folder) !== BUILT : !ignored.has(folder)
    if (enters) onFolder(folder)
    return enters
  }
}

/** The paths that a glob matches. Folders that it names, and not only matches, are always searched. */
export function searchGlob(
  pattern: string,
  folder: string,
  onFolder?: (folder: string) => void,
): readonly string[] {
  const literal = pattern.slice(0, pattern.search(/[*?[{(!+@]|$/))
  const start = resolve(folder, literal.slice(0, literal.lastIndexOf('/') + 1))
  const enters = searchBelow(start, onFolder)
  const isAbove = (path: string): boolean => `${start}${sep}`.startsWith(`${path}${sep}`)
  const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name)
  return globSync(pattern, {
    cwd: folder,
    withFileTypes: true,
    exclude: item => item.isDirectory() && !isAbove(pathOf(item)) && !enters(pathOf(item)),
  })
    .map(pathOf)
    .sort()
}

/** The folders below that git ignores; undefined outside of a working copy, or without git. */
function readIgnored(start: string): ReadonlySet<string> | undefined {
  if (!isInWorkingCopy(start)) return undefined
  try {
    const listed = execFileSync(
      'git',
      [
        // A repository of others must not start programs.
        ...['-c', 'core.fsmonitor=false'],
        ...['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'],
      ],
      { cwd: start, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_LISTED },
    )
    const folders = listed.split('\0').filter(path => path.endsWith('/') && path !== './')
    return new Set(folders.map(path => resolve(start, path)))
  } catch {
    return undefined
  }
}

/** Bytes that git may list. */
export const MAX_LISTED = 64 * 1024 * 1024

export function isInWorkingCopy(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const above = dirname(folder)
  return above !== folder && isInWorkingCopy(above)
}
