// `portolan diff --replace OLD=NEW`: a project compared with itself where another model takes the place of one. Nothing is written.
import { statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { isSameModel } from '../../../schemas/values/model-name.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { findSwaps, type ModelSwap } from '../../analyse/diff/model-swap.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import { namedModels } from '../../plan/named-models.ts'
import {
  type MentionedName,
  type ModelReplacement,
  type ReplacedName,
  type ReplacedProject,
  replaceModels,
  replacementContext,
} from '../../replace-models.ts'
import type { OptionValues } from '../command.ts'
import type { CompileMemory } from '../compile-groups.ts'
import { testStem } from '../files/find-test-files.ts'
import { filesBelow } from '../files/project-files.ts'
import { isTrafficName } from '../files/project-names.ts'
import { searchBelow } from '../files/search-folders.ts'
import type { Terminal } from '../terminal.ts'
import { readTraffic, type TrafficRead } from '../traffic/read-traffic.ts'
import { modelOfFile } from '../traffic/simulate-traffic.ts'
import { compareTests, type TestChanges } from './changed-tests.ts'
import { isOfGit, type LoadedSide, loadSide, type SideRequest } from './load-side.ts'
import { hasFailed, runAllTests, summarizeTests } from './side-tests.ts'
import { createSwapFacts, type SwapFacts } from './swap-facts.ts'
import { type CountedTraffic, costOfModel, createSwapCount, type Dollars, nameUse } from './swap-traffic.ts'

/** What a replacement comes to. */
export interface SwapReport {
  readonly replacements: readonly ModelReplacement[]
  readonly replaced: readonly ReplacedName[]
  /** What stays. */
  readonly mentioned: readonly MentionedName[]
  readonly swaps: readonly SwapFindings[]
  /** Absent without a log. */
  readonly traffic?: SwapLog
  /** Absent for what has no folder of tests. */
  readonly tests?: TestChanges
  /** What the compiler finds in the second version only, errors first: broken budgets and rules of flows, and warnings. */
  readonly findings: readonly Diagnostic[]
  /** Whether a config test of the second version fails. */
  readonly fails: boolean
}

export interface SwapFindings extends ModelSwap {
  readonly before: SwapFacts
  readonly after: SwapFacts
  /** By the traffic models of its configs, for a thousand requests. */
  readonly models: readonly (NonNullable<ReturnType<typeof costOfModel>> & { readonly by: string })[]
}

export interface SwapLog extends CountedTraffic, Omit<TrafficRead, 'diagnostics'> {}

export interface ReplacedSides {
  readonly before: LoadedSide
  readonly after: LoadedSide
  /** What is compared beside the difference. */
  readonly report: () => Promise<SwapReport | string>
}

/** A mistake of the user, as a sentence, or what was printed already. */
export type ReplaceFailure = { readonly usage: string } | 'printed'

/** The replacements of the command line, or what is wrong with them. */
export function readReplacements(written: readonly string[]): readonly ModelReplacement[] | string {
  const read: ModelReplacement[] = []
  for (const each of written) {
    const [, from = '', to = ''] = /^\s*([^=\s]+)=([^=\s]+)\s*$/.exec(each) ?? []
    if (to === '') return `--replace takes OLD=NEW, such as gpt-5=gpt-6.1-sol, and not ${quoteName(each)}.`
    const bare = [from, to].find(name => name.startsWith('@') && parseModelSlug(name) === undefined)
    if (bare !== undefined) return `--replace names the provider ${quoteName(bare)} without a model.`
    if (from === to) return `--replace ${quoteName(each)} names the same model twice.`
    if (read.some(other => other.from === from)) return `--replace names ${quoteName(from)} twice.`
    read.push({ from, to })
  }
  return read
}

export interface ReplaceRequest extends Omit<SideRequest, 'memory' | 'printErrors'> {
  readonly values: OptionValues
  readonly catalog: Catalog
  /** Prints the errors of a side, which it names. */
  readonly printErrorsOf: (side: string) => NonNullable<SideRequest['printErrors']>
}

/** Both sides, of which the second is the project with other models, by the same way from its sources. */
export async function loadReplaced(
  replacements: readonly ModelReplacement[],
  path: string,
  request: ReplaceRequest,
  terminal: Terminal,
): Promise<ReplacedSides | ReplaceFailure> {
  const { values, catalog, printErrorsOf, ...load } = request
  if (isOfGit(path) || path.endsWith('.plan.json'))
    return { usage: '--replace takes a project or a config with its sources: check the commit out first.' }
  const memory: CompileMemory = new Map()
  const before = await loadSide(path, path, { ...load, memory, printErrors: printErrorsOf(path) }, terminal)
  if (before === undefined) return 'printed'
  if (memory.size > 1) return { usage: 'Several projects found: --replace takes the folder of one.' }
  const context = replacementContext(before.gateway, catalog)
  const slug = replacements
    .flatMap(({ from, to }) => [from, to])
    .flatMap(text => parseModelSlug(text)?.slug ?? [])
    .find(each => !context.slugs.includes(each))
  if (slug !== undefined)
    return {
      usage: `No provider of the manifest has the slug ${quoteName(slug)}.${didYouMean(suggest(slug, context.slugs))}`,
    }
  const done: { project?: ReplacedProject } = {}
  const rewritten: CompileMemory = new Map(
    Array.from(memory, ([root, group]) => [
      root,
      {
        ...group,
        files: {
          ...group.files,
          rewrite: input => {
            done.project ??= replaceModels(input, replacements, context)
            // Names that cannot be replaced are reported, and not what comes of half a replacement.
            return done.project.faults.length > 0 ? input : done.project.input
          },
        },
      },
    ]),
  )
  const names = joinNames(
    replacements.map(({ from, to }) => `${to} in place of ${from}`),
    'and',
  )
  const after = await loadSide(
    path,
    path,
    { ...load, memory: rewritten, printErrors: printErrorsOf(`The project with ${names}`) },
    terminal,
  )
  if (done.project === undefined) return 'printed'
  const { replaced, mentioned, faults } = done.project
  if (faults.length > 0) {
    for (const { location, sentence } of faults) terminal.writeStderr(`${sourcePlace(location)}: ${sentence}`)
    return 'printed'
  }
  const unnamed = replacements.find(each => !replaced.some(({ replacement }) => replacement === each))
  if (unnamed !== undefined) {
    const stays = mentioned.filter(({ replacement }) => replacement === unnamed)
    return { usage: unnamedSentence(unnamed.from, stays, before) }
  }
  if (after === undefined) return 'printed'
  return {
    before,
    after,
    report: async () => {
      const day = terminal.today()
      const factsOf = createSwapFacts(after.gateway.prices ?? [], day, catalog)
      const factsBefore = createSwapFacts(before.gateway.prices ?? [], day, catalog)
      const swaps = findSwaps(before, after, catalog)
      const prices = { before: before.gateway.prices ?? [], after: after.gateway.prices ?? [] }
      const count = createSwapCount(swaps, prices, factsOf, day)
      const log = await readTraffic({ values, path, terminal, add: count.add })
      if (typeof log === 'string') return log
      if (log !== undefined && log.diagnostics.length > 0)
        terminal.writeStderr(`${String(values['traffic'])}: some lines are not records and were skipped.`)
      const costs =
        log === undefined ? await costsOfModels(swaps, { path, prices, day, catalog }, before, terminal) : []
      const tests = await testsOf(path, [memory, rewritten], terminal)
      const known = new Set(findingsOf(before).map(keyOf))
      return {
        replacements,
        replaced,
        mentioned,
        swaps: swaps.map((swap, index) => ({
          ...swap,
          before: factsBefore(swap.from),
          after: factsOf(swap.to),
          models: costs[index] ?? [],
        })),
        ...(log && { traffic: trafficOf(log, count.result()) }),
        ...(tests && { tests: tests.changes }),
        findings: findingsOf(after).filter(each => !known.has(keyOf(each))),
        fails: tests?.fails === true,
      }
    },
  }
}

const findingsOf = ({ errors = [], warnings = [] }: LoadedSide): readonly Diagnostic[] => [
  ...errors,
  ...warnings,
]

/** Messages have the name of the model. */
const keyOf = ({ code, location }: Diagnostic): string =>
  JSON.stringify([code, location.source.name, location.span.start])

/** `configs/chat.yaml:4:37`. */
export function sourcePlace({ source, span }: Diagnostic['location']): string {
  const { line, column } = positionAt(lineStarts(source.text), span.start)
  return `${source.name}:${line}:${column}`
}

/** What the project names instead: names that are near, or the same model with a date or a host. */
function unnamedSentence(
  written: string,
  mentioned: readonly MentionedName[],
  { gateway, plans, prompts }: LoadedSide,
): string {
  const places = joinNames(
    mentioned.slice(0, MAX_LISTED).map(({ location }) => sourcePlace(location)),
    'and',
  )
  const named = namedModels({
    ...{ gateway, plans },
    prompts: new Map(Object.entries(prompts).map(([id, prompt]) => [id, { prompt }])),
  })
  const names = [...new Set(named.map(({ model }) => model))]
  const model = written.replace(/^@[^/]+\//, '')
  const same = names.filter(name => isSameModel(name, model))
  const near = same.length > 0 ? same : suggest(model, names)
  const listed =
    near.length > 0 || names.length === 0
      ? ''
      : ` It names ${joinNames(names.slice(0, MAX_LISTED), 'and')}${names.length > MAX_LISTED ? ' and others' : ''}.`
  const otherwise =
    places === ''
      ? '; its callers may, which --replace does not change'
      : `: it is only compared, priced or allowed, at ${places}`
  return `Nothing in the project calls the model ${quoteName(written)} by its name${otherwise}.${didYouMean(near)}${listed}`
}

const MAX_LISTED = 8

const trafficOf = ({ diagnostics: _, ...read }: TrafficRead, counted: CountedTraffic): SwapLog => ({
  ...read,
  ...counted,
})

interface ModelCosts {
  readonly path: string
  readonly prices: Parameters<typeof costOfModel>[2]
  readonly day: string
  readonly catalog: Catalog
}

/** For each replacement, the traffic models of its configs. */
async function costsOfModels(
  swaps: readonly ModelSwap[],
  { path, prices, day, catalog }: ModelCosts,
  { plans, gateway }: LoadedSide,
  terminal: Terminal,
): Promise<readonly SwapFindings['models'][]> {
  const root = resolve(terminal.folder, path)
  const folder = isFolder(root) ? root : dirname(root)
  const files = filesBelow(folder, searchBelow(folder), isTrafficName)
  const read = await Promise.all(
    files.map(async file => {
      const readModel = modelOfFile(file, terminal)
      const { model, config = testStem(file) } = await readModel({ plans, gateway, catalog }, folder)
      if (model === undefined)
        terminal.writeStderr(
          `${relative(terminal.folder, file)} is not a valid traffic model: portolan simulate shows why.`,
        )
      return model === undefined ? [] : [{ model, config }]
    }),
  )
  return swaps.map(swap =>
    swap.uses.flatMap(use => {
      const found = read.flat().find(({ config }) => use.kind === 'config' && config === use.id)
      const cost: (Dollars & { readonly tokens: SwapFindings['models'][number]['tokens'] }) | undefined =
        found && costOfModel(found.model, swap, prices, day)
      return cost === undefined ? [] : [{ by: nameUse(use), ...cost }]
    }),
  )
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Undefined for what is not a folder, and where tests cannot be run. */
async function testsOf(
  path: string,
  [before, after]: readonly [CompileMemory, CompileMemory],
  terminal: Terminal,
): Promise<{ readonly changes: TestChanges; readonly fails: boolean } | undefined> {
  if (!isFolder(resolve(terminal.folder, path))) return undefined
  const was = await runAllTests(path, before, terminal)
  const is = was && (await runAllTests(path, after, terminal))
  if (was === undefined || is === undefined) return undefined
  return { changes: compareTests(was, is), fails: hasFailed(summarizeTests(is)) }
}
