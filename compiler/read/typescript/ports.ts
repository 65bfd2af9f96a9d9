// What a composition root provides to the TypeScript reader: the compiler and file access.
import type ts from 'typescript'

/** The compiler's API, as `require('typescript')` gives it. */
export type Compiler = typeof ts

export interface TypescriptPorts {
  /**
   * Loads the compiler. A port because `import()` takes four times as long as `createRequire`, which only a composition
   * root can use.
   */
  readonly loadCompiler: () => Compiler
  /** The WebAssembly of the engine, `@jitl/quickjs-wasmfile-release-sync/wasm`. */
  readonly readEngine: () => Uint8Array
  /** The text of a file by its absolute path; undefined if it does not exist. */
  readonly readFile: (path: string) => string | undefined
  /** Whether a path is a link that leads out of the project; such a file has no text. */
  readonly leadsOutside?: (path: string) => boolean
  /** The absolute folder that relative source names refer to. */
  readonly workingFolder: string
  /** The folder that imports must stay in: the project. Relative to the working folder, or absolute. */
  readonly root: string
  /** The declarations of the module `portolan`, see `declarationsOf`. */
  readonly declarations: string
}

/** The module name that configs import. */
export const AUTHORING_MODULE = 'portolan'
