// `slug@<number>`, `slug@<digest>` and `slug@<label>` in the config header: a version of a saved config beside the one in use.
import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { createStoredVersions } from '../../../runtime/control/releases/find-version.ts'
import { promoteRelease, promoteVersion } from '../../../runtime/control/releases/move-label.ts'
import { versionId } from '../../../runtime/control/releases/release.ts'
import { sha256 } from '../../support/bundle.ts'
import { createHarness } from '../../support/harness.ts'
import { bundleWith, by, newStore, push } from '../control/releases/release-harness.ts'

const MANIFEST = { providers: { mock: { provider: 'mock' } } }
const configs = { chat: { provider: '@mock', override_params: { model: 'c' } } }
const reply = { status: 200, body: { choices: [] } }

/** A gateway that follows a store of three releases, and says which model each call was sent with. */
async function following(manifest: object = MANIFEST, more: Partial<ResourceStore> = {}) {
  const store = { ...(await newStore()), ...more }
  for (const model of ['a', 'b', 'c']) await push(store, bundleWith({ chat: model }))
  await promoteRelease(store, { project: 'main', label: 'staging', moved: by('ann') }, 2)
  const versions = createStoredVersions(store, 'main', { hash: sha256 })
  const { call, upstream } = createHarness({
    manifest,
    configs,
    versions,
    script: Array.from({ length: 20 }, () => reply),
  })
  const ask = async (config: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const before = upstream.sent.length
    const { status, json } = await call({ headers: { 'x-gateway-config': config, ...headers } })
    const sent = upstream.sent[before]?.json as { readonly model?: string } | undefined
    return (
      sent?.model ?? [status, (json as { readonly error?: { readonly message?: string } }).error?.message]
    )
  }
  return { store, versions, ask }
}

it('is a number, a digest or a label; the plain slug is the one in use', async () => {
  const { store, ask } = await following()
  expect(await ask('chat')).toBe('c')
  expect([await ask('chat@1'), await ask('chat@2'), await ask('chat@3')]).toEqual(['a', 'b', 'c'])
  expect(await ask('chat@staging')).toBe('b')
  expect(await ask('chat@live')).toBe('c')
  const digest = String((await store.read('release-config', versionId('main', 'chat', 1)))?.value['digest'])
  expect([await ask(`chat@${digest}`), await ask(`chat@${digest.slice(0, 12)}`)]).toEqual(['a', 'a'])
})

it.each(['chat@9', 'chat@nowhere', 'nobody@1', 'chat@', 'chat@00', 'chat@0123456789ab', 'a/b@1', 'chat@1@2'])(
  '%s is unknown',
  async name => {
    const { ask } = await following()
    expect(await ask(name)).toEqual([404, expect.stringMatching(/^Config ".*" has no version ".*"\.$/)])
  },
)

it('a label is read again after the store has changed, a number is not', async () => {
  const { store, versions, ask } = await following()
  expect(await ask('chat@staging')).toBe('b')
  await promoteVersion(store, { project: 'main', label: 'staging', moved: by('ann') }, 'chat', 1)
  expect(await ask('chat@staging')).toBe('b')
  versions.forget()
  expect(await ask('chat@staging')).toBe('a')
})

describe('keys', () => {
  const key = (id: string, scopes?: readonly string[]) => ({
    id,
    hash: `sha256:${sha256(id)}`,
    ...(scopes && { scopes }),
  })
  const manifest = { ...MANIFEST, api_keys: [key('plain'), key('pins', ['inference', 'configs.pin'])] }

  it('need the scope configs.pin, which no key has by default', async () => {
    const { ask } = await following(manifest)
    expect(await ask('chat@1', { 'x-gateway-api-key': 'pins' })).toBe('a')
    expect(await ask('chat@1', { 'x-gateway-api-key': 'plain' })).toEqual([
      403,
      expect.stringContaining('it needs the scope configs.pin'),
    ])
    expect(await ask('chat', { 'x-gateway-api-key': 'plain' })).toBe('c')
  })
})

it('while the store is away, only calls that pin are 503, and it is asked again', async () => {
  let away = false
  const { store, ask } = await following()
  const flaky: ResourceStore = {
    ...store,
    read: (kind, id) =>
      away ? Promise.reject(new StoreError('unavailable', 'The store is away.')) : store.read(kind, id),
  }
  const versions = createStoredVersions(flaky, 'main', { hash: sha256 })
  away = true
  expect(await versions.find('chat', '1', 'default')).toMatchObject({ code: 'store_unavailable' })
  away = false
  expect(await versions.find('chat', '1', 'default')).toHaveProperty('plan')
  expect(await ask('chat')).toBe('c')
})

it('a number that was moved to another plan by hand is not found', async () => {
  const { store, versions, ask } = await following()
  const id = versionId('main', 'chat', 1)
  const other = (await store.read('release-config', versionId('main', 'chat', 2)))?.value
  await store.commit({ writes: [{ kind: 'release-config', id, value: other }] })
  versions.forget()
  expect(await ask('chat@1')).toEqual([404, 'Config "chat" has no version "1".'])
})
