// Finds the manifests and configs of a folder. A folder that cannot be listed is returned as a file, so that reading it
// reports the reason.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import {
  isConfigName,
  isPromptFormat,
  isSkippedFolder,
  isTextName,
  MANIFEST_NAMES,
  PARTIALS,
} from './project-names.ts'

/** The manifests of a folder. The names are tested one by one, because an enclosing folder may not be listable. */
export const manifestsIn = (folder: string): readonly string[] =>
  MANIFEST_NAMES.map(name => join(folder, name)).filter(path => existsSync(path))

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
      return !isSkippedFolder(item.name) && enters(path) ? filesBelow(path, enters, isWanted) : []
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

/** The prompts of a project: files that are named like configs, but TypeScript. */
export const promptsOfProject = (folder: string): readonly string[] =>
  configsBelow(folder, below => below !== join(folder, PARTIALS)).filter(isPromptFormat)

/** The partials of a project: also text files, which are templates as a whole. */
export function partialsOfProject(folder: string): readonly string[] {
  const path = join(folder, PARTIALS)
  if (!existsSync(path)) return []
  return listFolder(path)
    .filter(item => !item.isDirectory() && (isConfigName(item.name) || isTextName(item.name)))
    .map(item => join(path, item.name))
    .filter(file => isPromptFormat(file) || isTextName(file))
    .sort()
}

/** True for files in the default folder of prompts of a project. */
export const isPromptPath = (path: string, root: string): boolean =>
  path.startsWith(join(root, manifestDefaults.prompts, sep)) && (isTextName(path) || isPromptFormat(path))

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
