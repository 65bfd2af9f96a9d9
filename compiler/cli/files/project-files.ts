// Finds the manifests and configs of a folder. A folder that cannot be listed is returned as a file, so that reading it
// reports the reason.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'

const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']
const MANIFESTS = EXTENSIONS.map(extension => `gateway.${extension}`)
const EXTENSION = new RegExp(`\\.(${EXTENSIONS.join('|')})$`)

/** Tests of configs and of custom checks, and traffic models. */
const TEST = /\.test\.(ya?ml|json|ts)$/
const TRAFFIC = /\.traffic\.(ya?ml|json)$/
/** Shared parts of configs, declarations, plans and files of other tools. */
const NOT_A_CONFIG = /^[_.]|\.d\.ts$|\.plan(\.map)?\.json$|^package(-lock)?\.json$|^tsconfig.*\.json$/
const SKIPPED_FOLDER = /^[_.]|^node_modules$/

/** True for files of a supported format. */
export const isReadableName = (path: string): boolean => EXTENSION.test(path)

export const isManifestName = (name: string): boolean => MANIFESTS.includes(name)

/** True for names of tests. */
export const isTestName = (name: string): boolean => TEST.test(name)

export const isTrafficName = (name: string): boolean => TRAFFIC.test(name)

/** A file name without extension: the identifier of a config. */
export const stemOf = (name: string): string => name.replace(EXTENSION, '')

/** Any file that is named explicitly is a config, but tests and traffic models. */
export const isSourceName = (path: string): boolean =>
  isReadableName(path) && !isTestName(path) && !isTrafficName(path)

/** True for names of configs, for files that were not named explicitly. */
export const isConfigName = (name: string): boolean =>
  isSourceName(name) && !isManifestName(name) && !NOT_A_CONFIG.test(name)

/** The manifests of a folder. The names are tested one by one, because an enclosing folder may not be listable. */
export const manifestsIn = (folder: string): readonly string[] =>
  MANIFESTS.map(name => join(folder, name)).filter(path => existsSync(path))

/** All configs in a folder and its subfolders, sorted. Links to folders, packages and folders rejected by `enters` are skipped. */
export const configsBelow = (folder: string, enters: (folder: string) => boolean): readonly string[] =>
  filesBelow(folder, enters, isConfigName)

/** The same for other names. */
export function filesBelow(
  folder: string,
  enters: (folder: string) => boolean,
  isWanted: (name: string) => boolean,
): readonly string[] {
  let items: ReturnType<typeof listFolder>
  try {
    items = listFolder(folder)
  } catch {
    return [folder]
  }
  return items
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(item => {
      const path = join(folder, item.name)
      if (!item.isDirectory()) return isWanted(item.name) ? [path] : []
      return !SKIPPED_FOLDER.test(item.name) && enters(path) ? filesBelow(path, enters, isWanted) : []
    })
}

const listFolder = (folder: string) => readdirSync(folder, { withFileTypes: true })

/** The configs of a project, without those of nested projects and without its prompts. */
export const configsOfProject = (
  folder: string | undefined,
  promptsFolder: string | undefined,
): readonly string[] =>
  folder === undefined
    ? []
    : configsBelow(folder, below => below !== promptsFolder && manifestsIn(below).length === 0)

/** The folder of partials in that of prompts. */
const PARTIALS = 'partials'
const PROMPT = /\.(ya?ml|json)$/

/** The prompts of a project: files that are named like configs, but TypeScript. */
export const promptsOfProject = (folder: string): readonly string[] =>
  configsBelow(folder, below => below !== join(folder, PARTIALS)).filter(path => PROMPT.test(path))

/** The partials of a project: also text files, which are templates as a whole. */
export function partialsOfProject(folder: string): readonly string[] {
  const path = join(folder, PARTIALS)
  if (!existsSync(path)) return []
  return listFolder(path)
    .filter(item => !item.isDirectory() && (isConfigName(item.name) || isTextName(item.name)))
    .map(item => join(path, item.name))
    .filter(file => PROMPT.test(file) || isTextName(file))
    .sort()
}

/** True for files in the default folder of prompts of a project. */
export const isPromptPath = (path: string, root: string): boolean =>
  path.startsWith(join(root, manifestDefaults.prompts, sep)) && (isTextName(path) || PROMPT.test(path))

export const isTextName = (name: string): boolean => name.endsWith('.txt')

/** The identifier of a prompt or partial. */
export const promptIdOf = (name: string): string => stemOf(name).replace(/\.txt$/, '')

/** The nearest enclosing folder with a manifest. */
export function projectAbove(path: string): string | undefined {
  let folder = dirname(path)
  for (;;) {
    if (manifestsIn(folder).length > 0) return folder
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}
