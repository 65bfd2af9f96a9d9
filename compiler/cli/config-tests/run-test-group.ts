// Compiles one project and runs its tests.
import { createSimulation } from '../../../runtime/simulation/create-simulation.ts'
import type { PlanCoverage } from '../../../runtime/simulation/plan-coverage.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { type CompiledGroup, type CompileMemory, compileGroups } from '../compile-groups.ts'
import { type TestGroup, testStem } from '../files/find-test-files.ts'
import { readersFor } from '../files/readers.ts'
import type { Terminal } from '../terminal.ts'
import { caseDiagnostics } from './case-diagnostics.ts'
import { readTestFile, type TestFile } from './read-config-tests.ts'
import { type CaseResult, runConfigTests } from './run-config-tests.ts'
import { openSimulationHost } from './simulation-host.ts'

export interface FileResult {
  /** As shown to the user. */
  readonly name: string
  readonly path: string
  /** Undefined where it cannot be read. */
  readonly file: TestFile | undefined
  readonly cases: readonly CaseResult[]
  /** Mistakes in the file, and failures of its cases. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface GroupResult {
  readonly files: readonly FileResult[]
  /** Of the configs, which must compile before tests run. */
  readonly diagnostics: readonly Diagnostic[]
  readonly compiled: readonly CompiledGroup[]
  readonly milliseconds: number
}

export interface RunOptions {
  /** Whether a case is run, by its file and name. */
  readonly selects: (name: string) => boolean
  /** Set if coverage is measured. */
  readonly coverage: PlanCoverage | undefined
  /** What earlier runs compiled. */
  readonly memory: CompileMemory
}

/** Or the exit code of a usage error. */
export async function runTestGroup(
  group: TestGroup,
  { selects, coverage, memory }: RunOptions,
  terminal: Terminal,
): Promise<GroupResult | number> {
  const compiled = await compileGroups(group.sources, 'test', terminal, memory)
  if (typeof compiled === 'number') return compiled
  const [project] = compiled
  const errors = compiled.flatMap(({ diagnostics }) => diagnostics).filter(each => each.severity === 'error')
  const empty = { files: [], compiled, milliseconds: 0 }
  if (project?.bundle === undefined) return { ...empty, diagnostics: errors }
  const { bundle, root, plans } = project
  const host = await openSimulationHost(bundle, root)
  if (!('catalog' in host)) {
    for (const sentence of host) terminal.writeStderr(sentence)
    return { ...empty, diagnostics: [] }
  }
  const { catalog } = host
  const { headerPrefix } = bundle.gateway
  const readerOf = await readersFor(group.files, root, terminal.folder, memory.get(root)?.files)
  const files: FileResult[] = []
  let milliseconds = 0
  for (const path of group.files) {
    const subjects = { plans, gateway: bundle.gateway, catalog }
    const { name, file, diagnostics } = readTestFile(path, readerOf(path), subjects, terminal.folder)
    if (file === undefined) {
      files.push({ name, path, file, cases: [], diagnostics })
      continue
    }
    const started = performance.now()
    const { environment } = file.tests
    const simulation = createSimulation(bundle, host, {
      ...(environment && { environment }),
      ...(coverage && { observe: coverage.observe }),
    })
    const providerId = (provider: string): string => catalog.provider(provider)?.id ?? provider
    const runner = { simulation, providerId, headerPrefix }
    const cases = await runConfigTests(file, testStem(path), each => selects(`${name} ${each}`), runner)
    milliseconds += performance.now() - started
    const failures = cases.flatMap(each => caseDiagnostics(file.parsed, each))
    files.push({ name, path, file, cases, diagnostics: [...diagnostics, ...failures] })
  }
  return { files, compiled, milliseconds, diagnostics: [] }
}
