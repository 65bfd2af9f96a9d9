// What the TypeScript reader must be given by a composition root: the compiler, and the files it may look at.
import type ts from 'typescript'

/** The compiler's API, as `require('typescript')` gives it. */
export type Compiler = typeof ts

export interface TypescriptPorts {
  /**
   * Loads the compiler. A port because `import()` of it takes four times as long as `createRequire`, which only a
   * composition root may use.
   */
  readonly loadCompiler: () => Compiler
  /** The text of a file by its absolute path, or undefined where there is none. */
  readonly readFile: (path: string) => string | undefined
  /** The absolute folder that relative names of sources start from. */
  readonly workingFolder: string
  /** The folder that imports must stay in: the project. Relative to the working folder, or absolute. */
  readonly root: string
  /** The declarations of the module `portolan`, see `declarationsOf`. */
  readonly declarations: string
}

/** The name by which configs import the authoring surface. */
export const AUTHORING_MODULE = 'portolan'
