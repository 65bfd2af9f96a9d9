// Rotation: two secrets for a stated time, never more, whatever is lost on the way; and the policies that demand it.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { ApiKey } from '../../../../runtime/control/keys/api-key.ts'
import { outdated } from '../../../../runtime/control/keys/key-validity.ts'
import { completeRotation, rotateDueKey, rotateKey } from '../../../../runtime/control/keys/rotate-key.ts'
import { nextRotation } from '../../../../runtime/control/keys/rotation-schedule.ts'
import { linkAuthentication } from '../../../../runtime/gateway/authenticate.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

/** A Monday, 00:00 UTC. */
const START = Date.UTC(2026, 10, 23)

async function startWithKey(more: object = {}) {
  const harness = await openControl(
    { api_keys: [{ id: 'git', hash: `sha256:${sha256('git')}` }], max_stale: 7 * DAY },
    {
      adminKey: ADMIN,
    },
  )
  open = harness
  const send = (method: string, path: string, body?: object, key = ADMIN) =>
    harness.send(method, path, body as never, { key })
  const created = await send('POST', '/api-keys/workspace/service', {
    name: 'app',
    scopes: ['inference'],
    workspace_id: 'default',
    ...more,
  })
  const { authenticate } = linkAuthentication(harness.context.gateway, sha256, harness.context.keys)
  const accepts = (key: string): boolean =>
    !isFailure(authenticate({ options: { apiKey: key }, credentials: [] }, 'inference'))
  const advanceTo = async (time: number): Promise<void> => {
    await harness.clock.advance(time - harness.clock.now())
    await harness.context.replica?.look()
  }
  const { id, key: first } = created.body as { readonly id: string; readonly key: string }
  const rotate = (body?: object) => send('POST', `/api-keys/${id}/rotate`, body)
  return { harness, send, created, id, first, accepts, advanceTo, rotate }
}

const ADMIN = `ptl_${'a'.repeat(43)}`

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

describe('rotation_policy', () => {
  test.each([
    ['weekly', { rotation_period: 'weekly' }, '2026-11-30T00:00:00.000Z'],
    ['monthly', { rotation_period: 'monthly' }, '2026-12-01T00:00:00.000Z'],
    ['90 days', { rotation_period_days: 90 }, '2027-02-21T00:00:00.000Z'],
    [
      'the given time, cut to midnight',
      { rotation_period: 'monthly', next_rotation_at: '2026-11-26T23:59:59+01:00' },
      '2026-11-26T00:00:00.000Z',
    ],
  ])('next_rotation_at: %s', async (_title, policy, next) => {
    const { send, id } = await startWithKey({ rotation_policy: policy })
    expect((await send('GET', `/api-keys/${id}`)).body.rotation_policy).toEqual({
      ...policy,
      next_rotation_at: next,
      key_transition_period_ms: 30 * MINUTE,
    })
  })

  test.each([
    [{}, 'either rotation_period or rotation_period_days'],
    [
      { rotation_period: 'weekly', rotation_period_days: 3 },
      'either rotation_period or rotation_period_days',
    ],
    [{ rotation_period: 'daily' }, 'weekly or monthly'],
    [{ rotation_period_days: 366 }, 'at most 365'],
    [{ rotation_period_days: 1, key_transition_period_ms: DAY }, 'less than the period'],
    [{ rotation_period: 'weekly', key_transition_period_ms: 7 * DAY }, 'less than the period'],
    [{ rotation_period: 'weekly', key_transition_period_ms: 1000 }, 'at least 1800000'],
    [{ rotation_period: 'weekly', next_rotation_at: '2026-11-23T12:00:00Z' }, 'must be after'],
    [{ rotation_period: 'weekly', next_rotation_at: 'tomorrow' }, 'must be a time such as'],
  ])('%j is 400', async (rotation_policy, message) => {
    const { created } = await startWithKey({ rotation_policy })
    expect(created).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })

  test('null removes it', async () => {
    const { send, id } = await startWithKey({ rotation_policy: { rotation_period: 'weekly' } })
    expect((await send('PUT', `/api-keys/${id}`, { rotation_policy: null })).body.rotation_policy).toBeNull()
  })

  test('the holder of a due key gets the new secret for the old one, again if it was lost', async () => {
    const { send, first, accepts, advanceTo, id } = await startWithKey({
      rotation_policy: { rotation_period: 'weekly' },
    })
    const own = (key: string) => send('POST', '/api-keys/self/rotate', undefined, key)
    expect(await own(first)).toMatchObject({
      status: 409,
      body: { error: { message: 'The API key is not due before 2026-11-30T00:00:00.000Z.' } },
    })
    await advanceTo(START + 7 * DAY + 10 * MINUTE)
    const lost = (await own(first)).body.key
    const fetched = await own(first)
    expect(fetched.body).toMatchObject({ id, key_transition_expires_at: '2026-11-30T00:30:00.000Z' })
    expect([first, lost, fetched.body.key].map(accepts)).toEqual([true, false, true])
    expect((await own(first)).status).toBe(409)
    await advanceTo(START + 7 * DAY + 30 * MINUTE)
    expect([first, fetched.body.key].map(accepts)).toEqual([false, true])
    expect((await send('GET', `/api-keys/${id}`)).body.rotation_policy.next_rotation_at).toBe(
      '2026-12-07T00:00:00.000Z',
    )
  })

  test('a key that was not replaced in time is refused until someone rotates it', async () => {
    const { rotate, first, accepts, advanceTo } = await startWithKey({
      rotation_policy: { rotation_period: 'weekly', key_transition_period_ms: HOUR },
    })
    await advanceTo(START + 7 * DAY + HOUR - 1)
    expect(accepts(first)).toBe(true)
    await advanceTo(START + 7 * DAY + HOUR)
    expect(accepts(first)).toBe(false)
    const { key } = (await rotate()).body
    expect([first, key].map(accepts)).toEqual([false, true])
  })

  test('what a manager rotates is not given to the holder of the old secret', async () => {
    const { rotate, send, first } = await startWithKey()
    await rotate()
    expect((await send('POST', '/api-keys/self/rotate', undefined, first)).status).toBe(409)
  })
})

describe('next_rotation_at', () => {
  test('is always a midnight of the period, after now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), now => {
        const weekly = nextRotation('weekly', now)
        expect(new Date(weekly).getUTCDay()).toBe(1)
        expect(weekly > now && weekly - now <= 7 * DAY && weekly % DAY === 0).toBe(true)
        const monthly = nextRotation('monthly', now)
        expect(new Date(monthly).getUTCDate()).toBe(1)
        expect(monthly > now && monthly - now <= 31 * DAY && monthly % DAY === 0).toBe(true)
        const days = nextRotation({ days: 3 }, now)
        expect(days > now + 2 * DAY - 1 && days <= now + 3 * DAY && days % DAY === 0).toBe(true)
      }),
    )
  })
})

describe('at every time', () => {
  const fresh = (digest: string): ApiKey => ({
    id: 'k',
    type: 'workspace-service',
    role: undefined,
    name: 'k',
    description: null,
    workspace: 'default',
    user: null,
    scopes: [],
    status: 'active',
    expiresAt: null,
    defaults: {},
    rateLimits: [],
    usageLimits: null,
    alertEmails: [],
    rotationPolicy: { period: { days: 2 }, nextAt: START + 2 * DAY, transition: HOUR },
    secret: { digest, masked: '' },
    secretUsed: true,
    oldSecret: null,
    lastResetAt: null,
    createdAt: START,
    updatedAt: START,
  })
  const accepted = (key: ApiKey, now: number): readonly string[] => [
    ...(outdated(key, 'current', now) === undefined ? [key.secret.digest] : []),
    ...(key.oldSecret !== null && outdated(key, 'old', now) === undefined ? [key.oldSecret.digest] : []),
  ]
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 3 * HOUR }),
    act: fc.constantFrom('rotate', 'rotate', 'own', 'complete', 'use', 'wait long'),
    transition: fc.integer({ min: 30 * MINUTE, max: 3 * HOUR }),
  })

  test('at most two secrets are valid, the old one exactly as long as its rotation said', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        let now = START
        let key = fresh('s0')
        let count = 0
        /** When each secret that was replaced ends, by what the replies said. */
        const ends = new Map<string, number>()
        for (const { wait, act, transition } of steps) {
          now += act === 'wait long' ? DAY : wait
          const valid = accepted(key, now)
          expect(valid.length).toBeLessThanOrEqual(2)
          for (const [digest, end] of ends)
            if (digest !== key.secret.digest) expect(valid.includes(digest)).toBe(now < end)
          if (act === 'use') key = { ...key, secretUsed: key.secretUsed || valid.includes(key.secret.digest) }
          const secret = { digest: `s${count + 1}`, masked: '' }
          const next =
            act === 'rotate'
              ? rotateKey(key, { now, secret, transition })
              : act === 'own' && valid.length > 0
                ? rotateDueKey(key, { now, secret })
                : act === 'complete'
                  ? completeRotation(key, now)
                  : key
          if (isFailure(next) || next === key) continue
          if (act === 'complete') {
            ends.set(key.oldSecret?.digest ?? '', now)
          } else {
            count += 1
            const unread = key.secret.digest
            // A secret that was never used and is replaced in its transition ends at once.
            ends.set(unread, now)
            const until = next.oldSecret?.until ?? 0
            if (valid.length > 0) {
              if (act === 'rotate' && valid.includes(next.oldSecret?.digest ?? ''))
                expect(until).toBe(now + transition)
              ends.set(next.oldSecret?.digest ?? '', until)
            }
            expect(accepted(next, now)).toContain(secret.digest)
            // What was not valid before is not valid again.
            const known = new Set([...valid, secret.digest])
            expect(accepted(next, now).filter(digest => !known.has(digest))).toEqual([])
          }
          key = next
          expect((key.rotationPolicy?.nextAt ?? 0) >= (key.oldSecret?.until ?? 0)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
