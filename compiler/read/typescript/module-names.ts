// The names of modules in a run: paths from the project's folder, since a config can read them in the stack of an error, and
// a plan must be the same on every machine.
import type { EmittedModule, EmittedProgram } from './emit.ts'
import { isInside } from './paths.ts'
import { AUTHORING_FILE } from './resolve.ts'

export interface ModuleNames {
  readonly nameOf: (path: string) => string
  /** The absolute path of a module; undefined for a name that no module has. */
  readonly pathOf: (name: string) => string | undefined
  readonly moduleNamed: (name: string) => EmittedModule | undefined
}

export function moduleNames({ modules }: EmittedProgram, root: string): ModuleNames {
  const nameOf = (path: string): string => {
    if (path === AUTHORING_FILE || root === '/') return path
    return path.slice(isInside(root, path) ? root.length : path.lastIndexOf('/'))
  }
  const paths = new Map(Array.from(modules.keys(), path => [nameOf(path), path]))
  return {
    nameOf,
    pathOf: name => paths.get(name),
    moduleNamed: name => modules.get(paths.get(name) ?? ''),
  }
}
