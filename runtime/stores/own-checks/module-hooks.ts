// How the files of an own check's module come into this process: read here, shown to whoever admits them, and run as they
// were read, so that nothing else runs than what was looked at. Packages and Node's own modules come in as usual.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { extname } from 'node:path'

export interface Admission {
  /** The folder of the project, ending with a slash. */
  readonly folder: URL
  /** Looks at a file before it runs: its path below the folder and the SHA-256 of its bytes. A sentence refuses it. */
  readonly admit: (path: string, digest: string) => string | undefined
}

/** Behind the address of every file of a module: each load has its own, since Node keeps a module for ever. */
const MARK = 'portolan'

/** What a check imports under the name of the package, wherever the package lies. */
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

/** The address under which a file below the folder is imported. */
export const moduleAddress = ({ folder }: Admission, path: string, mark: string): string =>
  marked(new URL(path.split('/').map(encodeURIComponent).join('/'), folder), mark)

/** The path of a file below the folder; undefined for others. */
const pathBelow = (folder: URL, url: URL): string | undefined =>
  url.pathname.startsWith(folder.pathname)
    ? decodeURIComponent(url.pathname.slice(folder.pathname.length))
    : undefined

/** An error whose message is a sentence of ours. */
export interface Refusal extends Error {
  readonly refused: true
}

const refusal = (sentence: string): Refusal => Object.assign(new Error(sentence), { refused: true as const })

/** Lets files in by the mark of their load, from now on and for the life of the thread. */
export function hookModules(admissions: ReadonlyMap<string, Admission>): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      // The module itself: Node would follow links, and a file is known by the path that the manifest has for it.
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
      if (path === undefined) throw refusal('It loads a file outside of the folder of the project.')
      const format = FORMATS[extname(path)]
      if (format === undefined)
        throw refusal(`It loads ${path}: files of a check end with ${Object.keys(FORMATS).join(', ')}.`)
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
