// Finds the manifests and configs of a folder. A folder that cannot be listed is returned as a file, so that reading it
// reports the reason.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import {
  isConfigName,
  isPromptFormat,
  isSkippedFolder,
  isTextName,
  MANIFEST_NAMES,
  PARTIALS,
} from './project-names.ts'

/** Whether a file is open in an editor, which need not have saved it yet. */
type IsOpen = (path: string) => boolean

/** The manifests of a folder. The names are tested one by one, because an enclosing folder may not be listable. */
export const manifestsIn = (folder: string, isOpen: IsOpen = () => false): readonly string[] =>
  MANIFEST_NAMES.map(name => join(folder, name)).filter(path => existsSync(path) || isOpen(path))

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

/** The configs of a project, without those of nested projects and without its prompts. `open`: files of an editor. */
export const configsOfProject = (
  folder: string | undefined,
  promptsFolder: string | undefined,
  open: readonly string[] = [],
): readonly string[] => {
  if (folder === undefined) return []
  const enters = (below: string): boolean => below !== promptsFolder && manifestsIn(below).length === 0
  return withUnsaved(
    existsSync(folder) ? configsBelow(folder, enters) : [],
    open.filter(path => isConfigName(basename(path)) && isBelow(folder, path, enters)),
  )
}

/** The prompts of a project: files that are named like configs, but TypeScript. */
export const promptsOfProject = (folder: string, open: readonly string[] = []): readonly string[] => {
  const enters = (below: string): boolean => below !== join(folder, PARTIALS)
  return withUnsaved(
    existsSync(folder) ? configsBelow(folder, enters) : [],
    open.filter(path => isConfigName(basename(path)) && isBelow(folder, path, enters)),
  ).filter(isPromptFormat)
}

/** Whether a search of the folder would find a file, if it were there. */
export function isBelow(folder: string, path: string, enters: (folder: string) => boolean): boolean {
  if (!path.startsWith(folder + sep)) return false
  for (let at = dirname(path); at !== folder; at = dirname(at))
    if (isSkippedFolder(basename(at)) || !enters(at)) return false
  return true
}

export const withUnsaved = (saved: readonly string[], open: readonly string[]): readonly string[] => {
  const unsaved = open.filter(path => !saved.includes(path))
  return unsaved.length === 0 ? saved : [...saved, ...unsaved].sort()
}

/** The partials of a project: also text files, which are templates as a whole. */
export function partialsOfProject(folder: string, open: readonly string[] = []): readonly string[] {
  const path = join(folder, PARTIALS)
  const saved = existsSync(path) ? listFolder(path).filter(item => !item.isDirectory()) : []
  return withUnsaved(
    saved.map(({ name }) => join(path, name)),
    open.filter(each => dirname(each) === path),
  )
    .filter(file => isConfigName(basename(file)) || isTextName(file))
    .filter(file => isPromptFormat(file) || isTextName(file))
    .toSorted()
}

/** True for files in the default folder of prompts of a project. */
export const isPromptPath = (path: string, root: string): boolean =>
  path.startsWith(join(root, manifestDefaults.prompts, sep)) && (isTextName(path) || isPromptFormat(path))

/** The nearest enclosing folder with a manifest. */
export function projectAbove(path: string, isOpen?: IsOpen): string | undefined {
  let folder = dirname(path)
  for (;;) {
    if (manifestsIn(folder, isOpen).length > 0) return folder
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}
