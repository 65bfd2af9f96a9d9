// Which files a command line means: folders, files and globs become projects and lone configs.
import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** Files of one project, or configs without a manifest. Paths are absolute. */
export interface FileGroup {
  /** The folder that imports of TypeScript configs may not leave. */
  readonly root: string
  /** More than one is a mistake; none makes the configs lone files. */
  readonly manifests: readonly string[]
  /** Undefined: all configs of the folder that the manifest names. */
  readonly configs: readonly string[] | undefined
}

const ENDING = /\.(ya?ml|json|ts)$/
const MANIFEST = /^gateway\.(ya?ml|json|ts)$/

/** True for files that can hold a config: parts (`_models.ts`), declarations, tests, plans and manifests do not. */
const isConfigName = (name: string): boolean =>
  ENDING.test(name) &&
  !name.startsWith('_') &&
  !name.startsWith('.') &&
  !MANIFEST.test(name) &&
  !/(\.d\.ts|\.test\.ts|\.plan(\.map)?\.json|^package(-lock)?\.json|^tsconfig.*\.json)$/.test(name)

export const manifestsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => MANIFEST.test(name))
    .sort()
    .map(name => join(folder, name))

/** Every config below a folder, sorted; folders that begin with a dot or an underscore, and packages, are not entered. */
export function configsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(item => {
      const path = join(folder, item.name)
      if (item.isDirectory()) return /^[._]|^node_modules$/.test(item.name) ? [] : configsBelow(path)
      return isConfigName(item.name) ? [path] : []
    })
}

/** The groups that the arguments mean, or the arguments that mean nothing. */
export function findFiles(
  folder: string,
  patterns: readonly string[],
): { readonly groups: readonly FileGroup[]; readonly unknown: readonly string[] } {
  const groups: FileGroup[] = []
  const unknown: string[] = []
  const chosen = new Map<string, string[]>()
  for (const pattern of patterns.length === 0 ? ['.'] : patterns) {
    const paths = existsSync(resolve(folder, pattern))
      ? [resolve(folder, pattern)]
      : globSync(pattern, { cwd: folder })
          .map(path => resolve(folder, path))
          .sort()
    if (paths.length === 0) unknown.push(pattern)
    for (const path of paths) {
      if (statSync(path).isDirectory()) groups.push(...groupsOfFolder(path))
      else if (MANIFEST.test(basename(path)))
        groups.push({ root: dirname(path), manifests: [path], configs: undefined })
      else if (ENDING.test(path)) {
        const root = projectAbove(path) ?? ''
        chosen.set(root, [...(chosen.get(root) ?? []), path])
      } else if (paths.length === 1) unknown.push(pattern)
    }
  }
  for (const [root, configs] of chosen) {
    const manifests = root === '' ? [] : manifestsIn(root)
    groups.push({ root: root === '' ? sharedFolder(configs) : root, manifests, configs })
  }
  return { groups, unknown }
}

/** A project, or the projects and lone configs below a folder. */
function groupsOfFolder(folder: string): readonly FileGroup[] {
  const manifests = manifestsIn(folder)
  if (manifests.length > 0) return [{ root: folder, manifests, configs: undefined }]
  const projects = new Map<string, FileGroup>()
  const alone: string[] = []
  for (const path of configsBelow(folder)) {
    const root = projectAbove(path)
    if (root === undefined || !root.startsWith(folder)) alone.push(path)
    else projects.set(root, { root, manifests: manifestsIn(root), configs: undefined })
  }
  return [
    ...projects.values(),
    ...(alone.length === 0 ? [] : [{ root: folder, manifests: [], configs: alone }]),
  ]
}

/** The nearest folder above a file that holds a manifest. */
function projectAbove(path: string): string | undefined {
  let folder = dirname(path)
  for (;;) {
    if (manifestsIn(folder).length > 0) return folder
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}

function sharedFolder(paths: readonly string[]): string {
  const [first = sep, ...rest] = paths.map(path => dirname(path))
  return rest.reduce((folder, path) => {
    let at = folder
    while (relative(at, path).startsWith('..')) at = dirname(at)
    return at
  }, first)
}
