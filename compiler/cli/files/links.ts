// Symbolic links that lead out of a project: what they name is not a file of the project, and its lines are not shown.
import { realpathSync } from 'node:fs'
import { isInside } from '../../read/typescript/resolve.ts'

export const LEADS_OUTSIDE = 'is a symbolic link that leads out of the folder of the project'

/** Whether the file is really in none of the folders. False for a file that does not exist, which is another error. */
export function leadsOutside(folders: readonly string[], path: string): boolean {
  const file = realPath(path)
  if (file === undefined) return false
  return !folders.some(folder => {
    const real = realPath(folder)
    return real !== undefined && isInside(real, file)
  })
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path).replaceAll('\\', '/')
  } catch {
    return undefined
  }
}
