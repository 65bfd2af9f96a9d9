// Keys of the store by API: created, read masked, disabled, revoked, and recognised by the calls of the same gateway.
import { afterEach, describe, expect, test } from 'vitest'
import { createOwnerKey } from '../../../../runtime/control/keys/create-owner-key.ts'
import { nodePorts } from '../../../../runtime/node-ports.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'
import { createHarness } from '../../../support/harness.ts'

let open: ControlHarness | undefined
const start = async (...given: Parameters<typeof openControl>): Promise<ControlHarness> => {
  open = await openControl(...given)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const owner = (workspace: string, scopes: readonly string[]) => ({
  id: 'git-key',
  workspace,
  scopes,
  hash: `sha256:${sha256('git key')}`,
})

const PROVIDERS = { providers: { mock: { provider: 'mock' }, other: { provider: 'mock' } } }

/** A reply that used ten tokens. */
const USED = '{"usage":{"prompt_tokens":5,"completion_tokens":5,"total_tokens":10}}'

/** A call of the gateway beside the control plane, with the same keys. */
const callWith = (
  { context, limiter }: ControlHarness,
  manifest: object,
  configs: Readonly<Record<string, object>> = {},
) => {
  const { call } = createHarness({
    limits: limiter,
    manifest: { ...PROVIDERS, ...manifest },
    configs,
    script: Array.from({ length: 8 }, () => ({ status: 200, text: USED })),
    ...(context.keys && { keys: context.keys }),
  })
  return async (
    key: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    model = '@mock/echo',
  ) => {
    const { status, json, outcome } = await call({
      path: '/chat/completions',
      headers: { ...(key !== undefined && { 'x-gateway-api-key': key }), ...headers },
      body: { model, messages: [] },
    })
    const error = (json as { error?: { code?: string; message?: string } }).error
    return { status, code: error?.code, message: error?.message, outcome }
  }
}

const CLOSED = { api_keys: [owner('default', ['workspaces.list'])] }

describe('POST /api-keys', () => {
  test.each([
    ['organisation/service', {}, { type: 'organisation-service', workspace_id: null, user_id: null }],
    ['workspace/service', { workspace_id: 'default' }, { type: 'workspace-service', user_id: null }],
  ])('%s creates a key whose secret is shown once', async (path, more, shape) => {
    const { send, context } = await start()
    const scopes = ['prompts.read', 'prompts.read', 'configs.list']
    const created = await send('POST', `/api-keys/${path}`, { name: 'ci', scopes, ...more })
    expect(created).toMatchObject({ status: 200, body: { object: 'api-key' } })
    expect(created.body.key).toMatch(/^ptl_[\w-]{43}$/)
    const read = await send('GET', `/api-keys/${created.body.id}`)
    expect(read.body).toMatchObject({
      ...shape,
      name: 'ci',
      status: 'active',
      owner: 'api',
      scopes: ['prompts.read', 'configs.list'],
      masked_key: `ptl_****${created.body.key.slice(-4)}`,
    })
    const everything = [
      read.body,
      (await send('GET', '/api-keys')).body,
      (await send('GET', '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z')).body,
      context.replica?.all('api-key').toArray(),
    ]
    expect(JSON.stringify(everything)).not.toContain(created.body.key)
  })

  test.each([
    ['organisation/service', { scopes: ['inference'] }, 400, 'calls no models'],
    ['workspace/service', { scopes: ['nonsense'], workspace_id: 'default' }, 400, 'scopes[0] must be'],
    ['workspace/service', { scopes: [] }, 400, 'workspace_id is missing'],
    ['workspace/service', { scopes: [], workspace_id: 'nowhere' }, 404, 'There is no workspace'],
    [
      'workspace/service',
      { scopes: [], workspace_id: 'default', expires_at: '2020-01-01' },
      400,
      'in the future',
    ],
    [
      'workspace/service',
      { scopes: [], workspace_id: 'default', defaults: { allow_config_override: false } },
      400,
      'config_id must name',
    ],
    [
      'workspace/service',
      {
        scopes: [],
        workspace_id: 'default',
        usage_limits: { type: 'cost', credit_limit: 5, alert_threshold: 5 },
      },
      400,
      'must be less than credit_limit',
    ],
  ])('%s with %j is %i', async (path, more, status, message) => {
    const { send } = await start()
    const answer = await send('POST', `/api-keys/${path}`, { name: 'x', ...more })
    expect(answer).toMatchObject({ status, body: { error: { message: expect.stringContaining(message) } } })
  })

  test('a caller grants no scope that it does not have, in no workspace but its own', async () => {
    const { send } = await start({
      api_keys: [owner('a', ['workspace_service_api_keys.create', 'inference'])],
    })
    const key = 'git key'
    const create = (more: object) =>
      send('POST', '/api-keys/workspace/service', { name: 'x', scopes: ['inference'], ...more }, { key })
    expect((await create({})).status).toBe(200)
    expect((await create({ scopes: ['prompts.render'] })).status).toBe(200)
    expect(await create({ scopes: ['inference', 'configs.create'] })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('configs.create') } },
    })
    expect((await create({ workspace_id: 'default' })).status).toBe(404)
    const organisation = await send(
      'POST',
      '/api-keys/organisation/service',
      { name: 'x', scopes: [] },
      { key },
    )
    expect(organisation.status).toBe(403)
  })

  test('what the manifest forbids, no key allows', async () => {
    const { send } = await start({ inline_configs: false })
    const body = { name: 'x', scopes: [], workspace_id: 'default', defaults: { allow_inline_config: true } }
    expect(await send('POST', '/api-keys/workspace/service', body)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('inline_configs: false') } },
    })
  })

  test('without a store it is 501', async () => {
    const { send } = await start({}, { store: 'none' })
    const body = { name: 'x', scopes: [], workspace_id: 'default' }
    expect((await send('POST', '/api-keys/workspace/service', body)).status).toBe(501)
  })
})

describe('GET /api-keys', () => {
  test('filters by workspace, type, status and name, and shows keys of the manifest as owned by git', async () => {
    const { send } = await start({
      api_keys: [owner('a', ['workspace_service_api_keys.list', 'workspace_service_api_keys.create'])],
    })
    const key = 'git key'
    await send('POST', '/api-keys/workspace/service', { name: 'Nightly', scopes: [] }, { key })
    const names = async (query: string) =>
      (await send('GET', `/api-keys${query}`, undefined, { key })).body.data.map(
        (each: { name: string }) => each.name,
      )
    expect(await names('')).toEqual(['git-key', 'Nightly'])
    expect(await names('?name=night')).toEqual(['Nightly'])
    expect(await names('?workspace_id=default')).toEqual([])
    expect(await names('?workspace_id=a&type=workspace-service&status=active')).toEqual([
      'git-key',
      'Nightly',
    ])
    expect(await names('?status=disabled')).toEqual([])
    expect((await send('GET', '/api-keys?status=gone', undefined, { key })).status).toBe(400)
  })

  test('scopes of one kind of key show no other kind', async () => {
    const { send } = await start({
      api_keys: [owner('a', ['workspace_user_api_keys.list', 'workspace_user_api_keys.read'])],
    })
    const list = await send('GET', '/api-keys', undefined, { key: 'git key' })
    expect(list.body.total).toBe(0)
  })
})

const createIn = async ({ send }: ControlHarness, more: object = {}) =>
  (
    await send('POST', '/api-keys/workspace/service', {
      name: 'app',
      scopes: ['inference'],
      workspace_id: 'default',
      ...more,
    })
  ).body as { readonly id: string; readonly key: string }

describe('a key of the store in calls', () => {
  test('is accepted beside keys of the manifest, disabled and enabled, expired, revoked', async () => {
    const harness = await start()
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

  test('needs its scope', async () => {
    const harness = await start()
    const { key } = await createIn(harness, { scopes: ['models'] })
    expect(await callWith(harness, CLOSED)(key)).toMatchObject({ status: 403, code: 'forbidden' })
    const { body } = await harness.send('POST', '/api-keys/organisation/service', { name: 'o', scopes: [] })
    expect((await callWith(harness, CLOSED)(body.key)).status).toBe(403)
  })

  test('is recognised by a gateway that needs no key, which still refuses one that was revoked', async () => {
    const harness = await start()
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
    const harness = await start()
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
    const harness = await start()
    const { key } = await createIn(harness, { defaults: { config_id: 'chat', allow_config_override: false } })
    const configs = { chat: { provider: '@mock' }, second: { provider: '@mock' } }
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
    const harness = await start()
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
    const harness = await start()
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
    const harness = await start()
    const { key } = await createIn(harness)
    const answer = await callWith(harness, CLOSED)(key, {
      'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: key }),
    })
    expect(answer).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })
})

describe('limits of a key', () => {
  test('hold for its calls alone, and follow every change of it', async () => {
    const harness = await start()
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
    const harness = await start()
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
    const { send } = await start()
    const limit = { type: 'requests', unit: 'rpm', value: 1 }
    const body = {
      name: 'x',
      scopes: [],
      workspace_id: 'default',
      rate_limits: [limit, { ...limit, value: 2 }],
    }
    expect(await send('POST', '/api-keys/workspace/service', body)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('requests rpm more than once') } },
    })
  })
})

describe('with the store away', () => {
  test('keys are accepted for max_stale, and then 503; those of the manifest go on', async () => {
    const harness = await start({ max_stale: 60_000 })
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
    const before = await start()
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

describe('GATEWAY_ADMIN_KEY', () => {
  const adminKey = `ptl_${'a'.repeat(43)}`

  test('may everything in the control plane, and calls no models', async () => {
    const harness = await start(CLOSED, { adminKey })
    const created = await harness.send('POST', '/workspaces', { name: 'first' }, { key: adminKey })
    expect(created.status).toBe(200)
    expect((await callWith(harness, CLOSED)(adminKey)).status).toBe(403)
    expect((await callWith(harness, {})(undefined, { authorization: `Bearer ${adminKey}` })).status).toBe(403)
  })

  test('ends when an owner exists, whose key no one else may rotate or revoke', async () => {
    const harness = await start(CLOSED, { adminKey })
    const { store, clock, replica } = harness.context
    if (store === undefined) throw new Error('The harness has a store.')
    const send = (method: string, path: string, body: object | undefined, key: string) =>
      harness.send(method, path, body as never, { key })
    const { body: helper } = await send(
      'POST',
      '/api-keys/organisation/service',
      {
        name: 'helper',
        scopes: ['rotate', 'delete', 'update'].map(verb => `organisation_service_api_keys.${verb}`),
      },
      adminKey,
    )
    const { keyedHash, randomId, hash } = nodePorts()
    const ports = { clock, keyedHash, randomId, hash }
    const owner = await createOwnerKey({ store, ports, pepper: undefined })
    if (typeof owner !== 'string') throw new Error(owner.message)
    expect(await createOwnerKey({ store, ports, pepper: undefined })).toMatchObject({ code: 'conflict' })
    await replica?.look()
    expect((await send('GET', '/workspaces', undefined, adminKey)).status).toBe(403)
    expect((await send('POST', '/workspaces', { name: 'x' }, owner)).status).toBe(200)
    const { body } = await send('GET', '/api-keys?name=owner', undefined, owner)
    const { id } = body.data[0]
    for (const [method, path, change] of [
      ['POST', `/api-keys/${id}/rotate`, {}],
      ['DELETE', `/api-keys/${id}`, undefined],
      ['PUT', `/api-keys/${id}`, { name: 'mine' }],
    ] as const)
      expect((await send(method, path, change, helper.key)).status).toBe(403)
    expect((await send('PUT', `/api-keys/${id}`, { status: 'disabled' }, owner)).status).toBe(409)
    expect((await send('PUT', `/api-keys/${id}`, { name: 'root' }, owner)).body.name).toBe('root')
    const rotated = await send('POST', `/api-keys/${id}/rotate`, {}, owner)
    expect((await send('GET', '/workspaces', undefined, rotated.body.key)).status).toBe(200)
  })
})
