// The main script of a single executable, which `executables.ts` builds: runs the module that its file `entry` names.
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import { getAsset, getRawAsset } from 'node:sea'
import type { Worker, WorkerOptions } from 'node:worker_threads'

/** Where Node shows the files of the executable. */
const ROOT = new URL('./', import.meta.url).href

/** Packages that threads import: modules, not CommonJS. */
const PACKAGES_OF_THREADS = ['postgres']

interface Embedded {
  readonly root: string
  /** Modules below this URL are loaded from the executable. */
  readonly folder: string
  /** URLs of packages by their names. */
  readonly packages: Readonly<Record<string, string>>
}

/**
 * Threads do not see the files of the executable by themselves; in the first thread this is faster than Node's own search. It names
 * nothing outside itself, since threads run its text.
 */
function loadEmbedded(
  register: typeof registerHooks,
  readFile: typeof getRawAsset,
  { root, folder, packages }: Embedded,
): void {
  const isModule = (url: string): boolean => url.startsWith(folder) && url.endsWith('.js')
  register({
    resolve: (specifier, context, next) => {
      const url =
        packages[specifier] ??
        (/^(?:\.{1,2}\/|file:)/.test(specifier) ? new URL(specifier, context.parentURL).href : undefined)
      return url !== undefined && isModule(url)
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context)
    },
    load: (url, context, next) =>
      isModule(url)
        ? { format: 'module', source: new Uint8Array(readFile(url.slice(root.length))), shortCircuit: true }
        : next(url, context),
  })
}

/** Threads whose file is in the executable load it from there. */
function startEmbeddedThreads(): void {
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker }
  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const url = String(file)
      if (!url.startsWith(ROOT)) {
        super(file, options)
        return
      }
      const packages = Object.fromEntries(
        PACKAGES_OF_THREADS.map(name => [name, import.meta.resolve(name)] as const),
      )
      const embedded: Embedded = { root: ROOT, folder: ROOT, packages }
      const load = `(${loadEmbedded})(require('node:module').registerHooks, require('node:sea').getRawAsset, ${JSON.stringify(embedded)})`
      super(`${load}\nimport(${JSON.stringify(url)})`, { ...options, eval: true })
    }
  }
  // What `import { Worker }` finds from now on.
  syncBuiltinESMExports()
}

loadEmbedded(registerHooks, getRawAsset, { root: ROOT, folder: `${ROOT}dist/`, packages: {} })
startEmbeddedThreads()
await import(getAsset('entry', 'utf8'))
