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
import { advance, CONFIGS, EMPTY, type Model, type Step, sorted, type Versions } from './roll-back-model.ts'
import { anyStep, pushOf, SEQUENCES } from './roll-back-steps.ts'

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
