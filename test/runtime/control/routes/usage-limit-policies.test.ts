// Usage-limit policies by API: budgets, their entities, resets, and usage that survives a restart.
import { describe, expect, test } from 'vitest'
import { manifestKey, openControl, startControl } from '../../../support/control-harness.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { callOnce } from './limited-calls.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`

describe('A usage limit of the store', () => {
  const BUDGET = { type: 'tokens', credit_limit: 100, alert_threshold: 80, periodic_reset: 'monthly' }

  test('is created, read, and shows when its usage starts anew', async () => {
    const { send } = await startControl()
    const { body } = await send('POST', '/policies/usage-limits', {
      workspace_id: 'default',
      ...BUDGET,
      name: 'team',
    })
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
    const { send } = await startControl()
    expect(
      await send('POST', '/policies/usage-limits', { workspace_id: 'default', ...body } as never),
    ).toMatchObject({
      status: 400,
      body: { error: { param } },
    })
  })

  test('lists entities with their usage, and resets one of them', async () => {
    const harness = await startControl()
    const { send, clock } = harness
    const { id } = (
      await send('POST', '/policies/usage-limits', {
        workspace_id: 'default',
        ...BUDGET,
        group_by: [{ key: 'metadata.team' }],
      })
    ).body
    const by = (team: string, tokens: number) => callOnce(harness, { metadata: { team } }, tokens)
    expect([await by('a', 100), await by('a', 1), await by('b', 30)]).toEqual([
      'admitted',
      'budget_exhausted',
      'admitted',
    ])
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
    const harness = await startControl()
    const { id } = (
      await harness.send('POST', '/policies/usage-limits', { workspace_id: 'default', ...BUDGET })
    ).body
    expect([await callOnce(harness, {}, 100), await callOnce(harness)]).toEqual([
      'admitted',
      'budget_exhausted',
    ])
    await harness.send('PUT', `/policies/usage-limits/${id}`, { credit_limit: 200 })
    expect(await callOnce(harness)).toBe('admitted')
  })

  test('keeps what was used when its next reset is moved', async () => {
    const harness = await startControl()
    const { send, clock } = harness
    const { id } = (await send('POST', '/policies/usage-limits', { workspace_id: 'default', ...BUDGET })).body
    await callOnce(harness, {}, 100)
    await send('PUT', `/policies/usage-limits/${id}`, { next_usage_reset_at: '2026-12-10T00:00:00Z' })
    expect(await callOnce(harness)).toBe('budget_exhausted')
    clock.setWallClock(10 * 86_400_000)
    expect(await callOnce(harness)).toBe('budget_exhausted')
    clock.setWallClock(8 * 86_400_000)
    expect(await callOnce(harness)).toBe('admitted')
  })
})

describe('A budget of the manifest without a workspace', () => {
  const SCOPES = ['policies.list', 'policies.read', 'policies.update']
  const start = async () => {
    const harness = await startControl(
      {
        api_keys: [manifestKey('red', 'red', SCOPES)],
        policies: { usage_limits: [{ name: 'all', type: 'tokens', credit_limit: 100 }] },
      },
      { adminKey: ADMIN },
    )
    const as = (key: string) => (method: string, path: string) =>
      harness.send(method, path, undefined, { key })
    return { owner: as(ADMIN), red: as('key red') }
  }

  test('is of no workspace, and is seen in each of them', async () => {
    const { owner, red } = await start()
    for (const send of [owner, red]) {
      const { data } = (await send('GET', '/policies/usage-limits?workspace_id=red')).body
      expect(data).toMatchObject([{ name: 'all', workspace_id: null }])
      expect((await send('GET', `/policies/usage-limits/${data[0].id}`)).status).toBe(200)
    }
  })

  test('has usage that callers of the organisation read and reset alone', async () => {
    const { owner, red } = await start()
    const [{ id }] = (await owner('GET', '/policies/usage-limits')).body.data
    const path = `/policies/usage-limits/${id}/entities`
    const [entity] = (await owner('GET', path)).body.data
    for (const [method, at] of [
      ['GET', path],
      ['PUT', `${path}/${entity.id}/reset`],
    ] as const) {
      expect((await red(method, at)).body.error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('counts calls of all workspaces'),
      })
      expect((await owner(method, at)).status).toBe(200)
    }
  })
})

describe('The usage of budgets', () => {
  test('is kept for the period in force, in one object that batches raise', async () => {
    const harness = await startControl({
      policies: {
        usage_limits: [{ name: 'all', type: 'tokens', credit_limit: 100, periodic_reset: 'weekly' }],
      },
    })
    const { clock, flushUsage, context } = harness
    const kept = async () =>
      (await context.store?.list('usage', { limit: 10 }))?.map(({ value }) => value['amount'])
    for (const tokens of [10, 20]) {
      await callOnce(harness, {}, tokens)
      await flushUsage()
    }
    expect(await kept()).toEqual([30])
    clock.setWallClock(7 * 86_400_000)
    await callOnce(harness, {}, 5)
    await flushUsage()
    expect(await kept()).toEqual([5])
  })

  test('survives a restart where there is a store', async () => {
    const store = openMemoryStore()
    const kept = { ...store, close: async () => {} }
    const policies = { usage_limits: [{ name: 'all', type: 'tokens', credit_limit: 100 }] }
    const first = await openControl({ policies }, { store: kept })
    expect([await callOnce(first, {}, 90)]).toEqual(['admitted'])
    await first.flushUsage()
    await first.close()
    const second = await startControl({ policies }, { store: kept })
    // A call reserves ten tokens.
    expect([await callOnce(second, {}, 1), await callOnce(second)]).toEqual(['admitted', 'budget_exhausted'])
    await store.close()
  })
})
