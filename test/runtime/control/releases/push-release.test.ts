// A push: atomic, immutable, numbered, and conditional on the release that it replaces.
import { expect, it } from 'vitest'
import { readLabel } from '../../../../runtime/control/releases/label.ts'
import { listReleases, readRelease } from '../../../../runtime/control/releases/release.ts'
import { bundleWith, by, newStore, push } from './release-harness.ts'

it('is numbered, and names the versions of configs whose plans changed', async () => {
  const store = await newStore()
  const pushed = async (models: Readonly<Record<string, string>>): Promise<unknown> => {
    const result = await push(store, bundleWith(models))
    return result.kind === 'pushed'
      ? [result.release.number, result.release.changed, result.release.removed]
      : result.kind
  }
  expect(await pushed({ chat: 'a', fast: 'b' })).toEqual([1, ['chat@1', 'fast@1'], []])
  expect(await pushed({ chat: 'a', fast: 'c' })).toEqual([2, ['fast@2'], []])
  expect(await pushed({ chat: 'a' })).toEqual([3, [], ['fast']])
  // A number is never used again for another plan.
  expect(await pushed({ chat: 'a', fast: 'd' })).toEqual([4, ['fast@3'], []])
  expect(await pushed({ chat: 'a', fast: 'd' })).toBe('unchanged')
})

it('moves the label live only when promoted, in the same transaction', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }), { promote: false })
  expect(await readLabel(store, 'main', 'live')).toBeUndefined()
  const before = await store.revision()
  await push(store, bundleWith({ chat: 'b' }))
  expect(await store.revision()).toBe(before + 1)
  expect((await readLabel(store, 'main', 'live'))?.selection).toEqual({ release: 2, keys: 2 })
  // The same bundle again, now promoted.
  await push(store, bundleWith({ chat: 'c' }), { promote: false })
  expect(await push(store, bundleWith({ chat: 'c' }))).toMatchObject({ kind: 'unchanged', promoted: true })
  expect((await readLabel(store, 'main', 'live'))?.selection.release).toBe(3)
})

it('of two pushers of the same base one wins, and the other is told what came first', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  const [one, other] = await Promise.all([
    push(store, bundleWith({ chat: 'b' }), { replaces: 1, pushed: by('bob') }),
    push(store, bundleWith({ chat: 'c' }), { replaces: 1, pushed: by('cleo') }),
  ])
  expect([one.kind, other.kind].sort()).toEqual(['overtaken', 'pushed'])
  const late = await push(store, bundleWith({ chat: 'd' }), { replaces: 1 })
  expect(late).toMatchObject({ kind: 'overtaken', since: [{ number: 2, changed: ['chat@2'] }] })
  expect(await listReleases(store, 'main', { limit: 9 })).toHaveLength(2)
})

it('records who, when, of which commit and why', async () => {
  const store = await newStore()
  const pushed = { by: 'ann', at: 7, commit: 'abc', message: 'Use the new model' }
  await push(store, bundleWith({ chat: 'a' }), { pushed })
  expect(await readRelease(store, 'main', 1)).toMatchObject({ number: 1, configs: 1, pushed })
})

it('projects of one store have releases of their own', async () => {
  const store = await newStore()
  await push(store, bundleWith({ chat: 'a' }))
  const other = await push(store, bundleWith({ chat: 'b' }), { project: 'other' })
  expect(other).toMatchObject({ release: { number: 1, changed: ['chat@1'] } })
  expect((await listReleases(store, 'main', { limit: 9 })).map(({ digest }) => digest)).toEqual([
    bundleWith({ chat: 'a' }).digest,
  ])
})
