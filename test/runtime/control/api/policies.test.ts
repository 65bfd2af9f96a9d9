// Policies by API: the two reads exactly as specified, writes, who owns what, and what is enforced.
import { afterEach, describe, expect, test } from 'vitest'
import { createBody } from '../../../../runtime/values/body/body.ts'
import type { Call, Reply } from '../../../../runtime/values/call.ts'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'

let open: ControlHarness | undefined
const start = async (...given: Parameters<typeof openControl>): Promise<ControlHarness> => {
  open = await openControl(...given)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const key = (id: string, workspace: string, scopes: readonly string[]) => ({
  id,
  workspace,
  scopes,
  hash: `sha256:${sha256(`key ${id}`)}`,
})
const RATE = { type: 'requests', unit: 'rpm', value: 2 }

const FACTS = {
  workspace: 'default',
  apiKey: undefined,
  model: 'gpt-4o',
  config: undefined,
  endpoint: 'chat/completions',
  metadata: {},
}
const CALL: Call = {
  method: 'POST',
  endpoint: 'chat/completions',
  path: '/chat/completions',
  pathname: '/v1/chat/completions',
  headers: [],
  body: createBody(new TextEncoder().encode('{"model":"gpt-4o","max_tokens":1}')),
  stream: false,
  model: 'gpt-4o',
  slug: undefined,
  options: {} as Call['options'],
  metadata: {},
  workspace: 'default',
  trace: 't',
  cancellation: createCancellation(),
  record: { attempts: [] },
}
const REPLY: Reply = {
  status: 200,
  headers: [],
  body: new Uint8Array(),
  target: 'config',
  provider: 'openai',
  retries: 0,
  cache: undefined,
}

/** One call as the gateway makes it: `tokens` are what the provider reports. */
async function callOnce({ limiter }: ControlHarness, facts: object = {}, tokens = 0): Promise<string> {
  const record: Call['record'] = { attempts: [] }
  const limits = limiter.current()?.({ ...CALL, record }, { ...FACTS, ...facts })
  if (limits === undefined) return 'unlimited'
  const refused =
    (await limits.begin()) ?? (await limits.admit({ provider: 'openai', slug: undefined, model: 'gpt-4o' }))
  if (refused !== undefined) return refused.failure.code
  record.usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens }
  limits.leave({ status: 200, isStream: false, wasCalled: true, body: undefined })
  limits.finish(REPLY)
  return 'admitted'
}

describe('GET /policies/rate-limits', () => {
  test('lists policies without their object, with a total, and filters by type, unit and status', async () => {
    const { send, clock } = await start()
    for (const unit of ['rpm', 'rph', 'rpd', 'rpw']) {
      await send('POST', '/policies/rate-limits', { ...RATE, unit, name: unit })
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
    const { send } = await start({
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
    const { send } = await start({}, { store: 'none' })
    expect((await send('POST', '/policies/rate-limits', RATE)).status).toBe(501)
    expect((await send('GET', '/policies/rate-limits')).body).toMatchObject({ total: 0 })
  })

  test('what is in another workspace does not exist', async () => {
    const { send } = await start({
      api_keys: [key('a', 'red', ['policies.*']), key('b', 'blue', ['policies.*'])].map(each => ({
        ...each,
        scopes: ['policies.list', 'policies.read', 'policies.create', 'policies.delete'],
      })),
    })
    const { body } = await send('POST', '/policies/rate-limits', RATE, { key: 'key a' })
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
    const { send } = await start()
    const { id } = (await send('POST', '/policies/rate-limits', { ...RATE, name: 'x' })).body
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
    const harness = await start({
      api_keys: [
        key('a', 'red', []),
        key('b', 'default', ['policies.create', 'policies.update', 'policies.delete']),
      ],
    })
    const { send } = harness
    const { id } = (await send('POST', '/policies/rate-limits', RATE, { key: 'key b' })).body
    const calls = async (count: number, facts: object = {}): Promise<readonly string[]> => {
      const found: string[] = []
      for (let call = 0; call < count; call += 1) found.push(await callOnce(harness, facts))
      return found
    }
    expect(await calls(3)).toEqual(['admitted', 'admitted', 'rate_limit_exceeded'])
    expect(await calls(1, { workspace: 'red' })).toEqual(['unlimited'])
    await send('PUT', `/policies/rate-limits/${id}`, { value: 3 }, { key: 'key b' })
    expect(await calls(2)).toEqual(['admitted', 'rate_limit_exceeded'])
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
    const { send } = await start()
    expect((await send('POST', '/policies/rate-limits', body)).status).toBe(400)
  })
})

describe('A usage limit of the store', () => {
  const BUDGET = { type: 'tokens', credit_limit: 100, alert_threshold: 80, periodic_reset: 'monthly' }

  test('is created, read, and shows when its usage starts anew', async () => {
    const { send } = await start()
    const { body } = await send('POST', '/policies/usage-limits', { ...BUDGET, name: 'team' })
    expect(body).toMatchObject({
      ...BUDGET,
      object: 'policy_usage_limits',
      periodic_reset_days: null,
      last_reset_at: '2026-11-01T00:00:00.000Z',
      next_usage_reset_at: '2026-12-01T00:00:00.000Z',
    })
    const updated = await send('PUT', `/policies/usage-limits/${body.id}`, { periodic_reset_days: 10 })
    expect(updated.body).toMatchObject({
      periodic_reset: null,
      periodic_reset_days: 10,
      next_usage_reset_at: '2026-12-03T00:00:00.000Z',
    })
  })

  test.each<readonly [object, string]>([
    [{ ...BUDGET, alert_threshold: 100 }, 'alert_threshold'],
    [{ ...BUDGET, periodic_reset_days: 5 }, 'periodic_reset_days'],
    [{ ...BUDGET, credit_limit: 1.5, alert_threshold: 1 }, 'credit_limit'],
    [{ ...BUDGET, next_usage_reset_at: '2020-01-01T00:00:00Z' }, 'next_usage_reset_at'],
    [{ type: 'cost', credit_limit: 1e10 }, 'credit_limit'],
  ])('is refused as %j', async (body, param) => {
    const { send } = await start()
    expect(await send('POST', '/policies/usage-limits', body as never)).toMatchObject({
      status: 400,
      body: { error: { param } },
    })
  })

  test('lists entities with their usage, and resets one of them', async () => {
    const harness = await start()
    const { send, flushUsage, clock } = harness
    const { id } = (
      await send('POST', '/policies/usage-limits', { ...BUDGET, group_by: [{ key: 'metadata.team' }] })
    ).body
    const by = (team: string, tokens: number) => callOnce(harness, { metadata: { team } }, tokens)
    expect([await by('a', 100), await by('a', 1), await by('b', 30)]).toEqual([
      'admitted',
      'budget_exceeded',
      'admitted',
    ])
    await flushUsage()
    const entities = async () => (await send('GET', `/policies/usage-limits/${id}/entities`)).body.data
    expect(await entities()).toMatchObject([
      { value_key: 'a', current_usage: 100, status: 'exhausted' },
      { value_key: 'b', current_usage: 30, status: 'active' },
    ])
    const [exhausted] = await entities()
    await clock.advance(5_000)
    expect((await send('PUT', `/policies/usage-limits/${id}/entities/${exhausted.id}/reset`)).body).toEqual(
      {},
    )
    expect(await entities()).toMatchObject([
      {
        value_key: 'a',
        current_usage: 0,
        status: 'active',
        last_reset_at: new Date(clock.now()).toISOString(),
      },
      { value_key: 'b', current_usage: 30 },
    ])
    expect(await by('a', 50)).toBe('admitted')
    expect((await send('PUT', `/policies/usage-limits/${id}/entities/nobody/reset`)).status).toBe(404)
    await clock.advance(5_000)
    await send('PUT', `/policies/usage-limits/${id}`, { reset_usage_for_value: 'b' })
    expect(await entities()).toMatchObject([{ current_usage: 50 }, { current_usage: 0 }])
  })

  test('frees exhausted entities when its limit is raised', async () => {
    const harness = await start()
    const { id } = (await harness.send('POST', '/policies/usage-limits', BUDGET)).body
    expect([await callOnce(harness, {}, 100), await callOnce(harness)]).toEqual([
      'admitted',
      'budget_exceeded',
    ])
    await harness.send('PUT', `/policies/usage-limits/${id}`, { credit_limit: 200 })
    expect(await callOnce(harness)).toBe('admitted')
  })

  test('keeps what was used when its next reset is moved', async () => {
    const harness = await start()
    const { send, clock } = harness
    const { id } = (await send('POST', '/policies/usage-limits', BUDGET)).body
    await callOnce(harness, {}, 100)
    await send('PUT', `/policies/usage-limits/${id}`, { next_usage_reset_at: '2026-12-10T00:00:00Z' })
    expect(await callOnce(harness)).toBe('budget_exceeded')
    await clock.advance(10 * 86_400_000)
    expect(await callOnce(harness)).toBe('budget_exceeded')
    await clock.advance(8 * 86_400_000)
    expect(await callOnce(harness)).toBe('admitted')
  })
})

describe('The usage of budgets', () => {
  test('survives a restart where there is a store', async () => {
    const { openResourceStore } = await import('../../../../runtime/stores/resources/open-resource-store.ts')
    const { virtualClock } = await import('../../../support/virtual-clock.ts')
    const store = await openResourceStore('sqlite::memory:', {
      folder: '.',
      environment: {},
      clock: virtualClock(),
    })
    const kept = { ...store, close: async () => {} }
    const policies = { usage_limits: [{ name: 'all', type: 'tokens', credit_limit: 100 }] }
    const first = await openControl({ policies }, { store: kept })
    expect([await callOnce(first, {}, 90)]).toEqual(['admitted'])
    await first.flushUsage()
    await first.close()
    const second = await start({ policies }, { store: kept })
    // A call reserves ten tokens.
    expect([await callOnce(second, {}, 1), await callOnce(second)]).toEqual(['admitted', 'budget_exceeded'])
    await store.close()
  })
})
