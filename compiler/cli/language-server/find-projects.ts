// The folders of the projects in a folder that an editor has opened.
import { dirname, join } from 'node:path'
import { filesBelow, isManifestName, projectAbove } from '../files/project-files.ts'
import { searchBelow } from '../files/search-folders.ts'

/** Those below, and the one that the folder is a part of. */
export function findProjects(folder: string): readonly string[] {
  const above = projectAbove(join(folder, 'gateway.yaml'))
  const below = filesBelow(folder, searchBelow(folder), isManifestName).map(path => dirname(path))
  return [...new Set([...(above === undefined ? [] : [above]), ...below.filter(isFolderOfProject)])]
}

/** A folder that cannot be listed is returned as a file. */
const isFolderOfProject = (folder: string): boolean => projectAbove(join(folder, 'gateway.yaml')) === folder
