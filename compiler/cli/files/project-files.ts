// Which files of a folder are manifests and configs. Folders that cannot be listed count as one file, so that reading
// it says why.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ENDINGS = ['yaml', 'yml', 'json', 'ts']
const MANIFESTS = ENDINGS.map(ending => `gateway.${ending}`)
const ENDING = new RegExp(`\\.(${ENDINGS.join('|')})$`)

/** Parts of other configs, declarations, tests, plans and files of other tools. */
const NO_CONFIG =
  /^[_.]|\.d\.ts$|\.test\.ts$|\.plan(\.map)?\.json$|^package(-lock)?\.json$|^tsconfig.*\.json$/
const NOT_ENTERED = /^[_.]|^node_modules$/

/** True for the formats that can be read. */
export const isReadableName = (path: string): boolean => ENDING.test(path)

export const isManifestName = (name: string): boolean => MANIFESTS.includes(name)

/** The name of a file without its format: the identifier of a config. */
export const stemOf = (name: string): string => name.replace(ENDING, '')

/** True for names of files that hold a config, where nobody named the file itself. */
export const isConfigName = (name: string): boolean =>
  isReadableName(name) && !isManifestName(name) && !NO_CONFIG.test(name)

/** The manifests of a folder. The names are tried one by one: a folder above may not let itself be listed. */
export const manifestsIn = (folder: string): readonly string[] =>
  MANIFESTS.map(name => join(folder, name)).filter(path => existsSync(path))

/** Every config below a folder, sorted. Links to folders, packages and folders that `enters` refuses are left out. */
export function configsBelow(folder: string, enters: (folder: string) => boolean): readonly string[] {
  let items: ReturnType<typeof listed>
  try {
    items = listed(folder)
  } catch {
    return [folder]
  }
  return items
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(item => {
      const path = join(folder, item.name)
      if (!item.isDirectory()) return isConfigName(item.name) ? [path] : []
      return !NOT_ENTERED.test(item.name) && enters(path) ? configsBelow(path, enters) : []
    })
}

const listed = (folder: string) => readdirSync(folder, { withFileTypes: true })

/** The configs of a project: what lies in a project inside it is that one's. */
export const configsOfProject = (folder: string | undefined): readonly string[] =>
  folder === undefined ? [] : configsBelow(folder, below => manifestsIn(below).length === 0)

/** The nearest folder above a file that holds a manifest. */
export function projectAbove(path: string): string | undefined {
  let folder = dirname(path)
  for (;;) {
    if (manifestsIn(folder).length > 0) return folder
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}
