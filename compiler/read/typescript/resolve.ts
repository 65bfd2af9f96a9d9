// Import resolution. Configs can import `portolan` and TypeScript files of their own project; other imports are rejected
// with a reason before anything runs.
import { MAX_LENGTHS } from '../reader.ts'
import { AUTHORING_MODULE } from './ports.ts'

/** The virtual path of the `portolan` declarations. */
export const AUTHORING_FILE = '/.portolan/portolan.d.ts'

type Resolution = { readonly path: string } | { readonly reason: string }

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

// Path strings with forward slashes; no file access.

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** Resolves `path` against `folder` to an absolute path. */
export function resolvePath(folder: string, path: string): string {
  const slashed = path.replaceAll('\\', '/')
  const joined = ABSOLUTE.test(slashed) ? slashed : `${folder.replaceAll('\\', '/')}/${slashed}`
  const drive = /^[A-Za-z]:/.exec(joined)?.[0] ?? ''
  const parts: string[] = []
  for (const part of joined.slice(drive.length).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `${drive}/${parts.join('/')}`
}

/** The folder of an absolute path. */
const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

/** True if an absolute path is inside a folder or its subfolders. */
export const isInside = (folder: string, path: string): boolean =>
  folder === '/' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** An absolute path relative to `folder`, if inside it. */
export const displayPath = (folder: string, path: string): string =>
  isInside(folder, path) ? path.slice(folder === '/' ? 1 : folder.length + 1) : path
