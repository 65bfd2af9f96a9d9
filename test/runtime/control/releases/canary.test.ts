// A label that splits its traffic: which plans differ, what a roll-back does, and how calls are divided.
import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { composeBundle } from '../../../../runtime/control/releases/compose-bundle.ts'
import { readLabel } from '../../../../runtime/control/releases/label.ts'
import {
  type MoveResult,
  promoteCanary,
  promoteRelease,
} from '../../../../runtime/control/releases/move-label.ts'
import { rollBack } from '../../../../runtime/control/releases/roll-back.ts'
import type { ResolvedConfig } from '../../../../runtime/gateway/resolved-config.ts'
import { splitTraffic } from '../../../../runtime/gateway/split-traffic.ts'
import { type Call, NO_DRAW, type Route } from '../../../../runtime/values/call.ts'
import { sha256 } from '../../../support/bundle.ts'
import { bundleWith, by, newStore, push } from './release-harness.ts'

const live = { project: 'main', label: 'live', moved: by('ann') }

const selected = async (store: ResourceStore) => {
  const label = await readLabel(store, 'main', 'live')
  if (label === undefined) throw new Error('There is no label.')
  const composed = await composeBundle(store, 'main', 'live', label, { hash: sha256 })
  if (composed.bundle === undefined) throw new Error(composed.errors.join('\n'))
  return { bundle: composed.bundle, canary: composed.canary, label }
}

async function storeWithTwo(): Promise<ResourceStore> {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a', same: 'x' }))
  await push(store, bundleWith({ chat: 'b', same: 'x', added: 'y' }), { promote: false })
  return store
}

describe('promote NUMBER --percent', () => {
  it('keeps the release in use, and adds the plans that differ', async () => {
    const store = await storeWithTwo()
    const moved: MoveResult = await promoteCanary(store, live, { release: 2, percent: 10, sticky: 'user' })
    expect(moved.kind).toBe('moved')
    const { bundle, canary } = await selected(store)
    expect(Object.keys(bundle.plans ?? {})).toEqual(['chat', 'same'])
    expect(JSON.stringify(bundle.plans['chat'])).toContain('"a"')
    expect(canary).toMatchObject({ release: 2, percent: 10, sticky: 'user' })
    expect(Object.keys(canary?.plans ?? {})).toEqual(['chat'])
  })

  it('brings the providers that its plans need, and both sides keep the digests of their releases', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }))
    const providers = { mock: { provider: 'mock' }, other: { provider: 'mock' } }
    await push(store, bundleWith({ chat: 'b' }, [], { providers }), { promote: false })
    const before = (await selected(store)).bundle.digest
    await promoteCanary(store, live, { release: 2, percent: 10 })
    const { bundle, canary } = await selected(store)
    expect(Object.keys(bundle.gateway.providers ?? {}).sort()).toEqual(['mock', 'other'])
    // Each side is known by the digest of its own release.
    expect(bundle.digest).toBe(before)
    await promoteRelease(store, live, 2)
    expect(canary?.plan).toBe((await selected(store)).bundle.digest.slice(0, 12))
  })

  it('ends when the release is promoted whole, or by a roll-back', async () => {
    const store = await storeWithTwo()
    await promoteCanary(store, live, { release: 2, percent: 10 })
    await rollBack(store, live, undefined)
    expect((await selected(store)).label.selection).toEqual({ release: 1, keys: 1 })
    await promoteCanary(store, live, { release: 2, percent: 50 })
    await promoteRelease(store, live, 2)
    expect((await selected(store)).label.selection).toEqual({ release: 2, keys: 2 })
  })

  it('is refused for a release that does not exist, and for a label that points nowhere', async () => {
    const store = await storeWithTwo()
    expect(await promoteCanary(store, live, { release: 9, percent: 10 })).toMatchObject({ kind: 'refused' })
    expect(await promoteCanary(store, { ...live, label: 'new' }, { release: 2, percent: 10 })).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('calls under a canary', () => {
  const hash = (text: string | Uint8Array): string => sha256(String(text))
  const named = (name: string): ResolvedConfig => ({
    name: 'chat',
    source: { kind: 'config' } as unknown as ResolvedConfig['source'],
    route: (async () => ({ provider: name })) as unknown as Route,
  })
  const canary = { release: 2, plan: '0123456789ab', percent: 20, plans: {} }
  const callWith = (metadata: object) => ({ metadata, record: { attempts: [] } }) as unknown as Call
  const serve = async (config: ResolvedConfig, metadata: object) => {
    const call = callWith(metadata)
    const { provider } = await config.route(call, NO_DRAW)
    return { provider, canary: call.record.canary }
  }

  it('are drawn: a number below the share goes to the canary, and the log names its release and plan', async () => {
    const draws = [0.19, 0.2, 0.99]
    const random = () => draws.shift() ?? 1
    const config = splitTraffic(named('stable'), named('canary'), canary, { random, hash }, () => {})
    expect(await serve(config, {})).toEqual({
      provider: 'canary',
      canary: { release: 2, plan: '0123456789ab' },
    })
    expect(await serve(config, {})).toEqual({ provider: 'stable', canary: undefined })
    expect(await serve(config, {})).toEqual({ provider: 'stable', canary: undefined })
  })

  it('stay on one side by the value of a metadata key, in about the share that was asked for', async () => {
    const random = () => {
      throw new Error('Calls with the key are not drawn.')
    }
    const sticky = { ...canary, sticky: 'user' }
    const config = splitTraffic(named('stable'), named('canary'), sticky, { random, hash }, () => {})
    let canaries = 0
    for (let user = 0; user < 2_000; user += 1) {
      const first = await serve(config, { user })
      expect(await serve(config, { user, other: 1 })).toEqual(first)
      if (first.provider === 'canary') canaries += 1
    }
    // Six standard deviations around 400.
    expect(Math.abs(canaries - 400)).toBeLessThan(110)
  })
})
