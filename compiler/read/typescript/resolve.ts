// Import resolution. Configs can import `portolan` and TypeScript files of their own project; other imports are rejected
// with a reason before anything runs.
import { MAX_LENGTHS } from '../reader.ts'
import { folderOf, isInside, resolvePath } from './paths.ts'
import { AUTHORING_MODULE } from './ports.ts'

/** The virtual path of the `portolan` declarations. */
export const AUTHORING_FILE = '/.portolan/portolan.d.ts'

export type Resolution = { readonly path: string } | { readonly reason: string }

export interface Project {
  /** The absolute folder that imports must stay in. */
  readonly root: string
  readonly readFile: (path: string) => string | undefined
  readonly leadsOutside?: ((path: string) => boolean) | undefined
}

/** Resolves a specifier written in the file `from`. */
export function resolveImport(project: Project, specifier: string, from: string): Resolution {
  if (specifier === AUTHORING_MODULE) return { path: AUTHORING_FILE }
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) {
    return {
      reason: `Configs can import only "${AUTHORING_MODULE}" and files of their own project, such as "./models.ts"; "${specifier}" is neither.`,
    }
  }
  const path = resolvePath(folderOf(from), specifier)
  if (!isInside(project.root, path)) {
    return { reason: `"${specifier}" is outside of the project's folder.` }
  }
  if (/\.(?!m?[jt]s$)[a-z]+$/i.test(path) && project.readFile(path) !== undefined) {
    return { reason: `"${specifier}" is not a TypeScript file; configs can import only TypeScript files.` }
  }
  const linked = candidates(path).some(candidate => project.leadsOutside?.(candidate) === true)
  if (linked) return { reason: `"${specifier}" is a symbolic link that leads out of the project's folder.` }
  const found = candidates(path).find(candidate => project.readFile(candidate) !== undefined)
  if (found === undefined) return { reason: `File not found in the project's folder: "${specifier}".` }
  return (project.readFile(found)?.length ?? 0) > MAX_LENGTHS.typescript
    ? {
        reason: `"${specifier}" has more than ${MAX_LENGTHS.typescript} characters, the limit of TypeScript.`,
      }
    : { path: found }
}

/** The candidate paths: as written, with the emitted extension, or without extension. */
function candidates(path: string): readonly string[] {
  if (/\.m?ts$/.test(path)) return [path]
  const emitted = /\.(m?)js$/.exec(path)
  if (emitted) return [`${path.slice(0, emitted.index)}.${emitted[1]}ts`]
  return [`${path}.ts`, `${path}/index.ts`]
}
