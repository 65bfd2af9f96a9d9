// What an import leads to. Configs import the authoring module and TypeScript files of their own project; anything
// else is refused with its reason, before anything runs.
import { absolute, folderOf, isInside } from './paths.ts'
import { AUTHORING_MODULE } from './ports.ts'

/** Where the declarations of the authoring module stand in the compiler's eyes; no file has this path. */
export const AUTHORING_FILE = '/.portolan/portolan.d.ts'

export type Resolution = { readonly path: string } | { readonly reason: string }

export interface Project {
  /** Absolute folder that imports must stay in. */
  readonly root: string
  readonly readFile: (path: string) => string | undefined
}

/** Resolves a specifier written in the file `from`. */
export function resolveImport(project: Project, specifier: string, from: string): Resolution {
  if (specifier === AUTHORING_MODULE) return { path: AUTHORING_FILE }
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) {
    return {
      reason: `Configs import "${AUTHORING_MODULE}" and files of their own project, such as "./models.ts"; "${specifier}" is neither.`,
    }
  }
  const path = absolute(folderOf(from), specifier)
  if (!isInside(project.root, path)) {
    return { reason: `"${specifier}" leads out of the project's folder, which no import may leave.` }
  }
  if (/\.(?!m?[jt]s$)[a-z]+$/i.test(path) && project.readFile(path) !== undefined) {
    return { reason: `"${specifier}" is not a TypeScript file, and configs import no others.` }
  }
  const found = candidates(path).find(candidate => project.readFile(candidate) !== undefined)
  return found === undefined ? { reason: `There is no file "${specifier}".` } : { path: found }
}

/** The paths that may be meant: as written, with the extension of what will be emitted, or without any. */
function candidates(path: string): readonly string[] {
  if (/\.m?ts$/.test(path)) return [path]
  const emitted = /\.(m?)js$/.exec(path)
  if (emitted) return [`${path.slice(0, emitted.index)}.${emitted[1]}ts`]
  return [`${path}.ts`, `${path}/index.ts`]
}
