// The view of a project that the features of an editor work on, from a compilation. Values of files are read when a feature
// asks for them, and remembered as long as their inputs are the same.
import { join } from 'node:path'
import { canonicalConfig, canonicalManifest, spellingOf } from '../../facts/canonical-names.ts'
import type { FileKind, ProjectFile, ProjectView } from '../../language-server/project-view.ts'
import type { JsonSchema } from '../../language-server/schema-at.ts'
import type { SourceInput } from '../../project-input.ts'
import type { ParsedSource } from '../../source.ts'
import type { CompiledGroup } from '../compile-groups.ts'
import { schemaText } from '../files/editor-schemas.ts'
import { createFailureLines } from './failure-lines.ts'
import { createModelNames } from './model-names.ts'

/** A test file, and the config that it is named after. */
export interface TestInput {
  readonly stem: string
  readonly input: SourceInput
}

type MakeView = (compiled: CompiledGroup, tests: readonly TestInput[]) => ProjectView

export function createViews(now: () => number): MakeView {
  const failuresOf = createFailureLines()
  const schemas = new Map<FileKind, JsonSchema>()
  const read = new WeakMap<SourceInput, { readonly parsed: ParsedSource | undefined }>()
  /** The last value of each file that could be read, by its name. */
  const last = new Map<string, ParsedSource>()
  const schemaOf = (kind: FileKind): JsonSchema => {
    const known = schemas.get(kind) ?? (JSON.parse(schemaText(kind)) as JsonSchema)
    schemas.set(kind, known)
    return known
  }
  return (compiled, tests) => {
    const { input, gateway, plans, prompts, catalog } = compiled
    const spelling = spellingOf(input.manifest?.read(input.manifest.source, () => {})?.value)
    const files = new Map<string, ProjectFile>()
    const add = (kind: FileKind, id: string, file: SourceInput, known?: ParsedSource): void => {
      const { source } = file
      const parsed = (): ParsedSource | undefined => {
        const before = read.get(file)
        if (before !== undefined) return before.parsed
        const value =
          known ??
          canonical(
            kind,
            file.read(source, () => {}),
            spelling,
          )
        read.set(file, { parsed: value })
        if (value !== undefined) last.set(source.name, value)
        return value
      }
      files.set(source.name, {
        source,
        read: file.read,
        kind,
        id,
        parsed,
        lastParsed: () => parsed() ?? last.get(source.name),
      })
    }
    if (input.manifest) add('manifest', '', input.manifest)
    for (const [id, file] of input.configs) add('config', id, file, compiled.parsed.get(id))
    for (const [id, file] of input.prompts?.prompts ?? [])
      add('prompt', id, file, prompts.prompts.get(id)?.parsed)
    for (const [id, file] of input.prompts?.partials ?? []) add('partial', id, file)
    for (const { stem, input: file } of tests) add('config-test', stem, file)
    return {
      files,
      gateway,
      plans,
      prompts,
      catalog,
      schemaOf,
      failuresOf,
      models: createModelNames(gateway?.prices ?? [], now),
    }
  }
}

function canonical(
  kind: FileKind,
  parsed: ParsedSource | undefined,
  spelling: ReturnType<typeof spellingOf>,
): ParsedSource | undefined {
  if (parsed === undefined) return undefined
  if (kind === 'config') return canonicalConfig(parsed, spelling)
  return kind === 'manifest' ? canonicalManifest(parsed) : parsed
}

/** The absolute path of a file by its name in diagnostics. */
export const pathOfName = (root: string, name: string): string => join(root, name)
