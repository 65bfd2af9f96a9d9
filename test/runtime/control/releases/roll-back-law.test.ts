// What is live is the top of a stack: for any sequence of moves, the plans that a runtime composes are those of a small
// model, and what was rolled back is not live until it is promoted again.
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { composeBundle } from '../../../../runtime/control/releases/compose-bundle.ts'
import { readLabel } from '../../../../runtime/control/releases/label.ts'
import {
  type MoveResult,
  promoteCanary,
  promoteRelease,
  promoteVersion,
} from '../../../../runtime/control/releases/move-label.ts'
import { rollBack, rollBackConfig } from '../../../../runtime/control/releases/roll-back.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { openPostgresStore } from '../../../../runtime/stores/resources/postgres/postgres-store.ts'
import type { Bundle } from '../../../../schemas/generated/types.ts'
import { sha256 } from '../../../support/bundle.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'
import { bundleWith, by, newStore, push } from './release-harness.ts'

/** Version numbers by config; a config that is missing is not served. */
type Versions = Readonly<Record<string, number>>

type Step =
  | {
      readonly kind: 'push'
      readonly changed: readonly string[]
      readonly without: string
      readonly promote: boolean
    }
  | { readonly kind: 'promote' | 'roll back to'; readonly release: number }
  | { readonly kind: 'canary'; readonly release: number; readonly percent: number }
  | { readonly kind: 'promote config'; readonly config: string; readonly version: number }
  | { readonly kind: 'roll back' }
  | { readonly kind: 'roll back config'; readonly config: string }

interface Entry {
  readonly release: number
  readonly versions: Versions
}

interface Model {
  /** The versions in each release, the first at 0. */
  readonly releases: readonly Versions[]
  /** The last number of each config. */
  readonly last: Versions
  /** The live entry is the last. */
  readonly stack: readonly Entry[]
  readonly canary?: { readonly release: number; readonly percent: number }
}

const EMPTY: Model = { releases: [], last: {}, stack: [] }
const CONFIGS = ['chat', 'fast']
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const sorted = (versions: Versions): Versions => Object.fromEntries(Object.entries(versions).sort())

function pushed({ canary: _, ...model }: Model, entry: Entry): Model {
  return same(model.stack.at(-1), entry) ? model : { ...model, stack: [...model.stack, entry] }
}

function popped(model: Model): Model | undefined {
  const top = model.stack.at(-1) as Entry
  const at = model.stack.findLastIndex(each => !same(each, top))
  const next = model.stack[at]
  if (next === undefined) return undefined
  const kept = (each: Entry): boolean =>
    next.release === top.release ? !same(each, top) : each.release !== top.release
  return { ...model, stack: [...model.stack.slice(0, at).filter(kept), next] }
}

/** The model after a step; undefined where the step is refused. */
function advance(model: Model, step: Step): Model | undefined {
  const { releases, last, stack, canary } = model
  const top = stack.at(-1)
  const { canary: _, ...ended } = model
  const entryOf = (release: number): Entry | undefined => {
    const versions = releases[release - 1]
    return versions && { release, versions }
  }
  switch (step.kind) {
    case 'push': {
      const numbers = Object.fromEntries(
        CONFIGS.map(config => [config, (last[config] ?? 0) + (step.changed.includes(config) ? 1 : 0) || 1]),
      )
      const versions = sorted(
        Object.fromEntries(Object.entries(numbers).filter(([config]) => config !== step.without)),
      )
      // A config that is left out keeps the number that it had.
      const counted = { ...last, ...versions }
      const next = same(versions, releases.at(-1))
        ? model
        : { ...model, last: counted, releases: [...releases, versions] }
      return step.promote ? pushed(next, { release: next.releases.length, versions }) : next
    }
    case 'promote': {
      const entry = entryOf(step.release)
      return entry && pushed(model, entry)
    }
    case 'canary':
      return top && entryOf(step.release)
        ? { ...model, canary: { release: step.release, percent: step.percent } }
        : undefined
    case 'promote config': {
      if (top === undefined || step.version > (last[step.config] ?? 0)) return undefined
      const versions = sorted({ ...top.versions, [step.config]: step.version })
      return { ...pushed(model, { release: top.release, versions }), ...(canary && { canary }) }
    }
    case 'roll back':
      return top && (canary === undefined ? popped(model) : ended)
    case 'roll back to': {
      const entry = entryOf(step.release)
      if (top === undefined || entry === undefined) return undefined
      if (top.release === step.release) return ended
      const at = stack.findLastIndex(each => each.release === step.release)
      const above = (at < 0 ? [top] : stack.slice(at + 1)).map(each => each.release)
      const rest = (at < 0 ? stack : stack.slice(0, at)).filter(each => !above.includes(each.release))
      return { ...ended, stack: [...rest, stack[at] ?? entry] }
    }
    case 'roll back config': {
      const { config } = step
      const current = top?.versions[config]
      if (current === undefined) return undefined
      const tried = canary && releases[canary.release - 1]?.[config]
      if (tried !== undefined && tried !== current) return ended
      const before = stack.findLast(({ versions }) => (versions[config] ?? current) !== current)
      const number = before?.versions[config]
      if (number === undefined) return undefined
      return {
        ...ended,
        stack: stack.map(each =>
          each.versions[config] === current
            ? { ...each, versions: { ...each.versions, [config]: number } }
            : each,
        ),
      }
    }
  }
}

const bundles = new Map<string, Bundle>()

/** Compiled once for all sequences. */
function bundleOf(models: Readonly<Record<string, string>>): Bundle {
  const name = JSON.stringify(models)
  const bundle = bundles.get(name) ?? bundleWith(models)
  bundles.set(name, bundle)
  return bundle
}

/** A project of its own in a store. */
interface Place {
  readonly store: ResourceStore
  readonly project: string
}

async function perform(
  { store, project }: Place,
  model: Model,
  step: Step,
  isDry = false,
): Promise<MoveResult | undefined> {
  const place = { project, label: 'live', moved: by('ann'), isDry }
  switch (step.kind) {
    case 'push': {
      const { last } = advance(model, step) as Model
      const models = CONFIGS.filter(each => each !== step.without).map(each => [
        each,
        `${each}-${last[each]}`,
      ])
      await push(store, bundleOf(Object.fromEntries(models)), { project, promote: step.promote })
      return undefined
    }
    case 'promote':
      return await promoteRelease(store, place, step.release)
    case 'canary':
      return await promoteCanary(store, place, { release: step.release, percent: step.percent })
    case 'promote config':
      return await promoteVersion(store, place, step.config, step.version)
    case 'roll back':
      return await rollBack(store, place, undefined)
    case 'roll back to':
      return await rollBack(store, place, step.release)
    case 'roll back config':
      return await rollBackConfig(store, place, step.config)
  }
}

/** What a runtime that follows the label serves. */
async function served({ store, project }: Place) {
  const label = await readLabel(store, project, 'live')
  if (label === undefined) return undefined
  const composed = await composeBundle(store, project, 'live', label, { hash: sha256 })
  if (composed.bundle === undefined) throw new Error(composed.errors.join('\n'))
  const { bundle, canary } = composed
  const numbers = Object.entries(bundle.plans).map(([config, { nodes }]) => {
    const model = nodes.flatMap(node => (node.kind === 'call' ? [node.overrides['model']] : []))[0]
    return [config, Number(String(model).split('-')[1])] as const
  })
  const { release, keys } = label.selection
  return {
    release,
    keys,
    versions: sorted(Object.fromEntries(numbers)),
    ...(canary && { canary: { release: canary.release, percent: canary.percent } }),
  }
}

/** Runs the steps, and compares what is served with the model after each. */
async function follow(place: Place, steps: readonly Step[]): Promise<void> {
  let model = EMPTY
  let newest = 0
  const leftReleases = new Set<number>()
  const leftVersions = new Set<string>()
  const namesOf = (versions: Versions = {}): readonly string[] =>
    Object.entries(versions).map(([config, version]) => `${config}@${version}`)
  for (const step of steps) {
    const before = model.stack.at(-1)
    const next = advance(model, step)
    const isRollBack = step.kind.startsWith('roll back')
    const planned = isRollBack ? await perform(place, model, step, true) : undefined
    const result = await perform(place, model, step)
    expect(result?.kind === 'refused', JSON.stringify(step)).toBe(next === undefined)
    if (planned !== undefined)
      expect(planned).toEqual(result?.kind === 'moved' ? { ...result, kind: 'planned' } : result)
    model = next ?? model
    const live = model.stack.at(-1)
    const found = await served(place)
    expect(found && { ...found, keys: 0 }).toEqual(
      live && { ...live, keys: 0, ...(model.canary && { canary: model.canary }) },
    )
    // Keys only go forward.
    expect(found?.keys ?? 0).toBeGreaterThanOrEqual(newest)
    newest = found?.keys ?? 0
    if (live === undefined || next === undefined) continue
    if (isRollBack) expect(found?.canary).toBeUndefined()
    if (step.kind === 'promote' || step.kind === 'push' || step.kind === 'roll back to') {
      leftReleases.delete(live.release)
      for (const name of namesOf(live.versions)) leftVersions.delete(name)
    }
    if (step.kind === 'promote config') leftVersions.delete(`${step.config}@${step.version}`)
    if (isRollBack) {
      if (before !== undefined && before.release !== live.release) leftReleases.add(before.release)
      if (step.kind === 'roll back config')
        for (const name of namesOf(before?.versions))
          if (!namesOf(live.versions).includes(name)) leftVersions.add(name)
      expect(leftReleases.has(live.release), `release ${live.release} came back`).toBe(false)
      expect(namesOf(live.versions).filter(name => leftVersions.has(name))).toEqual([])
    }
  }
}

const release = fc.integer({ min: 1, max: 4 })
const config = fc.constantFrom(...CONFIGS)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      changed: fc.subarray(CONFIGS),
      without: fc.constantFrom('', '', '', 'fast'),
      promote: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('promote' as const), release }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('canary' as const),
      release,
      percent: fc.constantFrom(0, 10, 50, 99),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('promote config' as const),
      config,
      version: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('roll back' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back to' as const), release }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('roll back config' as const), config }) },
)

const pushOf = (...changed: readonly string[]): Step => ({
  kind: 'push',
  changed,
  without: '',
  promote: true,
})
const BACK: Step = { kind: 'roll back' }

/** The findings, and sequences that once broke the law. */
const SEQUENCES: Readonly<Record<string, readonly Step[]>> = {
  'a roll-back after the roll-back of a config': [
    pushOf('chat', 'fast'),
    pushOf('chat'),
    { kind: 'roll back config', config: 'chat' },
    BACK,
    BACK,
  ],
  'a version that several releases share': [
    pushOf('chat'),
    pushOf('chat'),
    pushOf('fast'),
    { kind: 'roll back config', config: 'chat' },
    BACK,
    BACK,
  ],
  'a canary that was raised': [
    pushOf('chat'),
    { ...(pushOf('chat') as Step & { kind: 'push' }), promote: false },
    { kind: 'canary', release: 2, percent: 10 },
    { kind: 'canary', release: 2, percent: 50 },
    BACK,
    BACK,
  ],
  'a canary that was finished': [
    pushOf('chat'),
    { ...(pushOf('chat') as Step & { kind: 'push' }), promote: false },
    { kind: 'canary', release: 2, percent: 50 },
    { kind: 'canary', release: 2, percent: 10 },
    { kind: 'promote', release: 2 },
    BACK,
    BACK,
  ],
  'a release that was promoted twice': [
    pushOf('chat'),
    pushOf('chat'),
    { kind: 'promote', release: 1 },
    { kind: 'promote', release: 2 },
    BACK,
    BACK,
  ],
}

describe('what is live is the top of a stack', () => {
  it.each(Object.entries(SEQUENCES))('%s', async (_, steps) => {
    await follow({ store: await newStore(), project: 'main' }, steps)
  })

  it('for any sequence of pushes, promotions, canaries and roll-backs', async () => {
    const store = await newStore()
    let projects = 0
    const steps = fc.array(anyStep, { minLength: 4, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(CONFIGS), { maxLength: 4 }), steps, async (first, others) => {
        projects += 1
        await follow({ store, project: `p${projects}` }, [...first.map(each => pushOf(...each)), ...others])
      }),
      { numRuns: 200 },
    )
  })
})

describe.skipIf(!(await isPostgresListening()))('service: PostgreSQL', () => {
  const schemas = postgresSchemas()
  it.each(Object.entries(SEQUENCES))('%s', async (_, steps) => {
    const store = await openPostgresStore(schemas.create().href, nodePorts().clock)
    onTestFinished(() => store.close())
    await follow({ store, project: 'main' }, steps)
  })
})
