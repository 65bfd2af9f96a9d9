// Who is called: tiers, weights, limits, shares, and what each pick prefers.
import { describe, expect, it } from 'vitest'
import type { PlanPool } from '../../../schemas/generated/types.ts'
import { type Members, openPool, planOf } from './pool-harness.ts'

const PICKS: readonly PlanPool['pick'][] = ['random', 'least_busy', 'latency', 'cost', 'quota']

describe.each(PICKS)('The pick %s', pick => {
  const open = (members: Members) => openPool(planOf(members, { pick }))

  it('calls the lowest tier, and the next one when that cannot be called', () => {
    const pool = open({ a: {}, b: { tier: 2 }, c: { tier: 3 } })
    expect(pool.shares(20)).toEqual({ a: 20 })
    expect(pool.shares(20, { without: ['a'] })).toEqual({ b: 20 })
    pool.callOf('a', { status: 401 })
    expect(pool.shares(20)).toEqual({ b: 20 })
  })

  it('never calls a member of weight 0 while another one can be called', () => {
    const pool = open({ a: { weight: 0 }, b: {}, c: { tier: 2 } })
    expect(pool.shares(50)).toEqual({ b: 50 })
    expect(pool.shares(20, { without: ['b'] })).toEqual({ c: 20 })
    expect(pool.shares(20, { without: ['b', 'c'] })).toEqual({ a: 20 })
  })

  it('calls no full member, and states when there is room', () => {
    const pool = open({ a: { requestsPerMinute: 3 }, b: { requestsPerMinute: 2, tier: 2 } })
    expect(pool.shares(5)).toEqual({ a: 3, b: 2 })
    expect(pool.choose()).toBe(60_500)
    pool.pass(60_500)
    expect(pool.call()).toBe('a')
  })

  it('counts requests in flight, and tokens', () => {
    const pool = open({ a: { concurrent: 1 }, b: { tier: 2, tokensPerMinute: 250 } })
    const first = pool.choose()
    expect(pool.shares(3)).toEqual({ b: 2, full: 1 })
    if (typeof first !== 'number') pool.end(first)
    expect(pool.call()).toBe('a')
  })

  it('prefers members whose context fits, and the largest one otherwise', () => {
    const pool = open({ a: { context: 1000 }, b: { context: 5000, tier: 2 }, c: { context: 3000, tier: 2 } })
    expect(pool.call({ tokens: 900 })).toBe('a')
    expect(pool.call({ tokens: 4000 })).toBe('b')
    expect(pool.call({ tokens: 40_000 })).toBe('a')
  })

  it('refuses without a time when all members are excluded', () => {
    expect(open({ a: {}, b: {} }).choose({ without: ['a', 'b'] })).toBe(0)
  })
})

describe('The pick random', () => {
  it.each([undefined, 'sessions'])('follows the weights, with %s', kind => {
    const pool = openPool(
      planOf({ a: { weight: 6 }, b: { weight: 3 }, c: {} }, { sticky: { by: [], for: 1000 } }),
    )
    const found: Record<string, number> = { a: 0, b: 0, c: 0 }
    for (let call = 0; call < 4000; call += 1) {
      const name = pool.call(kind === undefined ? {} : { session: `${call}` })
      found[name] = (found[name] ?? 0) + 1
    }
    expect(found['a']).toBeGreaterThan(2280)
    expect(found['a']).toBeLessThan(2520)
    expect(found['c']).toBeGreaterThan(330)
    expect(found['c']).toBeLessThan(470)
  })
})

describe('The pick least_busy', () => {
  it('evens out the requests in flight by weight', () => {
    const pool = openPool(planOf({ a: { weight: 3 }, b: {} }, { pick: 'least_busy' }))
    const names = Array.from({ length: 40 }, () => pool.choose()).map(each =>
      typeof each === 'number' ? '' : pool.nameOf(each),
    )
    expect(names.filter(name => name === 'a').length).toBe(30)
  })
})

describe('The pick cost', () => {
  it('calls the cheapest, the least busy of those that cost the same, and never one whose price is unknown', () => {
    const prices = [3, 2, 2, undefined]
    const pool = openPool(planOf({ a: {}, b: {}, c: {}, d: {} }, { pick: 'cost' }))
    const names = Array.from({ length: 10 }, () => pool.choose({ price: at => prices[at] })).map(each =>
      typeof each === 'number' ? '' : pool.nameOf(each),
    )
    expect(names.filter(name => name === 'b').length).toBe(5)
    expect(names.filter(name => name === 'c').length).toBe(5)
    expect(pool.call({ price: at => prices[at], without: ['b', 'c'] })).toBe('a')
  })
})

describe('The pick quota', () => {
  it('follows what is left by the reports of the providers', () => {
    const pool = openPool(planOf({ a: {}, b: {} }, { pick: 'quota' }))
    const report = (left: number) => ({
      headers: [
        ...['x-ratelimit-limit-requests', '100000', 'x-ratelimit-remaining-requests', String(left)],
        ...['x-ratelimit-reset-requests', '24h'],
      ],
    })
    pool.callOf('a', report(90_000))
    pool.callOf('b', report(10_000))
    const shares = pool.shares(1000, {}, 1)
    expect(shares['a']).toBeGreaterThan(860)
    expect(shares['b']).toBeGreaterThan(60)
  })

  it('follows what is left of declared limits', () => {
    const pool = openPool(
      planOf({ a: { requestsPerMinute: 100 }, b: { requestsPerMinute: 1000 } }, { pick: 'quota' }),
    )
    const shares = pool.shares(550, {}, 1)
    expect(shares['a']).toBeLessThan(100)
    expect(shares['b']).toBeGreaterThan(450)
  })
})

describe('The pick latency', () => {
  it('never takes a member without times for the fastest one, and tries it', () => {
    const pool = openPool(planOf({ a: {}, b: {} }, { pick: 'latency' }))
    for (let call = 0; call < 20; call += 1) pool.callOf('a', { takes: 500 })
    let tried = 0
    for (let call = 0; call < 200; call += 1) {
      const choice = pool.choose()
      if (typeof choice === 'number') throw new Error('Nothing is called.')
      const isTry = pool.nameOf(choice) === 'b'
      if (isTry) tried += 1
      pool.end(choice, { takes: isTry ? 5000 : 500 })
    }
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThan(10)
  })

  it('judges whole replies by how fast they are written, not by how long they are', () => {
    const pool = openPool(planOf({ a: {}, b: {} }, { pick: 'latency' }))
    for (let call = 0; call < 30; call += 1) {
      pool.callOf('a', { takes: 10_000, outputTokens: 1000 }, { stream: false })
      pool.callOf('b', { takes: 4000, outputTokens: 100 }, { stream: false })
    }
    const shares = pool.shares(100, { stream: false }, 0)
    expect(shares['a']).toBeGreaterThan(90)
  })
})

describe('Shares', () => {
  it('of at least a part are met across tiers, and of at most a part are not exceeded', () => {
    const pool = openPool(planOf({ a: {}, b: { tier: 2, least: 0.1 }, c: { most: 0.2 } }))
    const shares = pool.shares(2000, {}, 25)
    expect(shares['b']).toBeGreaterThanOrEqual(200)
    expect(shares['b']).toBeLessThanOrEqual(230)
    expect(shares['c']).toBeLessThanOrEqual(401)
    expect(shares['c']).toBeGreaterThan(330)
  })

  it('a rest beats a minimum, and service a maximum', () => {
    const pool = openPool(planOf({ a: { most: 0.5 }, b: { least: 0.5 } }))
    pool.callOf('b', { status: 401 })
    expect(pool.shares(50)).toEqual({ a: 50 })
  })

  it('of a member that breaks deadlines fall by a fifth at a time, and come back in minutes', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    const during = (seconds: number, breaks: boolean): number => {
      let calls = 0
      const until = pool.now() + seconds * 1000
      while (pool.now() < until) {
        pool.pass(50)
        const choice = pool.choose()
        if (typeof choice === 'number') throw new Error('Nothing is called.')
        const isA = pool.nameOf(choice) === 'a'
        if (isA) calls += 1
        pool.end(choice, isA && breaks ? { status: 0, about: 'deadline' } : {})
      }
      return calls / (seconds * 20)
    }
    expect(during(5, false)).toBeGreaterThan(0.35)
    during(50, true)
    expect(during(10, true)).toBeLessThan(0.15)
    expect(pool.health().status()[0]?.state).toBe('slow')
    expect(during(60, true)).toBeGreaterThan(0)
    during(280, false)
    expect(during(20, false)).toBeGreaterThan(0.42)
  })
})

describe('A second call', () => {
  const hedged = (session?: string) => {
    const pool = openPool(
      planOf({ a: {}, b: {} }, { hedge: { percentile: 95, most: 0.05 }, sticky: { by: [], for: 60_000 } }),
    )
    const ask = () => pool.health().hedge({ ...pool.requestOf({ session }), isExcluded: at => at === 0 })
    return { pool, ask }
  }

  it('is allowed for one call in twenty', () => {
    const { pool, ask } = hedged()
    pool.shares(100, {}, 10)
    const names = Array.from({ length: 10 }, () => ask()).map(choice => choice && pool.nameOf(choice))
    expect(names.filter(name => name === 'b').length).toBe(5)
    expect(names.filter(name => name === undefined).length).toBe(5)
  })

  it('is never allowed for a session of a sticky pool, nor to a member that rests', () => {
    const session = hedged('s')
    session.pool.shares(100, {}, 10)
    expect(session.ask()).toBeUndefined()
    const resting = hedged()
    resting.pool.shares(100, {}, 10)
    resting.pool.callOf('b', { status: 401 })
    expect(resting.ask()).toBeUndefined()
  })

  it('comes after the percentile of times, above fifty of them', () => {
    const { pool } = hedged()
    for (let call = 0; call < 49; call += 1) pool.callOf('a', { takes: call === 0 ? 9000 : 100 })
    expect(pool.health().hedgeAfter(0)).toBeUndefined()
    for (let call = 0; call < 51; call += 1) pool.callOf('a', { takes: 100 + call })
    expect(pool.health().hedgeAfter(0)).toBeGreaterThanOrEqual(140)
    expect(pool.health().hedgeAfter(0)).toBeLessThan(160)
  })
})

describe('A change of the plan', () => {
  it('leaves what is known of members by name, forgets those that are gone, and begins with new ones', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    pool.callOf('a', { status: 401 })
    pool.relink(planOf({ b: {}, a: {}, c: {} }))
    expect(
      pool
        .health()
        .status()
        .map(({ name, state }) => `${name} ${state}`),
    ).toEqual(['b ready', 'a resting', 'c ready'])
    for (const weight of [2, 3, 4, 5]) pool.relink(planOf({ b: { weight } }))
    pool.relink(planOf({ a: {}, b: {} }))
    expect(pool.health().status()[0]?.state).toBe('ready')
  })

  it('of two plans at the same time, both see the same members', () => {
    const pool = openPool(planOf({ a: {}, b: {} }))
    const stable = pool.health()
    const canary = pool.relink(planOf({ a: { weight: 5 }, b: {} }))
    pool.callOf('a', { status: 401 })
    expect([stable, canary].map(health => health.status()[0]?.state)).toEqual(['resting', 'resting'])
    expect(pool.relink(planOf({ a: {}, b: {} }))).toBe(stable)
  })
})
