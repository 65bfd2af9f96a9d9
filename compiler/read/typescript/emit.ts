// Emits the program as JavaScript modules for the engine.
import type ts from 'typescript'
import type { Source } from '../../source.ts'
import { markLiterals } from './mark-literals.ts'
import type { Compiler } from './ports.ts'
import type { CheckedProgram } from './program.ts'
import type { LiteralSite } from './sites.ts'

export interface EmittedModule {
  readonly file: ts.SourceFile
  readonly code: string
  /** The `mappings` of its source map. */
  readonly mappings: string
}

export interface EmittedProgram {
  /** By the absolute path of the TypeScript file. */
  readonly modules: ReadonlyMap<string, EmittedModule>
  readonly sites: readonly LiteralSite[]
}

/** Emits the type-checked files, with every literal marked. */
export function emitModules(
  compiler: Compiler,
  checked: CheckedProgram,
  sourceOf: (file: ts.SourceFile) => Source | undefined,
): EmittedProgram {
  const sites: LiteralSite[] = []
  const modules = new Map<string, EmittedModule>()
  const transformers = { before: [markLiterals(compiler, sites, sourceOf)] }
  for (const file of checked.files) {
    let code = ''
    let mappings = ''
    checked.program.emit(
      file,
      (name, text) => {
        if (name.endsWith('.map')) mappings = readMappings(text)
        else code = text
      },
      undefined,
      false,
      transformers,
    )
    modules.set(file.fileName, { file, code, mappings })
  }
  return { modules, sites }
}

function readMappings(map: string): string {
  const parsed: unknown = JSON.parse(map)
  const mappings =
    typeof parsed === 'object' && parsed !== null && 'mappings' in parsed ? parsed.mappings : ''
  return typeof mappings === 'string' ? mappings : ''
}
