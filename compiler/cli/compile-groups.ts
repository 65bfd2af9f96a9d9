// What check, compile, print and serve have in common: files in, compilations and their diagnostics out.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Bundle } from '../../schemas/generated/types.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { compileProject, type ProjectCompilation } from '../project.ts'
import { cliCatalog } from './catalogue.ts'
import { findFiles } from './files/find-files.ts'
import { type LoadedProject, loadProject } from './files/load-project.ts'
import type { Terminal } from './terminal.ts'

export interface CompiledGroup extends ProjectCompilation {
  readonly loaded: LoadedProject
  readonly bundle: Bundle | undefined
}

export interface CompiledGroups {
  readonly groups: readonly CompiledGroup[]
  readonly diagnostics: readonly Diagnostic[]
  /** Arguments that name no file. */
  readonly unknown: readonly string[]
  /** How many configs were compiled. */
  readonly configs: number
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** More configs than this are worth a line of progress. */
const MANY = 20

export async function compileGroups(
  patterns: readonly string[],
  terminal: Terminal,
): Promise<CompiledGroups> {
  const { groups: found, unknown } = findFiles(terminal.folder, patterns)
  const catalog = cliCatalog()
  const groups: CompiledGroup[] = []
  for (const group of found) {
    const loaded = await loadProject(group, terminal.folder)
    const total = loaded.input.configs.size
    const compiled = compileProject(loaded.input, catalog, sha256, done => {
      if (total > MANY && done % 10 === 0) terminal.progress(`compiling ${done} of ${total}`)
    })
    terminal.progress('')
    const diagnostics = [...loaded.diagnostics, ...compiled.diagnostics]
    const broken = loaded.diagnostics.some(diagnostic => diagnostic.severity === 'error')
    groups.push({ ...compiled, diagnostics, bundle: broken ? undefined : compiled.bundle, loaded })
  }
  return {
    groups,
    diagnostics: groups.flatMap(group => group.diagnostics),
    unknown,
    configs: groups.reduce((sum, group) => sum + group.loaded.input.configs.size, 0),
  }
}

/** An absolute path for a file that a command writes. */
export const outputPath = (terminal: Terminal, path: string): string => resolve(terminal.folder, path)
