// Rotation by hand: two secrets for a stated time, whatever is lost on the way.
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, START, startWithKey } from './rotating-key.ts'

describe('POST /api-keys/{id}/rotate', () => {
  test('gives a new secret, and both are valid for 30 minutes unless key_transition_period_ms says more', async () => {
    const { rotate, first, id, accepts, advanceTo, send } = await startWithKey()
    const rotated = await rotate()
    expect(rotated).toMatchObject({
      status: 200,
      body: { id, key_transition_expires_at: '2026-11-23T00:30:00.000Z' },
    })
    const second = rotated.body.key
    expect([first, second].map(accepts)).toEqual([true, true])
    await advanceTo(START + 30 * MINUTE - 1)
    expect([first, second].map(accepts)).toEqual([true, true])
    await advanceTo(START + 30 * MINUTE)
    expect([first, second].map(accepts)).toEqual([false, true])
    expect((await rotate({ key_transition_period_ms: 2 * HOUR })).body.key_transition_expires_at).toBe(
      '2026-11-23T02:30:00.000Z',
    )
    expect((await send('GET', `/api-keys/${id}`)).body.key_transition_expires_at).toBe(
      '2026-11-23T02:30:00.000Z',
    )
  })

  test('is refused below 30 minutes', async () => {
    const { rotate } = await startWithKey()
    expect(await rotate({ key_transition_period_ms: 30 * MINUTE - 1 })).toMatchObject({
      status: 400,
      body: { error: { message: 'key_transition_period_ms must be at least 1800000.' } },
    })
  })

  test('is refused during a transition, once the new secret has been used', async () => {
    const { rotate, accepts } = await startWithKey()
    const { body } = await rotate()
    expect(accepts(body.key)).toBe(true)
    expect(await rotate()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('2026-11-23T00:30:00.000Z') } },
    })
  })

  test('is repeated before the first use: the reply that was lost is worth nothing', async () => {
    const { rotate, first, accepts, advanceTo } = await startWithKey()
    const lost = (await rotate()).body.key
    await advanceTo(START + 10 * MINUTE)
    const retried = await rotate()
    expect(retried.body.key_transition_expires_at).toBe('2026-11-23T00:40:00.000Z')
    expect([first, lost, retried.body.key].map(accepts)).toEqual([true, false, true])
  })

  test('the first use is written to the store, so that other processes know it', async () => {
    const { rotate, accepts, id, harness } = await startWithKey()
    accepts((await rotate()).body.key)
    await expect
      .poll(async () => (await harness.context.store?.read('api-key', id))?.value['secret_used'])
      .toBe(true)
    const stored = (await harness.context.store?.read('api-key', id))?.value
    expect(stored?.['old_secret']).toBeDefined()
  })

  test('…/complete ends the transition at once', async () => {
    const { rotate, first, accepts, send, id } = await startWithKey()
    const second = (await rotate()).body.key
    expect((await send('POST', `/api-keys/${id}/rotate/complete`)).body.key_transition_expires_at).toBeNull()
    expect([first, second].map(accepts)).toEqual([false, true])
    expect((await send('POST', `/api-keys/${id}/rotate/complete`)).status).toBe(409)
    expect((await rotate()).status).toBe(200)
  })

  test('who does not have what the key may do cannot get its secret', async () => {
    const { send, id } = await startWithKey()
    const { body } = await send('POST', '/api-keys/workspace/service', {
      name: 'rotator',
      scopes: ['workspace_service_api_keys.rotate'],
      workspace_id: 'default',
    })
    expect(await send('POST', `/api-keys/${id}/rotate`, {}, body.key)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('inference') } },
    })
    // Its own secret it may replace.
    expect((await send('POST', `/api-keys/${body.id}/rotate`, {}, body.key)).status).toBe(200)
  })

  test('each rotation is in the audit log, without secrets', async () => {
    const { rotate, send, first } = await startWithKey()
    const { key } = (await rotate()).body
    const log = await send('GET', '/audit-logs?start_time=2026-11-22T00:00:00Z&end_time=2026-11-24T00:00:00Z')
    const rotation = log.body.records.find(({ action }: { action: string }) => action === 'rotate')
    expect(rotation).toMatchObject({
      user: 'GATEWAY_ADMIN_KEY',
      before: { masked_key: `ptl_****${first.slice(-4)}` },
      after: { key_transition_expires_at: '2026-11-23T00:30:00.000Z' },
    })
    expect(JSON.stringify(log.body)).not.toContain(key)
  })
})
