// Keys of the store by API: created with a secret that is shown once, read masked, disabled and revoked.
import { describe, expect, test } from 'vitest'
import { startControl } from '../../../../support/control-harness.ts'
import { owner } from './key-calls.ts'

describe('POST /api-keys', () => {
  test.each([
    ['organisation/service', {}, { type: 'organisation-service', workspace_id: null, user_id: null }],
    ['workspace/service', { workspace_id: 'default' }, { type: 'workspace-service', user_id: null }],
  ])('%s creates a key whose secret is shown once', async (path, more, shape) => {
    const { send, context } = await startControl()
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
    const { send } = await startControl()
    const answer = await send('POST', `/api-keys/${path}`, { name: 'x', ...more })
    expect(answer).toMatchObject({ status, body: { error: { message: expect.stringContaining(message) } } })
  })

  test('a caller grants no scope that it does not have, in no workspace but its own', async () => {
    const { send } = await startControl({
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
    const { send } = await startControl({ inline_configs: false })
    const body = { name: 'x', scopes: [], workspace_id: 'default', defaults: { allow_inline_config: true } }
    expect(await send('POST', '/api-keys/workspace/service', body)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('inline_configs: false') } },
    })
  })

  test('without a store it is 501', async () => {
    const { send } = await startControl({}, { store: 'none' })
    const body = { name: 'x', scopes: [], workspace_id: 'default' }
    expect((await send('POST', '/api-keys/workspace/service', body)).status).toBe(501)
  })
})

describe('GET /api-keys', () => {
  test('filters by workspace, type, status and name, and shows keys of the manifest as owned by git', async () => {
    const { send } = await startControl({
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
    expect((await send('GET', '/api-keys?workspace_id=default', undefined, { key })).status).toBe(404)
    expect(await names('?workspace_id=a&type=workspace-service&status=active')).toEqual([
      'git-key',
      'Nightly',
    ])
    expect(await names('?status=disabled')).toEqual([])
    expect((await send('GET', '/api-keys?status=gone', undefined, { key })).status).toBe(400)
  })

  test('scopes of one kind of key show no other kind', async () => {
    const { send } = await startControl({
      api_keys: [owner('a', ['workspace_user_api_keys.list', 'workspace_user_api_keys.read'])],
    })
    const list = await send('GET', '/api-keys', undefined, { key: 'git key' })
    expect(list.body.total).toBe(0)
  })
})
