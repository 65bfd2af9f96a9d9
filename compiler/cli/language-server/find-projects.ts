// The folders of the projects in a folder that an editor has opened.
import { dirname, join } from 'node:path'
import { filesBelow, isManifestName, projectAbove } from '../files/project-files.ts'
import { searchBelow } from '../files/search-folders.ts'

/** A larger folder, such as a disk, is not searched: each folder would be watched, too. */
export const MAX_FOLDERS = 10_000

/** Those below, and the one that the folder is a part of; undefined for a folder that is too large to search. */
export function findProjects(folder: string, maxFolders = MAX_FOLDERS): readonly string[] | undefined {
  let folders = 0
  const enters = searchBelow(folder)
  const below = filesBelow(
    folder,
    path => {
      if (folders > maxFolders || !enters(path)) return false
      folders += 1
      return folders <= maxFolders
    },
    isManifestName,
  ).map(path => dirname(path))
  if (folders > maxFolders) return undefined
  const above = projectAbove(join(folder, 'gateway.yaml'))
  return [...new Set([...(above === undefined ? [] : [above]), ...below.filter(isFolderOfProject)])]
}

/** A folder that cannot be listed is returned as a file. */
const isFolderOfProject = (folder: string): boolean => projectAbove(join(folder, 'gateway.yaml')) === folder
