// A push of what uses things of the store is refused while the store lacks them.
import { expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { composeBundle } from '../../../../runtime/control/releases/compose-bundle.ts'
import type { Bundle } from '../../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { sha256 } from '../../../support/bundle.ts'
import { bundleWith, newStore, push } from './release-harness.ts'

const SECRET = `${'$'}{secret:key}`

const usingAll = (): Bundle =>
  bundleWith(
    { chat: 'a' },
    [],
    {
      external: ['team', 'tone', 'key'],
      providers: { mock: { provider: 'mock' }, own: { provider: 'openai', api_key: SECRET } },
    },
    { provider: '@team', prompt_id: 'tone' },
  )

const save = (store: ResourceStore, kind: string, id: string, value: JsonObject) =>
  store.commit({ writes: [{ kind, id, value }] })

const reference = (more: JsonObject = {}): JsonObject => ({
  manager_type: 'hashicorp_vault',
  auth_config: { vault_addr: 'https://vault.example', vault_auth_type: 'token' },
  secret_path: 'secret/openai',
  secret_key: 'api_key',
  ...more,
})

it('names everything that is missing, then stores the release', async () => {
  const store = await newStore()
  const lacks = async () => {
    const result = await push(store, usingAll())
    return result.kind === 'lacking' ? result.lacking : result.kind
  }
  const name = store.name
  const listed = `The store ${name} does not have what "external" lists:`
  expect(await lacks()).toEqual([
    `${listed} the provider "team", the prompt "tone" and the secret reference "key".`,
  ])
  expect(await store.revision()).toBe(0)
  await save(store, 'provider', 'default/team', { integration: 'openai' })
  await save(store, 'prompt', 'tone', { id: '1', latest: 1, published: 1 })
  await save(store, 'secret-reference', 'key', reference())
  const unbound = expect.stringContaining('"key" of the store')
  // A provider without its integration serves nobody.
  expect(await lacks()).toEqual([`${listed} the provider "team".`, unbound])
  await save(store, 'integration', 'openai', { ai_provider_id: 'openai' })
  expect(await lacks()).toEqual([unbound])
  await save(store, 'secret-reference', 'key', reference({ allowed_hosts: ['api.openai.com'] }))
  expect(await lacks()).toBe('pushed')
})

it('the slug of an integration that is a provider of its own counts', async () => {
  const store = await newStore()
  await save(store, 'integration', 'openai', { ai_provider_id: 'openai', default_provider_slug: 'team' })
  const bundle = bundleWith({ chat: 'a' }, [], { external: ['team'] }, { provider: '@team' })
  expect((await push(store, bundle)).kind).toBe('pushed')
})

it('a store of releases alone has nothing', async () => {
  const store = await newStore()
  const releases: ResourceStore = { ...store, holds: 'releases' }
  expect(await push(releases, usingAll())).toMatchObject({
    kind: 'lacking',
    lacking: [expect.stringContaining('only holds releases, so these items of "external" do not exist')],
  })
  // The other side checks by itself.
  expect((await push({ ...releases, checksReleases: true }, usingAll())).kind).toBe('pushed')
})

it('single configs of other releases bring what they use of the store', async () => {
  const store = await newStore()
  await save(store, 'prompt', 'tone', { id: '1', latest: 1, published: 1 })
  const plain = bundleWith({ chat: 'a', fast: 'a' })
  await push(store, plain)
  const prompted = bundleWith({ chat: 'b', fast: 'b' }, [], { external: ['tone'] }, { prompt_id: 'tone' })
  const result = await push(store, prompted)
  if (result.kind !== 'pushed') throw new Error(result.kind)
  const selected = await composeBundle(
    store,
    'main',
    'live',
    {
      selection: {
        release: 1,
        keys: 2,
        configs: {
          chat: { release: 2, version: 2, digest: sha256(canonicalJson(prompted.plans['chat'] ?? {})) },
        },
      },
    },
    { hash: sha256 },
  )
  expect(selected.errors ?? []).toEqual([])
  expect(selected.bundle?.plans['chat']?.prompt).toBe('tone')
  expect(selected.bundle?.plans['fast']?.prompt).toBeUndefined()
  expect(selected.bundle?.gateway.external).toEqual(['tone'])
})
