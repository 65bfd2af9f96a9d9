// Shared by check, compile, print and serve: arguments in, compilations with diagnostics out.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import type { Catalog, ModelLives } from '../facts/catalog.ts'
import { withCustomChecks } from '../facts/create-catalog.ts'
import type { ProjectInput } from '../project-input.ts'
import { type ProjectCompilation, type ProjectMemory, recompileProject } from '../recompile-project.ts'
import { cliCatalog } from './cli-catalog.ts'
import { usageError } from './command.ts'
import { type FileGroup, findFiles } from './files/find-files.ts'
import { loadProject, type ProjectParts } from './files/load-project.ts'
import { isTestName } from './files/project-names.ts'
import { createFileMemory, type FileMemory, type ReadingOptions } from './files/remembered-files.ts'
import type { Terminal } from './terminal.ts'

export interface CompiledGroup extends ProjectCompilation {
  /** The folder of the project. */
  readonly root: string
  /** The files that were compiled. */
  readonly input: ProjectInput
  readonly parts: ProjectParts
  /** The number of compiled configs. */
  readonly configs: number
  /** Their identifiers, also of those with errors. */
  readonly ids: readonly string[]
  /** Whether they are all configs of the project. */
  readonly isWhole: boolean
  /** With the custom checks of the project. */
  readonly catalog: Catalog
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Characters of a bundle that takes as long to hash as one of its configs to compile. */
const LARGE = 100_000

/** For editors, which have no use for the digest of a bundle. */
const hashOfEditor = (text: string): string => (text.length > LARGE ? '' : sha256(text))

/** The memory of a command that compiles again after changes, by the folder of each project. */
export type CompileMemory = Map<string, GroupMemory>

interface GroupMemory {
  readonly files: FileMemory
  readonly catalog: Catalog
  /** The custom checks of the catalog and its day, as JSON. */
  readonly checks: string
  readonly project: ProjectMemory
}

/** Progress is shown above this number of configs. */
const PROGRESS_THRESHOLD = 20

/** For commands that show a project and do not print its findings. */
export const NOT_COMPILED = 'The project has errors: "portolan check" shows them.'

/**
 * Compiles the projects and standalone configs named by the arguments, at least one; or returns the exit code of a usage error. `lives`: of
 * the models that they name, on a day; absent if they are not reported.
 */
export async function compileGroups(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
  memory: CompileMemory = new Map(),
  lives?: ModelLives,
  reading?: ReadingOptions,
): Promise<readonly CompiledGroup[] | number> {
  const groups = findGroups(patterns, command, terminal)
  if (typeof groups === 'number') return groups
  const report = delayedMessage(terminal)
  const compiled: CompiledGroup[] = []
  for (const group of groups)
    compiled.push(await compileGroup(group, terminal, memory, report, reading, lives))
  return compiled
}

/** The same for commands that take one project. */
export async function compileOne(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
  memory: CompileMemory = new Map(),
): Promise<CompiledGroup | number> {
  const groups = findGroups(patterns, command, terminal)
  if (typeof groups === 'number') return groups
  const [group, ...others] = groups
  return group === undefined || others.length > 0
    ? usageError(terminal, 'Several projects found: name the folder of one, or change to it.', command)
    : await compileGroup(group, terminal, memory, delayedMessage(terminal))
}

function findGroups(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
): readonly FileGroup[] | number {
  const { folder } = terminal
  const report = delayedMessage(terminal)
  const { groups, unknown } = findFiles(folder, patterns, below =>
    report(() => `Searching ${relative(folder, below)} for projects and configs.`),
  )
  if (unknown.length > 0) {
    const list = unknown.map(pattern => JSON.stringify(pattern)).join(', ')
    const advice = unknown.some(isTestName) ? ' Tests are run by "portolan test".' : ''
    return usageError(terminal, `No config, folder or glob matches ${list}.${advice}`, command)
  }
  return groups.length === 0 ? usageError(terminal, 'No config or project found.', command) : groups
}

export const diagnosticsOf = (groups: readonly CompiledGroup[]): readonly Diagnostic[] =>
  groups.flatMap(group => group.diagnostics)

export const countConfigs = (groups: readonly CompiledGroup[]): number =>
  groups.reduce((sum, group) => sum + group.configs, 0)

const inFolder = ({ folder }: Terminal, root: string): string =>
  root === folder ? '' : ` in ${relative(folder, root)}`

/** Compiles one project. `open`: what an editor has of its files, for the first call with a memory. */
export async function compileGroup(
  group: FileGroup,
  terminal: Terminal,
  memory: CompileMemory,
  report = delayedMessage(terminal),
  reading?: ReadingOptions,
  lives?: ModelLives,
): Promise<CompiledGroup> {
  const before = memory.get(group.root)
  const files = before?.files ?? createFileMemory(reading)
  const loaded = await loadProject(group, terminal.folder, files)
  const input = files.rewrite?.(loaded.input) ?? loaded.input
  const configs = input.configs.size
  const checks = JSON.stringify([loaded.checks, lives?.day])
  const catalog =
    before?.checks === checks ? before.catalog : withCustomChecks(cliCatalog(lives), loaded.checks)
  const { compilation: compiled, memory: project } = recompileProject(
    before?.project,
    input,
    catalog,
    files.openText === undefined ? sha256 : hashOfEditor,
    done => {
      if (done < configs)
        report(() => `Compiling ${done} of ${configs} configs${inFolder(terminal, loaded.root)}.`)
      if (configs > PROGRESS_THRESHOLD && done % 10 === 0)
        terminal.progress(`compiling ${done} of ${configs}`)
    },
  )
  memory.set(group.root, { files, catalog, checks, project })
  terminal.progress('')
  const diagnostics = [...loaded.diagnostics, ...compiled.diagnostics]
  const bundle = hasErrors(loaded.diagnostics) ? undefined : compiled.bundle
  return {
    ...compiled,
    bundle,
    diagnostics,
    root: loaded.root,
    input,
    parts: loaded.parts,
    configs,
    ids: [...input.configs.keys()],
    isWhole: group.configs === undefined || group.manifests.length === 0,
    catalog,
  }
}

// A line on standard error about what takes longer than a second, so that no command is silent for long.

/** Milliseconds before the line is written. */
const PATIENCE = 1_000

/** To be called while something goes on, with what it is doing: one line is written for it, once. */
function delayedMessage({ now, writeStderr }: Pick<Terminal, 'now' | 'writeStderr'>) {
  const started = now()
  let isWritten = false
  return (describe: () => string): void => {
    if (isWritten || now() - started < PATIENCE) return
    isWritten = true
    writeStderr(describe())
  }
}
