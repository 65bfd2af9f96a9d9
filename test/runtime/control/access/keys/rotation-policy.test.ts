// Policies that demand a rotation: when a key is due, and what its holder does.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRotation } from '../../../../../runtime/control/access/keys/rotation.ts'
import { DAY, HOUR, MINUTE, START, startWithKey } from './rotating-key.ts'

describe('rotation_policy', () => {
  test.each([
    ['weekly', { rotation_period: 'weekly' }, '2026-11-30T00:00:00.000Z'],
    ['monthly', { rotation_period: 'monthly' }, '2026-12-01T00:00:00.000Z'],
    ['90 days', { rotation_period_days: 90 }, '2027-02-21T00:00:00.000Z'],
    [
      'the given time',
      { rotation_period: 'monthly', next_rotation_at: '2026-11-26T23:59:59+01:00' },
      '2026-11-26T22:59:59.000Z',
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
    [{ rotation_period: 'weekly', next_rotation_at: '2026-11-22T12:00:00Z' }, 'must be after'],
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
        // The time of day of the last one stays.
        expect(nextRotation({ days: 3 }, now, 5 * DAY + HOUR)).toBe(days + HOUR)
      }),
    )
  })
})
