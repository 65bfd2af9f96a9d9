// The TypeScript reader as a composition root would load it, with files that live in memory.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SourceReader } from '../../compiler/read/reader.ts'
import { declarationsOf } from '../../compiler/read/typescript/declarations.ts'
import { loadTypescriptReader } from '../../compiler/read/typescript/load-typescript-reader.ts'
import type { Compiler } from '../../compiler/read/typescript/ports.ts'
import { ROOT } from './folder.ts'

/** A reader of a project in `/project` that holds these files by their absolute paths. */
export function typescriptReader(files: Readonly<Record<string, string>> = {}): Promise<SourceReader> {
  return loadTypescriptReader({
    loadCompiler: () => createRequire(import.meta.url)('typescript') as Compiler,
    readEngine: () =>
      readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
    readFile: path => files[path],
    workingFolder: '/project',
    root: '.',
    declarations: declarationsOf(readFileSync(`${ROOT}schemas/generated/types.ts`, 'utf8')),
  })
}
