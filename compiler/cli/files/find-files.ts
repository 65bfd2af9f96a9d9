// Resolves the arguments of a command, folders, files and globs, to projects and standalone configs.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { filesBelow, isPromptPath, manifestsIn, projectAbove } from './project-files.ts'
import { isConfigName, isManifestName, isSourceName } from './project-names.ts'
import { readFileText } from './read-file.ts'
import { searchBelow, searchGlob } from './search-folders.ts'

/** Files of one project, or configs without a manifest. Paths are absolute. */
export interface FileGroup {
  /** The folder that imports of TypeScript configs must not leave. */
  readonly root: string
  /** More than one is an error; without one, the configs are standalone. */
  readonly manifests: readonly string[]
  /** Undefined: all configs of the folder that the manifest names. */
  readonly configs: readonly string[] | undefined
}

/** The result while arguments are resolved: whole projects by folder, and single configs by the folder of their project. */
interface Selection {
  readonly onFolder: ((folder: string) => void) | undefined
  readonly projects: Map<string, FileGroup>
  /** Under the empty string: configs without a project. */
  readonly configs: Map<string, Set<string>>
}

/** The groups of files named by the arguments, and the arguments that match nothing. `onFolder` is called for each folder that is searched. */
export function findFiles(
  folder: string,
  patterns: readonly string[],
  onFolder?: (folder: string) => void,
): { readonly groups: readonly FileGroup[]; readonly unknown: readonly string[] } {
  const selection: Selection = { onFolder, projects: new Map(), configs: new Map() }
  const unknown = (patterns.length === 0 ? ['.'] : patterns).filter(pattern => {
    const path = resolve(folder, pattern)
    const paths = pattern === '' ? [] : existsSync(path) ? [path] : expandGlob(pattern, folder, onFolder)
    return paths.filter(each => addPath(each, selection)).length === 0
  })
  const chosen = [...selection.configs].map(([root, configs]) => chosenGroup(root, [...configs]))
  return { groups: [...selection.projects.values(), ...chosen], unknown }
}

/** The matches of a glob that are folders, manifests or configs. */
const expandGlob = (
  pattern: string,
  folder: string,
  onFolder?: (folder: string) => void,
): readonly string[] =>
  searchGlob(pattern, folder, onFolder).filter(
    path => statSync(path).isDirectory() || isManifestName(basename(path)) || isConfigName(basename(path)),
  )

/** Adds a file or folder to the selection; false for a file of another type. */
function addPath(path: string, selection: Selection): boolean {
  if (statSync(path).isDirectory()) {
    if (manifestsIn(path).length > 0) addProject(path, [], selection)
    else
      for (const file of filesBelow(path, searchBelow(path, selection.onFolder), isProjectName))
        if (isManifestName(basename(file))) addProject(dirname(file), [], selection)
        else if (!isSourceOfProgram(file)) addConfigBelow(path, file, selection)
    return true
  }
  const root = projectAbove(path)
  if (isManifestName(basename(path))) addProject(dirname(path), [path], selection)
  // What a prompt refers to is in its project.
  else if (root !== undefined && isPromptPath(path, root)) addProject(root, [], selection)
  else if (isSourceName(path)) addConfig(path, root, selection)
  return isSourceName(path) || (root !== undefined && isPromptPath(path, root))
}

const isProjectName = (name: string): boolean => isManifestName(name) || isConfigName(name)

/** A TypeScript file without a default export, which a config has: only one that is named is reported. */
const isSourceOfProgram = (path: string): boolean =>
  path.endsWith('.ts') && !/\b(?:export|as)\s+default\b/.test(readFileText(path).text ?? 'export default')

function addProject(root: string, manifests: readonly string[], { projects }: Selection): void {
  projects.set(root, {
    root,
    manifests: manifests.length > 0 ? manifests : manifestsIn(root),
    configs: undefined,
  })
}

/** Adds a config inside a folder: a project inside the folder is added as a whole; otherwise the config is part of the enclosing project, or standalone. */
function addConfigBelow(folder: string, config: string, selection: Selection): void {
  const root = projectAbove(config)
  if (root?.startsWith(folder)) addProject(root, [], selection)
  else addConfig(config, root, selection)
}

function addConfig(path: string, root = '', { configs }: Selection): void {
  configs.set(root, (configs.get(root) ?? new Set()).add(path))
}

const chosenGroup = (root: string, configs: readonly string[]): FileGroup =>
  root === ''
    ? { root: sharedFolder(configs), manifests: [], configs }
    : { root, manifests: manifestsIn(root), configs }

function sharedFolder(paths: readonly string[]): string {
  const [first = sep, ...others] = paths.map(path => dirname(path))
  return others.reduce((folder, path) => {
    let ancestor = folder
    while (relative(ancestor, path).startsWith('..')) ancestor = dirname(ancestor)
    return ancestor
  }, first)
}
