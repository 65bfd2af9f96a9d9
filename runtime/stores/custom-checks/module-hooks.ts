// Import hooks for the files of a custom check: each file is read here, verified, and run exactly as it was read, so
// nothing else runs than what was verified. Packages and Node's built-in modules are imported as usual.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { extname } from 'node:path'

export interface ModuleVerification {
  /** The project folder, with a trailing slash. */
  readonly folder: URL
  /** Verifies a file before it runs, by its path below the folder and the SHA-256 of its bytes. Returns a sentence to reject it. */
  readonly verify: (path: string, digest: string) => string | undefined
}

/** Query parameter of every file URL of a module: each load has its own value, since Node caches modules permanently. */
const LOAD_ID = 'portolan'

/** What a check imports by the package name, wherever the package is installed. */
const PACKAGE_ENTRY = new URL(
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

const loadIdOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') ? new URL(url).searchParams.get(LOAD_ID) : null

const withLoadId = (url: URL, loadId: string): string => {
  const copy = new URL(url)
  copy.search = `?${LOAD_ID}=${loadId}`
  return copy.href
}

/** The URL under which a file below the folder is imported. */
export const moduleUrl = ({ folder }: ModuleVerification, path: string, loadId: string): string =>
  withLoadId(new URL(path.split('/').map(encodeURIComponent).join('/'), folder), loadId)

/** The path of a file below the folder; undefined for others. */
const pathBelow = (folder: URL, url: URL): string | undefined =>
  url.pathname.startsWith(folder.pathname)
    ? decodeURIComponent(url.pathname.slice(folder.pathname.length))
    : undefined

/** An error with a message of our own. */
export interface ModuleRejection extends Error {
  readonly refused: true
}

const rejection = (sentence: string): ModuleRejection =>
  Object.assign(new Error(sentence), { refused: true as const })

/** Registers the hooks for the life of the thread; files are verified by the ID of their load. */
export function hookModules(verifications: ReadonlyMap<string, ModuleVerification>): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      // The entry module: Node would resolve symlinks, but files are identified by their path in the manifest.
      if (verifications.has(loadIdOf(specifier) ?? '')) return { url: specifier, shortCircuit: true }
      const loadId = loadIdOf(context.parentURL)
      const verification = loadId === null ? undefined : verifications.get(loadId)
      if (loadId === null || verification === undefined) return next(specifier, context)
      if (specifier === 'portolan') return { url: PACKAGE_ENTRY, shortCircuit: true }
      if (/^(?:\.{0,2}\/|file:)/i.test(specifier))
        return { url: withLoadId(new URL(specifier, context.parentURL), loadId), shortCircuit: true }
      const resolved = next(specifier, context)
      const url = new URL(resolved.url)
      const isPackage = url.protocol !== 'file:' || url.pathname.includes('/node_modules/')
      return isPackage || pathBelow(verification.folder, url) === undefined
        ? resolved
        : { url: withLoadId(url, loadId), shortCircuit: true }
    },
    load: (url, context, next) => {
      const verification = verifications.get(loadIdOf(url) ?? '')
      if (verification === undefined) return next(url, context)
      const path = pathBelow(verification.folder, new URL(url))
      if (path === undefined) throw rejection('It loads a file outside the project folder.')
      const format = FORMATS[extname(path)]
      if (format === undefined)
        throw rejection(
          `It loads ${path}, but files of a check must end with ${Object.keys(FORMATS).join(', ')}.`,
        )
      const source = readBytes(path, url)
      const reason = verification.verify(path, hash('sha256', source, 'hex'))
      if (reason !== undefined) throw rejection(reason)
      return { format, source, shortCircuit: true }
    },
  })
}

function readBytes(path: string, url: string): Buffer {
  try {
    return readFileSync(new URL(url))
  } catch {
    throw rejection(`The file ${path} cannot be read.`)
  }
}
