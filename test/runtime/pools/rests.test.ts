// From when a member is not called, and until when.

import { describe, expect, it } from 'vitest'
import type { PoolChoice } from '../../../runtime/pools/pool-health.ts'
import { openPool, planOf, type Reply } from './pool-harness.ts'

/** The seconds until a member is called again after some replies, without a probe that fails; undefined if it is called at once. */
function restOf(replies: readonly Reply[], model = 'm'): number | undefined {
  const pool = openPool(planOf({ a: {}, b: {}, c: {} }))
  for (const reply of replies) pool.callOf('a', reply, { model: 'm' })
  const rested = () => !new Set(Array.from({ length: 60 }, () => pool.call({ model }))).has('a')
  if (!rested()) return undefined
  for (let seconds = 0.5; seconds < 100_000; seconds += seconds < 5 ? 0.5 : seconds < 100 ? 1 : 60) {
    pool.pass(seconds * 1000 - pool.now())
    if (!rested()) return seconds
  }
  return Number.POSITIVE_INFINITY
}

const EPOCH = Date.UTC(2026, 10, 1)

describe('A reply that says that a quota is spent', () => {
  it.each<[string, Reply, number]>([
    ['429 with retry-after in seconds', { status: 429, headers: ['Retry-After', '7'] }, 7],
    [
      '429 with retry-after-ms',
      { status: 429, headers: ['retry-after-ms', '2500', 'retry-after', '3'] },
      2.5,
    ],
    ['429 with x-ms-retry-after-ms', { status: 429, headers: ['x-ms-retry-after-ms', '4000'] }, 4],
    ['429 with a date', { status: 429, headers: ['retry-after', new Date(EPOCH + 9000).toUTCString()] }, 9],
    [
      "OpenAI's durations",
      { headers: ['x-ratelimit-remaining-requests', '0', 'x-ratelimit-reset-requests', '1m6s'] },
      66,
    ],
    [
      "Groq's fractions",
      { headers: ['x-ratelimit-remaining-tokens', '0', 'x-ratelimit-reset-tokens', '7.66s'] },
      8,
    ],
    [
      "Cerebras's periods in seconds",
      {
        headers: [
          ...['x-ratelimit-remaining-tokens-minute', '0', 'x-ratelimit-reset-tokens-minute', '11.4'],
          ...['x-ratelimit-remaining-requests-day', '900', 'x-ratelimit-reset-requests-day', '33011'],
        ],
      },
      12,
    ],
    [
      'seconds of the epoch',
      {
        headers: [
          ...['x-ratelimit-remaining-tokens-per-minute', '0'],
          ...['x-ratelimit-reset-tokens-per-minute', String(EPOCH / 1000 + 20)],
        ],
      },
      20,
    ],
    [
      "OpenRouter's milliseconds of the epoch",
      {
        headers: [
          'X-RateLimit-Limit',
          '10',
          'X-RateLimit-Remaining',
          '0',
          'X-RateLimit-Reset',
          String(EPOCH + 30_000),
        ],
      },
      30,
    ],
    [
      "Anthropic's dates",
      {
        headers: [
          ...['anthropic-ratelimit-output-tokens-remaining', '0'],
          ...['anthropic-ratelimit-output-tokens-reset', '2026-11-01T00:00:40Z'],
          ...['anthropic-ratelimit-requests-remaining', '900'],
        ],
      },
      40,
    ],
    [
      'the later of two that are spent',
      {
        headers: [
          ...['x-ratelimit-remaining-requests', '0', 'x-ratelimit-reset-requests', '10s'],
          ...['x-ratelimit-remaining-tokens', '0', 'x-ratelimit-reset-tokens', '20s'],
        ],
      },
      20,
    ],
    [
      'retry-after beside a later reset',
      {
        status: 429,
        headers: [
          'retry-after',
          '3',
          'x-ratelimit-remaining-requests',
          '0',
          'x-ratelimit-reset-requests',
          '60s',
        ],
      },
      3,
    ],
  ])('is honoured to the second: %s', (_, reply, seconds) => {
    expect(restOf([reply])).toBe(seconds)
  })

  it('leaves other models alone', () => {
    expect(restOf([{ status: 429, headers: ['retry-after', '60'] }], 'other')).toBeUndefined()
  })

  it('holds however many models that do not exist are asked for', () => {
    const pool = openPool(planOf({ a: {} }))
    pool.callOf('a', { status: 429, headers: ['retry-after', '60'] }, { model: 'spent' })
    for (let count = 0; count < 200; count += 1)
      pool.callOf('a', { status: 404 }, { model: `unknown-${count}` })
    expect(pool.call({ model: 'spent' })).toBe('full')
  })

  it('covers all models when the account has no quota left', () => {
    expect(restOf([{ status: 429, headers: ['retry-after', '60'], about: 'account' }], 'other')).toBe(60)
  })

  it('is never called for that, even if all members are spent', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    pool.callOf('a', { status: 429, headers: ['retry-after', '20'] })
    pool.callOf('b', { headers: ['x-ratelimit-remaining-requests', '0', 'x-ratelimit-reset-requests', '9s'] })
    expect(pool.choose()).toBe(9000)
    pool.pass(8999)
    expect(pool.choose()).toBe(1)
    pool.pass(1)
    expect(pool.call()).toBe('b')
  })
})

describe('Rests without a statement', () => {
  it('are short at first and double for 429', () => {
    const waits = [1, 2, 3, 4, 5].map(count => restOf(Array.from({ length: count }, () => ({ status: 429 }))))
    for (const [round, wait = 0] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(0.75 * 2 ** round - 0.5)
      expect(wait).toBeLessThanOrEqual(1.25 * 2 ** round + 1)
    }
  })

  it('are no reason to refuse a request, unlike those with a statement', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    pool.callOf('a', { status: 429 })
    expect(pool.nameOf(pool.choose({ without: ['b'] }) as PoolChoice)).toBe('a')
    const stated = openPool(planOf({ a: {}, b: {} }))
    stated.callOf('a', { status: 429, headers: ['retry-after', '9'] })
    expect(stated.choose({ without: ['b'] })).toBe(9000)
  })

  it.each([
    ['one 500', [500], undefined],
    ['two failures', [500, 0], undefined],
    ['three failures in a row', [500, 0, 502], 1.5],
    ['failures with a success between', [500, 500, 200, 500, 500], undefined],
  ])('begin after repeated errors, not after one: %s', (_, statuses, seconds) => {
    const rest = restOf(statuses.map(status => ({ status })))
    if (seconds === undefined) expect(rest).toBeUndefined()
    else expect(rest).toBeLessThanOrEqual(seconds)
  })

  it.each([401, 402, 403])('are longer for %i than for errors', status => {
    const rest = restOf([{ status }]) ?? 0
    expect(rest).toBeGreaterThanOrEqual(22)
    expect(rest).toBeLessThanOrEqual(38)
  })

  it('are for the model alone after 404', () => {
    expect(restOf([{ status: 404 }])).toBeGreaterThanOrEqual(22)
    expect(restOf([{ status: 404 }], 'other')).toBeUndefined()
  })

  it('follow a 503 that asks for one, at once', () => {
    expect(restOf([{ status: 503, headers: ['retry-after', '12'] }])).toBe(12)
  })

  it('are not begun by deadlines, refusals of a request, or clients that leave', () => {
    for (const reply of [
      { status: 200, result: 'failed', about: 'deadline' },
      { status: 400, result: 'refused' },
      { status: 0, result: 'aborted' },
    ] as const)
      expect(restOf([reply, reply, reply, reply])).toBeUndefined()
  })
})

describe('After its rest, a member', () => {
  const rested = () => {
    const pool = openPool(planOf({ a: {}, b: {}, c: {} }))
    for (const status of [500, 500, 500]) pool.callOf('a', { status })
    pool.pass(2000)
    return pool
  }

  it('is tried by one request, and by no other before that has a reply', () => {
    const pool = rested()
    const probe = pool.choose()
    if (typeof probe === 'number') throw new Error('No probe.')
    expect([pool.nameOf(probe), probe.because]).toEqual(['a', 'probe'])
    expect(pool.shares(50, {}, 1)['a']).toBeUndefined()
    probe.lease.answered(200, [])
    expect(pool.shares(50, {}, 1)['a']).toBeGreaterThan(5)
  })

  it('rests again, and longer, if that fails', () => {
    const pool = rested()
    pool.callOf('a', { status: 500 })
    pool.pass(1400)
    expect(pool.shares(20, {}, 0)['a']).toBeUndefined()
    pool.pass(1200)
    expect(pool.call()).toBe('a')
  })

  it('is tried by the next request if the client of the first leaves', () => {
    const pool = rested()
    expect(pool.call({}, { status: 0, result: 'aborted' })).toBe('a')
    expect(pool.call()).toBe('a')
  })

  it('is not kept from service by a probe without an end', () => {
    const pool = rested()
    pool.choose()
    pool.pass(61_000)
    expect(pool.call()).toBe('a')
  })
})

describe('When all members rest after errors', () => {
  it('the one whose rest ends first is called', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    pool.callOf('a', { status: 401 })
    pool.callOf('b', { status: 503, headers: ['retry-after', '5'] })
    expect(pool.call({}, { status: 503 })).toBe('b')
  })

  it('half of them at most rest by what was measured', () => {
    for (const count of [1, 2, 3, 4, 7]) {
      const pool = openPool(
        planOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}]))),
      )
      for (let round = 0; round < 5; round += 1)
        for (let at = 0; at < count; at += 1) pool.callOf(`m${at}`, { status: 500 })
      const resting = pool
        .health()
        .status()
        .filter(({ state }) => state === 'resting')
      expect(resting.length).toBe(Math.floor(count / 2))
    }
  })
})
