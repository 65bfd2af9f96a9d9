// A project as the features of an editor see it: what the last compilation found out, and the files with what can be read
// of them. Files are named as in diagnostics.
import type { Gateway, Plan } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { CompiledPrompts } from '../compile-prompts.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { SourceReader } from '../read/reader.ts'
import type { ParsedSource, Source, SourceSpan } from '../source.ts'
import type { JsonSchema } from './schema-at.ts'

/** The kinds of files, as `portolan schema` names them. */
export type FileKind = 'manifest' | 'config' | 'prompt' | 'partial' | 'config-test' | 'traffic'

export interface ProjectFile {
  readonly source: Source
  readonly kind: FileKind
  /** The identifier of a config, prompt or partial; of a test, the config that its file is named after. */
  readonly id: string
  readonly read: SourceReader
  /** The value of the text; undefined while it cannot be read. */
  readonly parsed: () => ParsedSource | undefined
  /** The same, or the last value that could be read. */
  readonly lastParsed: () => ParsedSource | undefined
}

export interface ProjectView {
  /** By name. */
  readonly files: ReadonlyMap<string, ProjectFile>
  /** Undefined while the manifest has errors. */
  readonly gateway: Gateway | undefined
  /** The plans of the configs without errors. */
  readonly plans: ReadonlyMap<string, Plan>
  readonly prompts: CompiledPrompts
  readonly catalog: Catalog
  readonly schemaOf: (kind: FileKind) => JsonSchema
  readonly models: ModelNames
  /** What happens after failures of a target, as lines of Markdown. */
  readonly failuresOf: (plan: Plan, pointer: Pointer) => readonly string[]
}

/** What is known of models beside the catalog of the compiler. */
export interface ModelNames {
  /** The models of a provider, by the names that it takes. */
  readonly namesOf: (provider: string) => readonly string[]
  /** The price of a model at a provider as a sentence; undefined if none is known. */
  readonly priceOf: (provider: string, model: string, slug: string | undefined) => string | undefined
}

/** A place in a file of the project. */
export interface FileSpan {
  readonly file: string
  readonly span: SourceSpan
}

/** The file of a kind with an identifier. */
export const fileOf = (project: ProjectView, kind: FileKind, id: string): ProjectFile | undefined =>
  [...project.files.values()].find(file => file.kind === kind && file.id === id)

/** The files of a kind. */
export const filesOf = (project: ProjectView, kind: FileKind): readonly ProjectFile[] =>
  [...project.files.values()].filter(file => file.kind === kind)

export const manifestOf = (project: ProjectView): ProjectFile | undefined => filesOf(project, 'manifest')[0]

/** The format of a file by its name. */
export const formatOf = ({ source: { name } }: ProjectFile): 'json' | 'text' | 'typescript' | 'yaml' =>
  name.endsWith('.json')
    ? 'json'
    : name.endsWith('.ts')
      ? 'typescript'
      : name.endsWith('.txt')
        ? 'text'
        : 'yaml'
