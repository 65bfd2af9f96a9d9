// One side of a comparison: a project, standalone configs, a compiled plan, or any of them as a commit of git has it. What a store
// serves is in live-side.ts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { ProjectSide } from '../../analyse/diff/project-diff.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { MonthBudget } from '../../recompile-project.ts'
import type { Source } from '../../source.ts'
import type { CompileMemory } from '../compile-groups.ts'
import { loadPlans, type PlanRequest } from '../load-plans.ts'
import type { Terminal } from '../terminal.ts'
import { runSideTests, type SideTests } from './side-tests.ts'

const GIT = 'git:'

export const isOfGit = (side: string): boolean => side.startsWith(GIT)

export interface LoadedSide extends ProjectSide {
  readonly manifest: Source
  /** Configs by identifier. */
  readonly sources: ReadonlyMap<string, Source>
  /** Of the bundle, where the side is the whole of one project. */
  readonly digest?: string
  /** Rules and budgets of its manifest that it violates; absent if it was compiled elsewhere. */
  readonly errors?: readonly Diagnostic[]
  readonly month?: MonthBudget
  readonly warnings?: readonly Diagnostic[]
  /** Absent if they were not run. */
  readonly tests?: SideTests
}

/** How a side is loaded. */
export interface SideRequest extends Omit<PlanRequest, 'paths' | 'wanted'> {
  /** Whether its config tests are run too. */
  readonly isTested?: boolean
}

/** The side, or undefined after the reason was printed. `path` is what is compared, in this folder or in the commit. */
export async function loadSide(
  side: string,
  path: string,
  request: SideRequest,
  terminal: Terminal,
): Promise<LoadedSide | undefined> {
  if (!isOfGit(side)) return await sideOf(side, request, terminal)
  const folder = mkdtempSync(join(tmpdir(), 'portolan-diff-'))
  try {
    const { at, below } = repositoryOf(path, terminal.folder)
    const fault = checkOut(side.slice(GIT.length), folder, at)
    if (fault !== undefined) {
      terminal.writeStderr(`${side}: ${fault}`)
      return undefined
    }
    return await sideOf(below, request, { ...terminal, folder: join(folder, prefixOf(at)) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sideOf(
  path: string,
  request: SideRequest,
  terminal: Terminal,
): Promise<LoadedSide | undefined> {
  const memory: CompileMemory = request.memory ?? new Map()
  const loaded = await loadPlans({ ...request, paths: [path], memory }, terminal)
  if (typeof loaded === 'number') return undefined
  const { plans, digest, month } = loaded
  const first = plans[0] ?? loaded.project
  if (first === undefined) {
    terminal.writeStderr(`${path}: there are several projects without configs; name one of them.`)
    return undefined
  }
  const tests = request.isTested === true ? await runSideTests(path, memory, terminal) : undefined
  if (request.isTested === true && tests === undefined) return undefined
  return {
    gateway: first.gateway,
    prompts: first.prompts,
    plans: new Map(plans.map(({ id, plan }) => [id, plan])),
    manifest: first.manifest,
    errors: loaded.diagnostics.filter(({ severity }) => severity === 'error'),
    warnings: loaded.diagnostics.filter(({ severity }) => severity === 'warning'),
    sources: new Map(plans.map(({ id, source }) => [id, source])),
    ...(digest === undefined ? {} : { digest }),
    ...(month === undefined ? {} : { month }),
    ...(tests === undefined ? {} : { tests }),
  }
}

/** Where git looks for a path, and the path from there: this folder, or the working copy that the path is in if it is another one. */
function repositoryOf(path: string, folder: string): { readonly at: string; readonly below: string } {
  const whole = resolve(folder, path)
  const own = statSync(whole, { throwIfNoEntry: false })?.isDirectory() === true ? whole : dirname(whole)
  const top = topOf(own)
  if (top === undefined || top === topOf(folder)) return { at: folder, below: path }
  const real = own === whole ? realpathSync(whole) : join(realpathSync(own), basename(whole))
  return { at: top, below: relative(realpathSync(top), real) || '.' }
}

function topOf(folder: string): string | undefined {
  try {
    return git(folder, 'rev-parse', '--show-toplevel')
  } catch {
    return undefined
  }
}

/** The folder below the top of the working copy. */
const prefixOf = (folder: string): string => git(folder, 'rev-parse', '--show-prefix')

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** Writes this folder as it is in a commit, with an index of its own: the working copy and its index stay as they are. */
function checkOut(revision: string, to: string, folder: string): string | undefined {
  try {
    const commit = git(folder, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`)
    execFileSync('git', ['--work-tree', to, 'checkout', '--quiet', commit, '--', '.'], {
      cwd: folder,
      env: { ...process.env, GIT_INDEX_FILE: join(to, '.git-index') },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return undefined
  } catch {
    return 'git has no such revision of this folder.'
  }
}
