// Keys of the store in calls: recognised, bounded by what they may, limited, and refused when they are gone.
import { describe, expect, test } from 'vitest'
import { API_KEY } from '../../../../../runtime/control/access/keys/model.ts'
import { linkAuthentication } from '../../../../../runtime/gateway/authenticate.ts'
import { openControl, sha256, startControl } from '../../../../support/control-harness.ts'
import { CLOSED, callWith, createIn, owner, PROVIDERS } from './key-calls.ts'

describe('a key of the store in calls', () => {
  test('is accepted beside keys of the manifest, disabled and enabled, expired, revoked', async () => {
    const harness = await startControl()
    const call = callWith(harness, CLOSED)
    const { id, key } = await createIn(harness, { expires_at: '2026-11-23T00:00:30Z' })
    expect((await call(key)).status).toBe(200)
    await harness.send('PUT', `/api-keys/${id}`, { status: 'disabled' })
    expect(await call(key)).toMatchObject({ status: 401, message: 'The API key is disabled.' })
    await harness.send('PUT', `/api-keys/${id}`, { status: 'active' })
    expect((await call(key)).status).toBe(200)
    await harness.clock.advance(30_000 - 1)
    expect((await call(key)).status).toBe(200)
    await harness.clock.advance(1)
    expect(await call(key)).toMatchObject({ status: 401, message: 'The API key has expired.' })
    expect((await harness.send('GET', `/api-keys/${id}`)).body.status).toBe('expired')
    await harness.send('DELETE', `/api-keys/${id}`)
    expect(await call(key)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect((await harness.send('GET', `/api-keys/${id}`)).status).toBe(404)
  })

  test.each([
    ['is disabled', { status: 'disabled' }],
    ['lacks the scope', { scopes: ['models'] }],
    ['has expired', { expires_at: '2026-11-23T00:00:30Z' }],
  ])('that %s is refused by its identity', async (_title, change) => {
    const harness = await startControl()
    const { id, key } = await createIn(harness)
    await harness.send('PUT', `/api-keys/${id}`, change)
    if ('expires_at' in change) await harness.clock.advance(30_000)
    const { authenticate } = linkAuthentication(harness.context.gateway, sha256, harness.context.keys)
    const refused = authenticate({ options: { apiKey: key }, credentials: [] }, 'inference')
    expect(refused).toMatchObject({ message: expect.any(String), key: { id, workspace: 'default' } })
  })

  test('shares in memory what another key has too, also after a change of it', async () => {
    const harness = await startControl()
    const { send, context } = harness
    const made = await Promise.all(['a', 'b'].map(name => createIn(harness, { name })))
    const scopesOf = (id: string | undefined) => context.replica?.get(API_KEY, id ?? '')?.value['scopes']
    const [first, second] = made.map(({ id }) => id)
    expect(scopesOf(first)).toBeInstanceOf(Array)
    expect(scopesOf(first)).toBe(scopesOf(second))
    await send('PUT', `/api-keys/${first}`, { name: 'c' })
    expect(scopesOf(first)).toBe(scopesOf(second))
    await send('PUT', `/api-keys/${first}`, { scopes: ['models'] })
    expect(scopesOf(first)).toEqual(['models'])
    expect(scopesOf(second)).not.toEqual(['models'])
  })

  test('needs its scope', async () => {
    const harness = await startControl()
    const { key } = await createIn(harness, { scopes: ['models'] })
    expect(await callWith(harness, CLOSED)(key)).toMatchObject({ status: 403, code: 'forbidden' })
    const { body } = await harness.send('POST', '/api-keys/organisation/service', { name: 'o', scopes: [] })
    expect((await callWith(harness, CLOSED)(body.key)).status).toBe(403)
  })

  test('is recognised by a gateway that needs no key, which still refuses one that was revoked', async () => {
    const harness = await startControl()
    const call = callWith(harness, {})
    const { id, key } = await createIn(harness, { scopes: ['models'] })
    expect((await call(undefined)).status).toBe(200)
    expect((await call('anything')).status).toBe(200)
    expect((await call(key)).status).toBe(403)
    expect((await call(undefined, { authorization: `Bearer ${key}` })).status).toBe(403)
    await harness.send('DELETE', `/api-keys/${id}`)
    expect((await call(key)).status).toBe(401)
    expect((await call(undefined, { authorization: `Bearer ${key}` })).status).toBe(401)
  })

  test('of an archived workspace is 403', async () => {
    const harness = await startControl()
    await harness.send('POST', '/workspaces', { name: 'team' })
    const { key } = await createIn(harness, { workspace_id: 'team' })
    const call = callWith(harness, CLOSED)
    expect((await call(key)).status).toBe(200)
    await harness.send('DELETE', '/workspaces/team')
    expect(await call(key)).toMatchObject({
      status: 403,
      message: 'The workspace "team" is archived, so its keys are refused.',
    })
    expect((await harness.send('GET', '/workspaces', undefined, { key })).status).toBe(403)
  })

  test('without allow_config_override calls its config alone', async () => {
    const configs = { chat: { provider: '@mock' }, second: { provider: '@mock' } }
    const harness = await startControl(PROVIDERS, { configs })
    const { key } = await createIn(harness, { defaults: { config_id: 'chat', allow_config_override: false } })
    const call = callWith(harness, CLOSED, configs)
    expect((await call(key, {}, 'echo')).outcome?.config).toBe('chat')
    expect((await call(key, { 'x-gateway-config': 'chat' }, 'echo')).status).toBe(200)
    for (const headers of [
      { 'x-gateway-config': 'second' },
      { 'x-gateway-config': '{"provider":"@mock"}' },
      { 'x-gateway-provider': '@mock' },
      { 'x-gateway-virtual-key': 'mock' },
    ])
      expect(await call(key, headers, 'echo')).toMatchObject({
        status: 403,
        message: expect.stringContaining('allow_config_override is false'),
      })
    expect((await call(key, {}, '@other/echo')).status).toBe(403)
    expect((await call(key, { 'x-gateway-config': 'chat' }, '@other/echo')).status).toBe(403)
    expect((await call(key, {}, '@unknown/echo')).status).toBe(403)
  })

  test('without allow_inline_config sends no config, without allow_custom_hosts names no host', async () => {
    const harness = await startControl()
    const { key } = await createIn(harness, {
      defaults: { allow_inline_config: false, allow_custom_hosts: false },
    })
    const call = callWith(harness, CLOSED)
    expect((await call(key, { 'x-gateway-config': '{"provider":"@mock"}' })).status).toBe(403)
    expect(
      (await call(key, { 'x-gateway-provider': 'openai', 'x-gateway-custom-host': 'https://api.test/v1' }))
        .status,
    ).toBe(403)
  })

  test('brings metadata of its workspace and its own, which the call may set', async () => {
    const harness = await startControl()
    await harness.send('POST', '/workspaces', {
      name: 'team',
      defaults: { metadata: { team: 'a', tier: 'low' } },
    })
    const { key } = await createIn(harness, {
      workspace_id: 'team',
      defaults: { metadata: { tier: 'high', app: 'x' } },
    })
    const call = callWith(harness, CLOSED)
    const { outcome } = await call(key, { 'x-gateway-metadata': '{"app":"y"}' })
    expect(outcome?.record.tags?.metadata).toEqual({ team: 'a', tier: 'high', app: 'y' })
    await harness.send('PUT', '/workspaces/team', { defaults: { metadata: { team: 'b' } } })
    expect((await call(key)).outcome?.record.tags?.metadata).toEqual({ team: 'b', tier: 'high', app: 'x' })
  })

  test('is never sent to a provider in a config', async () => {
    const harness = await startControl()
    const { key } = await createIn(harness)
    const answer = await callWith(harness, CLOSED)(key, {
      'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: key }),
    })
    expect(answer).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })
})

describe('limits of a key', () => {
  test('hold for its calls alone, and follow every change of it', async () => {
    const harness = await startControl()
    const call = callWith(harness, CLOSED)
    const limited = await createIn(harness, { rate_limits: [{ type: 'requests', unit: 'rpm', value: 1 }] })
    const other = await createIn(harness)
    expect((await call(limited.key)).status).toBe(200)
    expect((await call(limited.key)).status).toBe(429)
    expect((await call(other.key)).status).toBe(200)
    expect((await call(other.key)).status).toBe(200)
    await harness.send('PUT', `/api-keys/${limited.id}`, {
      rate_limits: [{ type: 'requests', unit: 'rpm', value: 2 }],
    })
    expect((await call(limited.key)).status).toBe(200)
    expect((await call(limited.key)).status).toBe(429)
    await harness.send('PUT', `/api-keys/${limited.id}`, { rate_limits: [] })
    expect((await call(limited.key)).status).toBe(200)
  })

  test('of usage are 412, and the key is exhausted until it may use more', async () => {
    const harness = await startControl()
    const { id, key } = await createIn(harness, { usage_limits: { type: 'tokens', credit_limit: 5 } })
    const call = callWith(harness, CLOSED)
    expect((await harness.send('GET', `/api-keys/${id}`)).body.status).toBe('active')
    const statuses = [await call(key), await call(key)].map(({ status }) => status)
    expect(statuses).toEqual([200, 412])
    expect((await harness.send('GET', `/api-keys/${id}`)).body.status).toBe('exhausted')
    expect((await harness.send('GET', '/api-keys?status=exhausted')).body.total).toBe(1)
    const raised = await harness.send('PUT', `/api-keys/${id}`, {
      usage_limits: { type: 'tokens', credit_limit: 1_000_000 },
    })
    expect(raised.body.status).toBe('active')
    expect((await call(key)).status).toBe(200)
  })

  test('that say the same twice are refused', async () => {
    const { send } = await startControl()
    const limit = { type: 'requests', unit: 'rpm', value: 1 }
    const body = {
      name: 'x',
      scopes: [],
      workspace_id: 'default',
      rate_limits: [limit, { ...limit, value: 2 }],
    }
    expect(await send('POST', '/api-keys/workspace/service', body)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('requests rpm is repeated') } },
    })
  })
})

describe('with the store away', () => {
  test('keys are accepted for max_stale, and then 503; those of the manifest go on', async () => {
    const harness = await startControl({ max_stale: 60_000 })
    const { key } = await createIn(harness)
    const call = callWith(harness, { api_keys: [{ ...owner('default', ['inference']) }] })
    await harness.context.store?.close()
    await harness.clock.advance(60_000)
    expect((await call(key)).status).toBe(200)
    await harness.clock.advance(2000)
    expect(await call(key)).toMatchObject({ status: 503, code: 'store_unavailable' })
    expect((await call('git key')).status).toBe(200)
  })
})

describe('a pepper', () => {
  test('keys the digests, and keys from before it stay accepted', async () => {
    const before = await startControl()
    const old = await createIn(before)
    const store = before.context.store
    const peppered = await openControl(
      {},
      { pepper: 'salt and more', firstId: 1000, ...(store && { store }) },
    )
    const fresh = await createIn(peppered)
    const call = callWith(peppered, CLOSED)
    expect((await call(old.key)).status).toBe(200)
    expect((await call(fresh.key)).status).toBe(200)
    const digests = JSON.stringify(peppered.context.replica?.all('api-key').toArray())
    expect(digests).toContain(sha256(old.key))
    expect(digests).not.toContain(sha256(fresh.key))
    peppered.context.replica?.stop()
  })
})
