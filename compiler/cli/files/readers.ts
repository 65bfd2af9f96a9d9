// The reader of each format. The TypeScript reader is loaded only if a project has such a file: its compiler takes a
// tenth of a second to load.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { readJson } from '../../read/json.ts'
import type { SourceReader } from '../../read/reader.ts'
import { declarationsOf } from '../../read/typescript/declarations.ts'
import { loadTypescriptReader } from '../../read/typescript/load-typescript-reader.ts'
import type { Compiler } from '../../read/typescript/ports.ts'
import { readYaml } from '../../read/yaml.ts'
import { leadsOutside } from './links.ts'
import { readFileText } from './read-file.ts'
import { createFileMemory, type FileMemory } from './remembered-files.ts'

/** The source of the config types: TypeScript in a checkout, declarations in a build. */
function generatedTypes(): string {
  const candidates = ['types.ts', 'types.d.ts'].map(
    name => new URL(`../../../schemas/generated/${name}`, import.meta.url),
  )
  for (const candidate of candidates) {
    try {
      return readFileSync(candidate, 'utf8')
    } catch {
      // try the other one
    }
  }
  throw new Error('The generated types are missing from the installation.')
}

/** The text of a file of the project; undefined also for a link that leads out of it. */
export function readInside(root: string, path: string): string | undefined {
  return leadsOutside([root], path) ? undefined : readFileText(path).text
}

/** Selects the reader of each path. `root` is the folder that imports must not leave. */
export async function readersFor(
  paths: readonly string[],
  root: string,
  workingFolder: string,
  memory: FileMemory = createFileMemory(),
): Promise<(path: string) => SourceReader> {
  if (memory.typescript === undefined && paths.some(path => path.endsWith('.ts')))
    memory.typescript = await recordingReader(root, workingFolder, memory)
  const { typescript } = memory
  return path => {
    if (path.endsWith('.ts') && typescript !== undefined) return typescript
    return path.endsWith('.json') ? readJson : readYaml
  }
}

/** A reader of TypeScript that notes what each source imports. */
async function recordingReader(
  root: string,
  workingFolder: string,
  { imported, openText }: FileMemory,
): Promise<SourceReader> {
  let texts = new Map<string, string | undefined>()
  const read = await loadTypescriptReader({
    loadCompiler: () => createRequire(import.meta.url)('typescript') as Compiler,
    readEngine: () =>
      readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
    readFile: path => {
      const text = openText?.(path) ?? readInside(resolve(workingFolder, root), path)
      texts.set(path, text)
      return text
    },
    leadsOutside: path => leadsOutside([resolve(workingFolder, root)], path),
    workingFolder,
    root,
    declarations: declarationsOf(generatedTypes()),
  })
  return (source, report) => {
    texts = new Map()
    imported.set(source.name, texts)
    return read(source, report)
  }
}
