// A project: a manifest and its configs, compiled into one bundle. Reading files is up to the caller: sources with names
// in, a bundle out.
import type { Catalog } from './facts/catalog.ts'
import type { Hash } from './plan/emit.ts'
import type { ProjectInput } from './project-input.ts'
import { type ProjectCompilation, recompileProject } from './recompile-project.ts'

/** Compiles the manifest first, since slugs and trusted hosts are validated against it, then every config. */
export const compileProject = (
  input: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  progress?: (done: number) => void,
): ProjectCompilation => recompileProject(undefined, input, catalog, hash, progress).compilation
