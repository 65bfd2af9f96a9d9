// A project that is compiled again and again while its files are edited: the compilation, its findings with those of the
// tests, and the view for the features.

import { basename, relative } from 'node:path'
import { dayOf } from '../../../schemas/values/model-life.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { ProjectView } from '../../language-server/project-view.ts'
import { type MemoizedStep, memoizedStep } from '../../memoized-step.ts'
import type { SourceInput } from '../../project-input.ts'
import { type CompiledGroup, type CompileMemory, compileGroup } from '../compile-groups.ts'
import { readConfigTests } from '../config-tests/read-config-tests.ts'
import { runPromptTests } from '../config-tests/run-prompt-tests.ts'
import type { TestSubjects } from '../config-tests/test-parts.ts'
import { schemaText } from '../files/editor-schemas.ts'
import { findTestFiles, testStem } from '../files/find-test-files.ts'
import { isBelow, manifestsIn, withUnsaved } from '../files/project-files.ts'
import { isTestName } from '../files/project-names.ts'
import { readFileText } from '../files/read-file.ts'
import { readersFor } from '../files/readers.ts'
import { type ReadingOptions, rememberedInput } from '../files/remembered-files.ts'
import { livesOn } from '../models/lives-on.ts'
import { createTerminal, type Terminal } from '../terminal.ts'
import { createViews, type TestInput } from './project-views.ts'

export interface ProjectSession {
  /** The folder of the manifest; names of files are relative to it. */
  readonly root: string
  /** Compiles what has changed; `disk`: files may have been added or removed. Resolves to false if the manifest no longer exists. */
  readonly compile: (change: 'text' | 'disk') => Promise<boolean>
  /** The findings of the last compilation. */
  readonly diagnostics: () => readonly Diagnostic[]
  /** Undefined before the first compilation. */
  readonly view: () => ProjectView | undefined
}

export function createProjectSession(
  root: string,
  reading: ReadingOptions,
  now: () => number,
): ProjectSession {
  const memory: CompileMemory = new Map()
  const terminal = silentTerminal(root, now)
  const views = createViews(now, schemaText)
  const readTests = createTestReader(root, memory)
  let testPaths: readonly string[] | undefined
  let compiled: CompiledGroup | undefined
  let tests: readonly TestInput[] = []
  let diagnostics: readonly Diagnostic[] = []
  let view: ProjectView | undefined
  return {
    root,
    compile: async change => {
      const manifests = manifestsIn(root, path => reading.openText?.(path) !== undefined)
      compiled = await compileGroup(
        { root, manifests, configs: undefined },
        terminal,
        memory,
        undefined,
        reading,
        livesOn(terminal.today()),
      )
      if (change === 'disk' || testPaths === undefined)
        testPaths = findTestFiles(root, []).groups.flatMap(group => (group.root === root ? group.files : []))
      const unsaved = (reading.openPaths?.() ?? []).filter(
        path => isTestName(path) && isBelow(root, path, isOfProject),
      )
      const read = await readTests(withUnsaved(testPaths, unsaved), compiled)
      tests = read.tests
      diagnostics = [...compiled.diagnostics, ...read.diagnostics, ...runPromptTests(compiled)]
      view = undefined
      return manifests.length > 0
    },
    diagnostics: () => diagnostics,
    view: () => {
      if (compiled !== undefined) view ??= views(compiled, tests)
      return view
    },
  }
}

const isOfProject = (folder: string): boolean => manifestsIn(folder).length === 0

/** Messages of a command would be read as those of the protocol. */
const silentTerminal = (folder: string, now: () => number): Terminal => {
  const silent = { write: () => true }
  return createTerminal({ stdout: silent, stderr: silent, env: {} }, folder, now, () => dayOf(now()))
}

interface ReadTests {
  readonly tests: readonly TestInput[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads test files, each again only after a change of its text, of the manifest or of a config that it names. */
function createTestReader(
  root: string,
  memory: CompileMemory,
): (paths: readonly string[], compiled: CompiledGroup) => Promise<ReadTests> {
  let steps = new Map<string, MemoizedStep<void>>()
  return async (paths, { ids, plans, gateway, catalog }) => {
    const files = memory.get(root)?.files
    if (files === undefined || paths.length === 0) return { tests: [], diagnostics: [] }
    const readerOf = await readersFor(paths, root, root, files)
    const subjects: TestSubjects = { plans: new Map(ids.map(id => [id, plans.get(id)])), gateway, catalog }
    const tests: TestInput[] = []
    const next = new Map<string, MemoizedStep<void>>()
    for (const path of paths) {
      const name = relative(root, path) || basename(path)
      const input = rememberedInput(
        files,
        path,
        name,
        () => readFileText(path).text,
        text => ({ source: { name, text }, read: readerOf(path) }),
        each => files.openText?.(each) ?? readFileText(each).text,
      )
      if (input === undefined) continue
      const stem = testStem(path)
      tests.push({ stem, input })
      // What a test in TypeScript names may be computed.
      const named = path.endsWith('.ts')
        ? [...plans.values()]
        : namedConfigs(input, stem).map(id => plans.get(id))
      const from = [input, gateway, catalog, ids.join('\n'), ...named]
      next.set(
        path,
        memoizedStep(steps.get(path), from, report => void readConfigTests(input, stem, subjects, report)),
      )
    }
    steps = next
    return { tests, diagnostics: [...steps.values()].flatMap(step => step.diagnostics) }
  }
}

// The configs that a test file may name, by a search in its text: what its findings depend on.

const NAMED = /\bconfig["']?\s*:\s*["']?([^\s"',#}]+)/g

/** Also names that are not configs: the caller looks them up. */
const namedConfigs = ({ source: { text } }: SourceInput, stem: string): readonly string[] => [
  stem,
  ...new Set(Array.from(text.matchAll(NAMED), ([, name = '']) => name)),
]
