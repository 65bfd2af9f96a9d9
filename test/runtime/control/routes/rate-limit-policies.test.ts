// Rate-limit policies by API: the two reads exactly as specified, writes, who owns what, and what is enforced.
import { describe, expect, test } from 'vitest'
import { manifestKey, startControl } from '../../../support/control-harness.ts'
import { callOnce, RATE } from './limited-calls.ts'

describe('GET /policies/rate-limits', () => {
  test('lists policies without their object, with a total, and filters by type, unit and status', async () => {
    const { send, clock } = await startControl()
    for (const unit of ['rpm', 'rph', 'rpd', 'rpw']) {
      await send('POST', '/policies/rate-limits', { workspace_id: 'default', ...RATE, unit, name: unit })
      await clock.advance(1)
    }
    const all = (await send('GET', '/policies/rate-limits')).body
    expect(all).toMatchObject({ object: 'list', total: 4 })
    expect(all.data[0]).not.toHaveProperty('object')
    expect(Object.keys(all.data[0]).sort()).toEqual(
      [
        ...[
          'conditions',
          'created_at',
          'group_by',
          'id',
          'last_updated_at',
          'name',
          'organisation_id',
          'owner',
        ],
        ...['status', 'type', 'unit', 'value', 'workspace_id'],
      ].sort(),
    )
    const names = async (query: string) =>
      (await send('GET', `/policies/rate-limits?${query}`)).body.data.map(
        (each: { name: string }) => each.name,
      )
    expect(await names('unit=rpw')).toEqual(['rpw'])
    expect(await names('type=tokens')).toEqual([])
    expect(await names('status=archived')).toEqual([])
    expect(await names('workspace_id=default&page_size=2&current_page=1')).toEqual(['rpd', 'rpw'])
    expect((await send('GET', '/policies/rate-limits?page_size=0')).body).toEqual({
      object: 'list',
      total: 4,
      data: [],
    })
    expect((await send('GET', '/policies/rate-limits?unit=rps')).status).toBe(400)
    expect((await send('GET', '/policies/rate-limits?workspace_id=nowhere')).status).toBe(404)
  })

  test('shows what belongs to git, and refuses to change it, naming its owner', async () => {
    const { send } = await startControl({
      policies: {
        rate_limits: [
          {
            name: 'team',
            ...RATE,
            conditions: [{ key: 'metadata.team', value: ['a', 'b'] }],
            group_by: [{ key: 'model' }],
          },
        ],
      },
    })
    const [policy] = (await send('GET', '/policies/rate-limits')).body.data
    expect(policy).toMatchObject({
      name: 'team',
      owner: 'git',
      conditions: [{ key: 'metadata.team', value: ['a', 'b'] }],
      group_by: [{ key: 'model' }],
    })
    for (const method of ['PUT', 'DELETE'])
      expect(
        await send(method, `/policies/rate-limits/${policy.id}`, method === 'PUT' ? { value: 9 } : undefined),
      ).toMatchObject({
        status: 409,
        body: { error: { code: 'owned_by_git', message: expect.stringContaining('"team"') } },
      })
  })

  test('without a store writes are 501, and reads are served', async () => {
    const { send } = await startControl({}, { store: 'none' })
    expect((await send('POST', '/policies/rate-limits', { workspace_id: 'default', ...RATE })).status).toBe(
      501,
    )
    expect((await send('GET', '/policies/rate-limits')).body).toMatchObject({ total: 0 })
  })

  test('a limit of a key of the manifest belongs to the workspace of the key', async () => {
    const { send } = await startControl({
      api_keys: [
        { ...manifestKey('a', 'red', ['policies.list']), rate_limits: [RATE] },
        manifestKey('b', 'blue', ['policies.list']),
      ],
    })
    const total = async (id: string) =>
      (await send('GET', '/policies/rate-limits', undefined, { key: `key ${id}` })).body.total
    expect([await total('a'), await total('b')]).toEqual([1, 0])
  })

  test('what is in another workspace does not exist', async () => {
    const { send } = await startControl({
      api_keys: [manifestKey('a', 'red', ['policies.*']), manifestKey('b', 'blue', ['policies.*'])].map(
        each => ({
          ...each,
          scopes: ['policies.list', 'policies.read', 'policies.create', 'policies.delete'],
        }),
      ),
    })
    const { body } = await send('POST', '/policies/rate-limits', { ...RATE }, { key: 'key a' })
    expect((await send('GET', `/policies/rate-limits/${body.id}`, undefined, { key: 'key a' })).status).toBe(
      200,
    )
    expect((await send('GET', `/policies/rate-limits/${body.id}`, undefined, { key: 'key b' })).status).toBe(
      404,
    )
    expect((await send('GET', '/policies/rate-limits', undefined, { key: 'key b' })).body.total).toBe(0)
    expect(
      (await send('PUT', `/policies/rate-limits/${body.id}`, { value: 1 }, { key: 'key a' })).status,
    ).toBe(403)
  })
})

describe('GET /policies/rate-limits/{id}', () => {
  test('finds active policies unless status says otherwise, with the object', async () => {
    const { send } = await startControl()
    const { id } = (
      await send('POST', '/policies/rate-limits', { workspace_id: 'default', ...RATE, name: 'x' })
    ).body
    expect((await send('GET', `/policies/rate-limits/${id}`)).body).toMatchObject({
      id,
      object: 'policy_rate_limits',
      status: 'active',
      ...RATE,
    })
    expect((await send('GET', `/policies/rate-limits/${id}?status=archived`)).status).toBe(404)
    expect((await send('DELETE', `/policies/rate-limits/${id}`)).body).toEqual({})
    expect((await send('GET', `/policies/rate-limits/${id}`)).status).toBe(404)
    expect((await send('GET', `/policies/rate-limits/${id}?status=archived`)).body).toMatchObject({
      status: 'archived',
    })
  })
})

describe('A rate limit of the store', () => {
  test('is enforced for its workspace alone, changed with its use kept, and archived', async () => {
    const harness = await startControl({
      api_keys: [
        manifestKey('a', 'red', []),
        manifestKey('b', 'default', ['policies.create', 'policies.update', 'policies.delete']),
      ],
    })
    const { send } = harness
    const { id } = (await send('POST', '/policies/rate-limits', { ...RATE }, { key: 'key b' })).body
    const calls = async (count: number, facts: object = {}): Promise<readonly string[]> => {
      const found: string[] = []
      for (let call = 0; call < count; call += 1) found.push(await callOnce(harness, facts))
      return found
    }
    expect(await calls(3)).toEqual(['admitted', 'admitted', 'rate_limited'])
    expect(await calls(1, { workspace: 'red' })).toEqual(['unlimited'])
    await send('PUT', `/policies/rate-limits/${id}`, { value: 3 }, { key: 'key b' })
    expect(await calls(2)).toEqual(['admitted', 'rate_limited'])
    await send('DELETE', `/policies/rate-limits/${id}`, undefined, { key: 'key b' })
    expect(await calls(1)).toEqual(['unlimited'])
  })

  test.each([
    [{ type: 'requests', unit: 'rps', value: 1 }],
    [{ type: 'requests', unit: 'rpm', value: 0 }],
    [{ type: 'requests', unit: 'rpm' }],
    [{ ...RATE, conditions: [{ key: 'colour', value: 'red' }] }],
    [{ ...RATE, conditions: [{ key: 'model', value: [] }] }],
    [{ ...RATE, group_by: ['model'] }],
    [{ ...RATE, limit: 1 }],
  ])('is refused as %j', async body => {
    const { send } = await startControl()
    expect((await send('POST', '/policies/rate-limits', { workspace_id: 'default', ...body })).status).toBe(
      400,
    )
  })
})

test('limits of tools count calls alone: tokens would count nothing, so they are refused', async () => {
  const { send } = await startControl()
  const conditions = [{ key: 'mcp_tool', value: 'search' }]
  const tokens = await send('POST', '/policies/rate-limits', {
    workspace_id: 'default',
    ...RATE,
    type: 'tokens',
    conditions,
  })
  expect([tokens.status, tokens.body.error.message]).toEqual([
    400,
    expect.stringContaining('"mcp_tool" counts nothing'),
  ])
  const made = await send('POST', '/policies/rate-limits', {
    workspace_id: 'default',
    ...RATE,
    type: 'requests',
    conditions,
  })
  expect(made.status).toBe(200)
  const cost = { type: 'cost', credit_limit: 5, conditions: [], group_by: [{ key: 'mcp_server' }] }
  expect(
    (await send('POST', '/policies/usage-limits', { workspace_id: 'default', ...cost })).body.error.message,
  ).toContain('"mcp_server" counts nothing')
})

describe('conditions that name nothing in the workspace', () => {
  const when = (key: string, value: string | readonly string[], more: object = {}) => ({
    conditions: [{ key, value, ...more }],
  })
  const manifest = { providers: { mock: { provider: 'mock' } } }

  test.each([
    ['provider', '@mok', 'No provider of this workspace is named "@mok". Did you mean "@mock"?'],
    ['config', 'chatt', 'No config of this workspace is named "chatt". Did you mean "chat"?'],
    ['api_key', 'nobody', 'No key of this workspace is named "nobody".'],
    ['mcp_server', 'tools', 'No MCP server of this workspace is named "tools".'],
    ['agent', 'helper', 'No agent of this workspace is named "helper".'],
    ['workspace_id', 'nope', 'No workspace is named "nope".'],
  ])('a %s that does not exist is 404', async (key, value, message) => {
    const { send } = await startControl(manifest, { configs: { chat: { provider: '@mock' } } })
    for (const [route, terms] of [
      ['rate-limits', RATE],
      ['usage-limits', { type: 'tokens', credit_limit: 5 }],
    ] as const) {
      const path = `/policies/${route}`
      const refused = await send('POST', path, { workspace_id: 'default', ...terms, ...when(key, value) })
      const param = 'conditions[0].value'
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'not_found', message, param } } })
      const made = await send('POST', path, { workspace_id: 'default', ...terms, conditions: [] })
      expect((await send('PUT', `${path}/${made.body.id}`, when(key, value))).status).toBe(404)
    }
  })

  test.each([
    [
      'provider',
      'opnai',
      'No provider of this workspace is named "opnai", so this condition never holds. Did',
    ],
    ['endpoint_type', 'chats', 'No endpoint is named "chats", so this condition never holds.'],
  ])('a %s that is no resource is a warning of the reply', async (key, value, sentence) => {
    const { send } = await startControl(manifest)
    const made = await send('POST', '/policies/rate-limits', {
      workspace_id: 'default',
      ...RATE,
      ...when(key, value),
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        diagnostics: [
          {
            code: 'condition-names-nothing',
            severity: 'warning',
            pointer: 'conditions[0].value',
            message: expect.stringContaining(sentence),
          },
        ],
      },
    })
  })

  test('what exists is none, nor is what a policy may name for later; changes are told too, reads are not', async () => {
    const { send } = await startControl(manifest, { configs: { chat: { provider: '@mock' } } })
    const made = await send('POST', '/policies/rate-limits', {
      ...RATE,
      workspace_id: 'default',
      conditions: [
        { key: 'provider', value: ['@mock', 'openai'] },
        { key: 'config', value: 'chat' },
        { key: 'workspace_id', value: '*' },
        { key: 'model', value: 'a-model-of-tomorrow' },
        { key: 'metadata.team', value: 'any' },
      ],
    })
    expect(made.body.diagnostics).toEqual([])
    const path = `/policies/rate-limits/${made.body.id}`
    const changed = await send('PUT', path, when('endpoint_type', ['chat/completions', 'nope']))
    expect(changed.body.diagnostics).toMatchObject([{ pointer: 'conditions[0].value[1]' }])
    const excluded = await send('PUT', path, when('endpoint_type', 'nope', { excludes: true }))
    expect(excluded.body.diagnostics[0].message).toContain('so this condition excludes nothing by it.')
    expect((await send('GET', path)).body).not.toHaveProperty('diagnostics')
  })

  test('what another workspace has does not exist', async () => {
    const { send } = await startControl()
    await send('POST', '/workspaces', { name: 'research' })
    await send('POST', '/configs', {
      name: 'theirs',
      workspace_id: 'research',
      config: { provider: 'openai', retry: { attempts: 1 } },
    })
    const usage = { workspace_id: 'default', type: 'cost', credit_limit: 10 }
    const made = await send('POST', '/policies/usage-limits', { ...usage, ...when('config', 'theirs') })
    expect(made.body.error.message).toBe('No config of this workspace is named "theirs".')
  })
})

describe('A limit of requests in flight', () => {
  const IN_FLIGHT = { type: 'requests', unit: 'concurrent', value: 2 }
  const impossible = {
    status: 400,
    body: { error: { message: expect.stringContaining('Tokens in flight are not counted') } },
  }

  test('is a policy of the interface, of requests', async () => {
    const { send } = await startControl()
    const given = { workspace_id: 'default', name: 'few', ...IN_FLIGHT }
    expect(await send('POST', '/policies/rate-limits', given)).toMatchObject({ status: 200, body: IN_FLIGHT })
    expect(await send('POST', '/policies/rate-limits', { ...given, type: 'tokens' })).toMatchObject(
      impossible,
    )
  })

  test('belongs to a key, and is among what limits it', async () => {
    const { send } = await startControl()
    const given = { name: 'app', scopes: ['inference'], workspace_id: 'default', rate_limits: [IN_FLIGHT] }
    const { body } = await send('POST', '/api-keys/workspace/service', given)
    expect((await send('GET', `/api-keys/${body.id}`)).body).toMatchObject({ rate_limits: [IN_FLIGHT] })
    expect((await send('GET', `/api-keys/${body.id}/policy`)).body.limits).toMatchObject([
      { type: 'requests', limit: 2, period: 'in flight', used: 0 },
    ])
    const tokens = { ...given, rate_limits: [{ ...IN_FLIGHT, type: 'tokens' }] }
    expect(await send('POST', '/api-keys/workspace/service', tokens)).toMatchObject(impossible)
  })
})
