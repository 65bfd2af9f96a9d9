// Import hooks for the files of a custom check: each file is read here, verified, and run exactly as it was read, so
// nothing else runs than what was verified. Packages and Node's built-in modules are imported as usual.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { extname } from 'node:path'

export interface Admission {
  /** The project folder, with a trailing slash. */
  readonly folder: URL
  /** Verifies a file before it runs, by its path below the folder and the SHA-256 of its bytes. Returns a sentence to reject it. */
  readonly admit: (path: string, digest: string) => string | undefined
}

/** Query parameter of every file URL of a module: each load has its own value, since Node caches modules permanently. */
const MARK = 'portolan'

/** What a check imports by the package name, wherever the package is installed. */
const SURFACE = new URL(
  `../../../compiler/read/typescript/authoring${extname(import.meta.url)}`,
  import.meta.url,
).href

const FORMATS: Readonly<Record<string, string>> = {
  '.ts': 'module-typescript',
  '.mts': 'module-typescript',
  '.js': 'module',
  '.mjs': 'module',
  '.json': 'json',
}

const markOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') ? new URL(url).searchParams.get(MARK) : null

const marked = (url: URL, mark: string): string => {
  const copy = new URL(url)
  copy.search = `?${MARK}=${mark}`
  return copy.href
}

/** The URL under which a file below the folder is imported. */
export const moduleAddress = ({ folder }: Admission, path: string, mark: string): string =>
  marked(new URL(path.split('/').map(encodeURIComponent).join('/'), folder), mark)

/** The path of a file below the folder; undefined for others. */
const pathBelow = (folder: URL, url: URL): string | undefined =>
  url.pathname.startsWith(folder.pathname)
    ? decodeURIComponent(url.pathname.slice(folder.pathname.length))
    : undefined

/** An error with a message of our own. */
export interface Refusal extends Error {
  readonly refused: true
}

const refusal = (sentence: string): Refusal => Object.assign(new Error(sentence), { refused: true as const })

/** Registers the hooks for the life of the thread; files are verified by the ID of their load. */
export function hookModules(admissions: ReadonlyMap<string, Admission>): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      // The entry module: Node would resolve symlinks, but files are identified by their path in the manifest.
      if (admissions.has(markOf(specifier) ?? '')) return { url: specifier, shortCircuit: true }
      const mark = markOf(context.parentURL)
      const admission = mark === null ? undefined : admissions.get(mark)
      if (mark === null || admission === undefined) return next(specifier, context)
      if (specifier === 'portolan') return { url: SURFACE, shortCircuit: true }
      if (/^(?:\.{0,2}\/|file:)/i.test(specifier))
        return { url: marked(new URL(specifier, context.parentURL), mark), shortCircuit: true }
      const found = next(specifier, context)
      const url = new URL(found.url)
      const isPackage = url.protocol !== 'file:' || url.pathname.includes('/node_modules/')
      return isPackage || pathBelow(admission.folder, url) === undefined
        ? found
        : { url: marked(url, mark), shortCircuit: true }
    },
    load: (url, context, next) => {
      const admission = admissions.get(markOf(url) ?? '')
      if (admission === undefined) return next(url, context)
      const path = pathBelow(admission.folder, new URL(url))
      if (path === undefined) throw refusal('It loads a file outside the project folder.')
      const format = FORMATS[extname(path)]
      if (format === undefined)
        throw refusal(
          `It loads ${path}, but files of a check must end with ${Object.keys(FORMATS).join(', ')}.`,
        )
      const source = bytesOf(path, url)
      const refused = admission.admit(path, hash('sha256', source, 'hex'))
      if (refused !== undefined) throw refusal(refused)
      return { format, source, shortCircuit: true }
    },
  })
}

function bytesOf(path: string, url: string): Buffer {
  try {
    return readFileSync(new URL(url))
  } catch {
    throw refusal(`The file ${path} cannot be read.`)
  }
}
