// A project: a manifest and its configs, compiled into one bundle. Reading files is up to the caller: sources with names
// in, a bundle out.
import type { Bundle, Gateway, Plan } from '../schemas/generated/types.ts'
import type { Catalog } from './catalog.ts'
import type { CompiledPrompts, PromptInputs } from './compile-prompts.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { Hash } from './plan/digest.ts'
import type { SourceReader } from './read/reader.ts'
import { recompileProject } from './recompile-project.ts'
import type { ParsedSource, Source } from './source.ts'

/** A source to compile and the reader for its format. The same object stands for the same text, with what it imports. */
export interface SourceInput {
  readonly source: Source
  readonly read: SourceReader
}

export interface ProjectInput {
  /** Absent for standalone configs, which get an empty manifest. */
  readonly manifest?: SourceInput
  /** Configs by identifier: the file name without extension. */
  readonly configs: ReadonlyMap<string, SourceInput>
  readonly prompts?: PromptInputs
}

export interface ProjectCompilation {
  /** Undefined if the manifest or any config has errors. */
  readonly bundle: Bundle | undefined
  readonly gateway: Gateway | undefined
  readonly plans: ReadonlyMap<string, Plan>
  readonly parsed: ReadonlyMap<string, ParsedSource>
  readonly prompts: CompiledPrompts
  readonly diagnostics: readonly Diagnostic[]
}

/** Compiles the manifest first, since slugs and trusted hosts are validated against it, then every config. */
export const compileProject = (
  input: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  progress?: (done: number) => void,
): ProjectCompilation => recompileProject(undefined, input, catalog, hash, progress).compilation
