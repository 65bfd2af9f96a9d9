// Sessions remain at their member while that is of use, in every runtime alike.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanPool } from '../../../schemas/generated/types.ts'
import '../../support/property-seed.ts'
import { openPool, planOf } from './pool-harness.ts'

const sticky = { by: ['session'], for: 600_000 }
const PICKS: readonly PlanPool['pick'][] = ['random', 'least_busy', 'latency', 'cost', 'quota']

describe.each(PICKS)('With the pick %s, a session', pick => {
  const open = (seed = 1) => openPool(planOf({ a: { weight: 3 }, b: {}, c: {} }, { pick, sticky }), seed)

  it('remains at its member', () => {
    const pool = open()
    for (let session = 0; session < 50; session += 1) {
      const first = pool.call({ session: `${session}` })
      for (let call = 0; call < 20; call += 1) {
        pool.pass(1000)
        const choice = pool.choose({ session: `${session}` })
        if (typeof choice === 'number') throw new Error('Nothing is called.')
        expect([pool.nameOf(choice), choice.because]).toEqual([first, 'pinned'])
        pool.end(choice)
      }
    }
  })

  it('is at the same member in another runtime, and after a restart', () => {
    const [one, other] = [open(1), open(2)]
    for (let session = 0; session < 200; session += 1)
      expect(other.call({ session: `${session}` })).toBe(one.call({ session: `${session}` }))
  })
})

describe('A session', () => {
  const open = (members = { a: {}, b: {}, c: {} }) => openPool(planOf(members, { sticky }))
  const sessionOf = (pool: ReturnType<typeof open>, member: string): string => {
    for (let session = 0; ; session += 1)
      if (pool.call({ session: `${session}` }) === member) return `${session}`
  }

  it('goes elsewhere for one call that its member has failed, and comes back', () => {
    const pool = open()
    const session = sessionOf(pool, 'a')
    expect(pool.call({ session, without: ['a'] })).not.toBe('a')
    expect(pool.call({ session })).toBe('a')
  })

  it('moves when its member rests, and remains where its prompt is cached now', () => {
    const pool = open()
    const session = sessionOf(pool, 'a')
    pool.callOf('a', { status: 429, headers: ['retry-after', '5'] })
    const next = pool.call({ session })
    expect(next).not.toBe('a')
    pool.pass(6000)
    pool.call()
    expect(pool.call({ session })).toBe(next)
  })

  it('returns from a higher tier once the lowest has been back for as long as sessions may be idle', () => {
    const pool = open({ a: {}, b: { tier: 2 }, c: { tier: 2 } } as never)
    pool.callOf('a', { status: 429, headers: ['retry-after', '5'] })
    expect(pool.call({ session: 's' })).not.toBe('a')
    for (let minute = 0; minute < 9; minute += 1) {
      pool.pass(60_000)
      expect(pool.call({ session: 's' })).not.toBe('a')
    }
    pool.call()
    pool.pass(61_000)
    pool.pass(1)
    expect(pool.call({ session: 's' })).toBe('a')
  })

  it('is forgotten when it was idle for too long', () => {
    const pool = open()
    pool.call({ session: 's' })
    expect(
      pool
        .health()
        .status()
        .reduce((sum, { sessions }) => sum + sessions, 0),
    ).toBe(1)
    pool.pass(600_001)
    pool.call({ session: 't' })
    expect(
      pool
        .health()
        .status()
        .reduce((sum, { sessions }) => sum + sessions, 0),
    ).toBe(1)
  })

  it('goes on when its member has more than 1.25 times its fair share, and moves after three times', () => {
    const pool = open()
    const session = sessionOf(pool, 'a')
    const names = Array.from({ length: 60 }, () => pool.choose({ session })).map(choice =>
      typeof choice === 'number' ? '' : pool.nameOf(choice),
    )
    for (const name of ['a', 'b', 'c'])
      expect(names.filter(each => each === name).length).toBeLessThanOrEqual(Math.ceil((1.25 * 60) / 3))
  })

  it('moves with few others when a member is added', () => {
    const before = open()
    const after = open({ a: {}, b: {}, c: {}, d: {} } as never)
    let moved = 0
    for (let session = 0; session < 1000; session += 1) {
      const [was, is] = [before.call({ session: `${session}` }), after.call({ session: `${session}` })]
      if (was === is) continue
      moved += 1
      expect(is).toBe('d')
    }
    expect(moved).toBeGreaterThan(200)
    expect(moved).toBeLessThan(300)
  })
})

describe('Laws of pools', () => {
  it('sessions are remembered in bounded memory, and none is counted twice', () => {
    const pool = openPool(planOf({ a: {}, b: {} }, { sticky }))
    for (let session = 0; session < 25_000; session += 1) pool.call({ session: `${session}` })
    expect(
      pool
        .health()
        .status()
        .reduce((sum, { sessions }) => sum + sessions, 0),
    ).toBe(20_000)
  })

  it('hold for any calls: members are free, in the lowest tier, within limits, and all leases return', () => {
    const step = fc.record({
      wait: fc.nat(3000),
      session: fc.option(fc.constantFrom('p', 'q', 'r', 's'), { nil: undefined }),
      status: fc.constantFrom(200, 200, 200, 200, 400, 401, 429, 500, 503, 0),
      retry: fc.option(fc.nat(5), { nil: undefined }),
      holds: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...PICKS),
        fc.array(
          fc.record({
            tier: fc.integer({ min: 1, max: 3 }),
            weight: fc.nat(3),
            concurrent: fc.integer({ min: 1, max: 4 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        fc.array(step, { maxLength: 120 }),
        (pick, members, steps) => {
          const plan = planOf(Object.fromEntries(members.map((member, at) => [`m${at}`, member])), {
            pick,
            sticky,
          })
          const pool = openPool(plan)
          const open: (() => void)[] = []
          const inFlight = new Map<string, number>()
          const spentUntil = new Map<string, number>()
          for (const { wait, session, status, retry, holds } of steps) {
            pool.pass(wait)
            const before = pool.health().status()
            const choice = pool.choose({ session })
            if (typeof choice === 'number') {
              for (const { name } of before)
                expect(
                  (inFlight.get(name) ?? 0) >=
                    (plan.members.find(each => each.name === name)?.concurrent ?? 0) ||
                    before.find(each => each.name === name)?.state !== 'ready',
                ).toBe(true)
              continue
            }
            const name = pool.nameOf(choice)
            const chosen = plan.members[choice.member]
            expect(spentUntil.get(name) ?? 0).toBeLessThanOrEqual(pool.now())
            const now = (inFlight.get(name) ?? 0) + 1
            inFlight.set(name, now)
            expect(now).toBeLessThanOrEqual(chosen?.concurrent ?? 0)
            const isPicked = choice.because.startsWith('picked') || choice.because === 'only candidate'
            if (isPicked && (chosen?.weight ?? 0) > 0)
              for (const [at, { state }] of before.entries()) {
                const other = plan.members[at]
                if (state === 'ready' && (other?.weight ?? 0) > 0)
                  expect(other?.tier).toBeGreaterThanOrEqual(chosen?.tier ?? 0)
              }
            const end = (): void => {
              inFlight.set(name, (inFlight.get(name) ?? 0) - 1)
              const headers = retry === undefined ? [] : ['retry-after', String(retry)]
              if (status === 429 && retry !== undefined && retry > 0)
                spentUntil.set(name, Math.max(spentUntil.get(name) ?? 0, pool.now() + retry * 1000))
              pool.end(choice, { status, headers, ...(status === 400 && { result: 'refused' as const }) })
            }
            if (holds) open.push(end)
            else end()
          }
          for (const end of open) end()
          expect(
            pool
              .health()
              .status()
              .every(each => each.inFlight === 0),
          ).toBe(true)
        },
      ),
    )
  })
})
