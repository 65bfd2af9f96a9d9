// What check, compile, print and serve have in common: files in, compilations and their diagnostics out.
import { createHash } from 'node:crypto'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { withOwnChecks } from '../own-checks.ts'
import { compileProject, type ProjectCompilation } from '../project.ts'
import { cliCatalog } from './catalogue.ts'
import { misuse } from './command.ts'
import { type FileGroup, findFiles } from './files/find-files.ts'
import { loadProject } from './files/load-project.ts'
import type { Terminal } from './terminal.ts'

export interface CompiledGroup extends ProjectCompilation {
  /** The folder of the project. */
  readonly root: string
  /** How many configs were compiled. */
  readonly configs: number
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** More configs than this are worth a line of progress. */
const MANY = 20

/** The projects and lone configs that the arguments of a command mean, at least one, or the code of a complaint. */
export async function compileGroups(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
): Promise<readonly CompiledGroup[] | number> {
  const { groups, unknown } = findFiles(terminal.folder, patterns)
  if (unknown.length > 0) {
    const list = unknown.map(pattern => JSON.stringify(pattern)).join(', ')
    return misuse(terminal, `No config, folder or glob: ${list}.`, command)
  }
  if (groups.length === 0) return misuse(terminal, 'There is no config and no project here.', command)
  const compiled: CompiledGroup[] = []
  for (const group of groups) compiled.push(await compileGroup(group, terminal))
  return compiled
}

/** The same where one project is wanted. */
export async function compileOne(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
): Promise<CompiledGroup | number> {
  const groups = await compileGroups(patterns, command, terminal)
  if (typeof groups === 'number') return groups
  const [group, ...others] = groups
  return group === undefined || others.length > 0
    ? misuse(terminal, 'These are several projects: name the folder of one.', command)
    : group
}

export const diagnosticsOf = (groups: readonly CompiledGroup[]): readonly Diagnostic[] =>
  groups.flatMap(group => group.diagnostics)

export const configsOf = (groups: readonly CompiledGroup[]): number =>
  groups.reduce((sum, group) => sum + group.configs, 0)

async function compileGroup(group: FileGroup, terminal: Terminal): Promise<CompiledGroup> {
  const loaded = await loadProject(group, terminal.folder)
  const configs = loaded.input.configs.size
  const compiled = compileProject(loaded.input, withOwnChecks(cliCatalog(), loaded.checks), sha256, done => {
    if (configs > MANY && done % 10 === 0) terminal.progress(`compiling ${done} of ${configs}`)
  })
  terminal.progress('')
  const diagnostics = [...loaded.diagnostics, ...compiled.diagnostics]
  const bundle = hasErrors(loaded.diagnostics) ? undefined : compiled.bundle
  return { ...compiled, bundle, diagnostics, root: loaded.root, configs }
}
