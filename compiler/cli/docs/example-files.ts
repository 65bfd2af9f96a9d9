// The files of an example: its project as people write it, without what commands write next to it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Dot folders are written by commands, and binary files are not shown. */
const SKIPPED = /(?:^|\/)(?:node_modules|\.(?!github)[^/]*)(?:\/|$)|\.(?:db|sqlite|png|gz|plan\.json)$/

/** Contents by path, with slashes, sorted. */
export function exampleFiles(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter(path => !SKIPPED.test(path))
    .sort()
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}
