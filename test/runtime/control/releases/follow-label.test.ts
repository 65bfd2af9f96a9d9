// A runtime that follows a label: it loads what is selected, soon after the move, and keeps the last good plan otherwise.
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import type { StatementVerifier } from '../../../../runtime/control/core/signature.ts'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import { followLabel, readSelected } from '../../../../runtime/control/releases/follow-label.ts'
import { rollBack } from '../../../../runtime/control/releases/roll-back.ts'
import { createSigner, createVerifier } from '../../../../runtime/stores/signing-keys.ts'
import { sha256 } from '../../../support/bundle.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'
import { bundleWith, by, newStore, push } from './release-harness.ts'

const place = { project: 'main', label: 'live' }

/** A follower of a store whose label selects one config, and what it has loaded and told. */
async function following(
  store: ResourceStore,
  refuses: (model: string) => boolean = () => false,
  trust: { readonly verifier?: StatementVerifier } = {},
) {
  const first = await readSelected(store, { ...place, ...trust, hash: sha256 })
  if (!('bundle' in first) || first.bundle === undefined) throw new Error(first.errors.join('\n'))
  const loaded: string[] = []
  const told: string[] = []
  const clock = virtualClock()
  const follower = followLabel(
    store,
    { digest: first.bundle.digest, revision: first.revision, move: first.move },
    {
      ...place,
      ...trust,
      hash: sha256,
      process: 'one',
      clock,
      load: async bundle => {
        const model = JSON.stringify(bundle.plans['chat']).match(/"model":"(\w+)"/)?.[1] ?? ''
        if (refuses(model)) return [`The model ${model} is refused.`]
        loaded.push(model)
        return []
      },
      writeLog: (_, message) => void told.push(message),
      onAvailable: (_, message) => void told.push(message),
    },
  )
  await follower.look()
  return { follower, loaded, told, clock }
}

it('loads a promoted release and a roll-back, and nothing twice', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  const { follower, loaded, told } = await following(store)
  expect(loaded).toEqual([])
  await push(store, bundleWith({ chat: 'b' }), { promote: false })
  await follower.look()
  expect(loaded).toEqual([])
  await push(store, bundleWith({ chat: 'b' }))
  await follower.look()
  await follower.look()
  expect(loaded).toEqual(['b'])
  await rollBack(store, { ...place, moved: by('ann') }, undefined)
  await follower.look()
  expect(loaded).toEqual(['b', 'a'])
  expect(told.every(sentence => sentence.endsWith('is now in use.'))).toBe(true)
  follower.stop()
})

it('keeps the plan in use when a new one is refused, and says why', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  const { follower, loaded, told } = await following(store, model => model === 'bad')
  await push(store, bundleWith({ chat: 'bad' }))
  await follower.look()
  await follower.look()
  expect(loaded).toEqual([])
  const digest = bundleWith({ chat: 'a' }).digest.slice(0, 12)
  expect(told).toEqual(['The model bad is refused.', `The plan ${digest} stays in use.`])
  await push(store, bundleWith({ chat: 'good' }))
  await follower.look()
  expect(loaded).toEqual(['good'])
  follower.stop()
})

it('loads what was refused, or is in use, anew when it is told to', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  let refused = 'b'
  const { follower, loaded } = await following(store, model => model === refused)
  await push(store, bundleWith({ chat: 'b' }))
  await follower.look()
  expect(loaded).toEqual([])
  refused = ''
  await follower.look()
  expect(loaded).toEqual([])
  await follower.reload()
  await follower.reload()
  expect(loaded).toEqual(['b', 'b'])
  await follower.look()
  expect(loaded).toHaveLength(2)
  follower.stop()
})

it('says once that the store is away, keeps serving, and catches up', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  let away = false
  const flaky: ResourceStore = {
    ...store,
    revision: () =>
      away ? Promise.reject(new StoreError('unavailable', 'The store is away.')) : store.revision(),
  }
  const { follower, loaded, told } = await following(flaky)
  away = true
  await push(store, bundleWith({ chat: 'b' }))
  await follower.look()
  await follower.look()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^The store is away\. The plan [0-9a-f]{12} stays in use\.$/)
  away = false
  await follower.look()
  expect(loaded).toEqual(['b'])
  expect(told.at(-1)).toBe('The store sqlite::memory: is available again.')
  follower.stop()
})

it('looks once a second, and reports what it uses', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  const { follower, clock } = await following(store)
  expect(clock.waits).toContain(1000)
  expect(await store.heartbeats()).toMatchObject([
    { id: 'one', value: { ...place, revision: 1, plan: bundleWith({ chat: 'a' }).digest } },
  ])
  follower.stop()
})

it('takes its heartbeat back when it leaves, also one that is under way', async () => {
  const own = await newStore()
  await push(own, bundleWith({ chat: 'a' }))
  let count = 0
  let finish = (): void => {}
  const isSlow = new Promise<void>(resolve => {
    finish = resolve
  })
  const store: ResourceStore = {
    ...own,
    heartbeat: async heartbeat => {
      count += 1
      if (count > 1) await isSlow
      await own.heartbeat(heartbeat)
    },
  }
  const { follower, clock } = await following(store)
  await clock.advance(10_000)
  follower.stop()
  const left = follower.leave()
  finish()
  await left
  expect(await own.heartbeats()).toEqual([])
})

it('a store without the label says how to make it', async () => {
  const store = await newStore()
  expect(await readSelected(store, { ...place, hash: sha256 })).toEqual({
    errors: [expect.stringContaining('portolan push --promote')],
  })
})

it.each([
  [0, new Uint8Array(1), /"portolan push --recompile 1 --promote" makes a release of them/],
  [0, undefined, /no sources of it: push the project again/],
  [9, undefined, /pushed by a newer version, so upgrade this one/],
])('a release of the format %i is refused with what helps', async (format, sources, sentence) => {
  const store = await newStore()
  const bundle = { ...bundleWith({ chat: 'a' }), format } as unknown as ReturnType<typeof bundleWith>
  await push(store, bundle, sources === undefined ? {} : { sources })
  expect(await readSelected(store, { ...place, hash: sha256 })).toMatchObject({
    errors: [expect.stringMatching(sentence)],
  })
})

it('of signed labels none that is back in an earlier state, although its signature is valid', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signer = createSigner(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const verifier = createVerifier([String(publicKey.export({ format: 'pem', type: 'spki' }))])
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }), { signer })
  await push(store, bundleWith({ chat: 'b' }), { signer })
  const earlier = (await store.read('label', 'main/live'))?.value ?? {}
  const { follower, loaded, told } = await following(store, undefined, { verifier })
  await push(store, bundleWith({ chat: 'c' }), { signer })
  await follower.look()
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: earlier }] })
  await follower.look()
  await follower.look()
  expect(loaded).toEqual(['c'])
  expect(told.slice(1)).toEqual([
    expect.stringContaining('The label "live" is back in an earlier state, after move 2 of 3'),
    expect.stringContaining('stays in use.'),
  ])
  // Its number is part of what is signed.
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: { ...earlier, move: 9 } }] })
  await follower.look()
  expect(told.at(-2)).toBe('The label "live" of "main" has no signature of a trusted key.')
  // A roll-back is a move of its own.
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: earlier }] })
  await rollBack(store, { ...place, moved: by('ann'), signer }, undefined)
  await push(store, bundleWith({ chat: 'd' }), { signer })
  await follower.look()
  expect(loaded).toEqual(['c', 'd'])
  follower.stop()
})
