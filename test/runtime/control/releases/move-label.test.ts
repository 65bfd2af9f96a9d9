// Where a label points: promoting, rolling back, single configs, and what a roll-back never brings back.
import { describe, expect, it } from 'vitest'
import { seal } from '../../../../compiler/plan/emit.ts'
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
import type { Bundle, PlanPrompt } from '../../../../schemas/generated/types.ts'
import { sha256 } from '../../../support/bundle.ts'
import { bundleWith, by, newStore, push, threeReleases } from './release-harness.ts'

const input = { project: 'main', label: 'live', moved: by('ann') }

async function liveBundle(store: ResourceStore): Promise<Bundle> {
  const label = await readLabel(store, 'main', 'live')
  if (label === undefined) throw new Error('The label points nowhere.')
  const composed = await composeBundle(store, 'main', 'live', label, { hash: sha256 })
  if (composed.bundle === undefined) throw new Error(composed.errors.join('\n'))
  return composed.bundle
}

/** The models that the live configs call. */
const liveModels = async (store: ResourceStore): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    Object.entries((await liveBundle(store)).plans).map(([id, { nodes }]) => [
      id,
      nodes.flatMap(node => (node.kind === 'call' ? [node.overrides['model']] : []))[0],
    ]),
  )

const HELLO: PlanPrompt = {
  variables: {},
  messages: [{ role: 'user', content: 'Hello' }],
  parameters: {},
  allow: [],
}
/** The bundle with a prompt before the chats of each config. */
const withPrompt = (bundle: Bundle): Bundle =>
  seal(
    {
      ...bundle,
      prompts: { hello: HELLO },
      plans: Object.fromEntries(
        Object.entries(bundle.plans).map(([id, plan]) => [id, { ...plan, prompt: 'hello' }]),
      ),
    },
    sha256,
  )

const kindOf = (result: MoveResult): unknown => (result.kind === 'refused' ? result.reason : result.kind)

describe('rolling back', () => {
  it('goes back one move at a time, and stops at the first', async () => {
    const store = await threeReleases()
    expect(await liveModels(store)).toEqual({ chat: 'c', fast: 'y' })
    expect(await rollBack(store, input, undefined)).toMatchObject({ kind: 'moved', to: { release: 2 } })
    expect(await liveModels(store)).toEqual({ chat: 'b', fast: 'x' })
    expect(await rollBack(store, input, undefined)).toMatchObject({ kind: 'moved', to: { release: 1 } })
    expect(kindOf(await rollBack(store, input, undefined))).toContain('nothing to revert to')
    expect(await promoteRelease(store, input, undefined)).toMatchObject({ to: { release: 3 } })
    expect(await rollBack(store, input, 2)).toMatchObject({ to: { release: 2 } })
  })

  it('is the very bundle of the release, where no key has changed', async () => {
    const store = await threeReleases()
    await rollBack(store, { ...input }, 1)
    const { plans } = bundleWith({ chat: 'a', fast: 'x' })
    expect((await liveBundle(store)).plans).toEqual(plans)
  })

  it('brings back configs, and no key that was removed since', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }, ['old', 'kept']))
    await push(store, bundleWith({ chat: 'b' }, ['kept', 'new']))
    await rollBack(store, input, undefined)
    expect(await liveModels(store)).toEqual({ chat: 'a' })
    expect((await liveBundle(store)).gateway.apiKeys.map(({ id }) => id)).toEqual(['kept', 'new'])
  })

  it('leaves policies and the limits of keys as they are in the newest release', async () => {
    const store = await newStore()
    const limit = (value: number) => [{ name: 'all', type: 'requests', unit: 'rpm', value, conditions: [] }]
    await push(store, bundleWith({ chat: 'a' }, ['k'], { policies: { rate_limits: limit(100) } }))
    const api_keys = [
      {
        id: 'k',
        hash: `sha256:${sha256('k')}`,
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }],
      },
    ]
    await push(store, bundleWith({ chat: 'b' }, [], { policies: { rate_limits: limit(10) }, api_keys }))
    await rollBack(store, input, undefined)
    expect(await liveModels(store)).toEqual({ chat: 'a' })
    const { rates = [] } = (await liveBundle(store)).gateway.policies ?? {}
    expect(rates.map(({ value }) => value)).toEqual([10, 5])
    await push(store, bundleWith({ chat: 'c' }, ['k']))
    await rollBack(store, input, undefined)
    expect((await liveBundle(store)).gateway).not.toHaveProperty('policies')
  })

  it('keeps guardrails that newer keys name', async () => {
    const store = await newStore()
    const guardrails = { short: { checks: [{ id: 'default.wordCount', parameters: { maxWords: 5 } }] } }
    await push(store, bundleWith({ chat: 'a' }, ['k']))
    const api_keys = [{ id: 'k', hash: `sha256:${sha256('k')}`, input_guardrails: ['short'] }]
    await push(store, bundleWith({ chat: 'b' }, [], { guardrails, api_keys }))
    await rollBack(store, input, undefined)
    expect((await liveBundle(store)).gateway.guardrails).toHaveProperty('short')
  })
})

describe('a single config', () => {
  it('is taken from a version, and the others stay', async () => {
    const store = await threeReleases()
    expect(await promoteVersion(store, input, 'chat', 1)).toMatchObject({ kind: 'moved' })
    expect(await liveModels(store)).toEqual({ chat: 'a', fast: 'y' })
    expect(await rollBackConfig(store, input, 'fast')).toMatchObject({ kind: 'moved' })
    expect(await liveModels(store)).toEqual({ chat: 'a', fast: 'x' })
    // Reverts the promotion of chat@1; the version of fast that was rolled back is not restored.
    expect(await rollBack(store, input, undefined)).toMatchObject({ kind: 'moved' })
    expect(await liveModels(store)).toEqual({ chat: 'c', fast: 'x' })
  })

  it('reverts to the version that was live, past those that were pushed alone', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }))
    await push(store, bundleWith({ chat: 'b' }), { promote: false })
    await push(store, bundleWith({ chat: 'c' }))
    await rollBackConfig(store, input, 'chat')
    expect(await liveModels(store)).toEqual({ chat: 'a' })
    expect(kindOf(await rollBackConfig(store, input, 'chat'))).toBe(
      'No other version of the config "chat" was live under the label "live" before chat@1: there is nothing to revert to.',
    )
  })

  it('whose prompt the release does not have is not used', async () => {
    const store = await newStore()
    await push(store, withPrompt(bundleWith({ chat: 'a' })))
    expect((await liveBundle(store)).plans['chat']?.prompt).toBe('hello')
    await push(store, bundleWith({ chat: 'b' }))
    await promoteVersion(store, input, 'chat', 1)
    await expect(liveBundle(store)).rejects.toThrow(
      'Version 1 of "chat" renders the prompt "hello", which release 2 does not have.',
    )
  })

  it('that does not exist is refused in words', async () => {
    const store = await threeReleases()
    expect(kindOf(await promoteVersion(store, input, 'chat', 9))).toBe('Config "chat" has no version 9.')
    expect(kindOf(await rollBackConfig(store, input, 'nobody'))).toBe(
      'The label "live" has no config "nobody".',
    )
    expect(kindOf(await promoteRelease(store, input, 9))).toBe(
      'There is no release 9 of "main"; the last is 3.',
    )
  })
})

it('two who move a label at once: one wins, and the other is told by whom', async () => {
  const store = await threeReleases()
  const results = await Promise.all([
    rollBack(store, { ...input, moved: by('bob') }, 1),
    rollBack(store, { ...input, moved: by('cleo') }, 2),
  ])
  expect(results.map(({ kind }) => kind).sort()).toEqual(['moved', 'overtaken'])
  const lost = results.find(({ kind }) => kind === 'overtaken')
  expect(lost).toMatchObject({ by: { moved: { by: expect.stringMatching(/bob|cleo/) } } })
})

it('two roll-backs at once go back once, and the other is refused', async () => {
  const store = await threeReleases()
  const results = await Promise.all([
    rollBack(store, { ...input, moved: by('bob') }, undefined),
    rollBackConfig(store, { ...input, moved: by('cleo') }, 'chat'),
    rollBack(store, { ...input, moved: by('dan') }, undefined),
  ])
  expect(results.map(({ kind }) => kind).sort()).toEqual(['moved', 'overtaken', 'overtaken'])
  expect(await liveModels(store)).toMatchObject({ chat: 'b' })
})

it('each label has its own stack', async () => {
  const store = await threeReleases()
  const staging = { ...input, label: 'staging' }
  for (const number of [2, 3, 1]) await promoteRelease(store, staging, number)
  expect(await rollBack(store, staging, undefined)).toMatchObject({ to: { release: 3 } })
  expect(await liveModels(store)).toEqual({ chat: 'c', fast: 'y' })
  expect(await rollBack(store, staging, undefined)).toMatchObject({ to: { release: 2 } })
  expect(kindOf(await rollBack(store, staging, undefined))).toContain('nothing to revert to')
})

describe('a canary', () => {
  it('ends before a config reverts that it does not change, and alone where it changes the config', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a', fast: 'x' }))
    await push(store, bundleWith({ chat: 'b', fast: 'x' }))
    await push(store, bundleWith({ chat: 'b', fast: 'y' }), { promote: false })
    await promoteCanary(store, input, { release: 3, percent: 10 })
    expect(await rollBackConfig(store, input, 'fast')).toMatchObject({
      from: { canary: { release: 3 } },
      to: { release: 2, keys: 2 },
    })
    expect(await liveModels(store)).toEqual({ chat: 'b', fast: 'x' })
    await promoteCanary(store, input, { release: 3, percent: 10 })
    await rollBackConfig(store, input, 'chat')
    expect(await liveModels(store)).toEqual({ chat: 'a', fast: 'x' })
    expect((await readLabel(store, 'main', 'live'))?.selection).not.toHaveProperty('canary')
  })

  it('ends with a roll-back to a release that is named', async () => {
    const store = await threeReleases()
    await promoteCanary(store, input, { release: 2, percent: 50 })
    expect(await rollBack(store, input, 1)).toMatchObject({ to: { release: 1, keys: 3 } })
    expect((await readLabel(store, 'main', 'live'))?.selection).toEqual({ release: 1, keys: 3 })
  })
})
