// Calls that have ended are settled several at once, at the end of a turn of the event loop. Nobody can tell: what a client is
// refused, and what is read of usage, has them all.
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../../runtime/limits/limiter.ts'
import { createMemoryCounters } from '../../../runtime/limits/memory-counters.ts'
import { NO_JOURNAL } from '../../../runtime/limits/usage-journal.ts'
import type { Call } from '../../../runtime/values/call.ts'
import { UnreadUsage } from '../../../runtime/values/reported-usage.ts'
import type { LimitPolicies } from '../../../schemas/generated/types.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { CALL, FACTS, REPLY } from '../control/routes/limited-calls.ts'

/** A call reserves its bytes by four, and one token. */
const RESERVED = 10

const tokens = (value: number): LimitPolicies => ({
  rates: [{ id: 'tokens', name: 'tokens', type: 'tokens', unit: 'rpm', value }],
  usages: [],
})

function stage(policies: LimitPolicies, isShared = false) {
  const turns: (() => void)[] = []
  const clock = virtualClock()
  const limiter = createLimiter({
    counters: { ...createMemoryCounters(clock), isShared },
    clock,
    endOfTurn: action => void turns.push(action),
    price: () => undefined,
    journal: NO_JOURNAL,
    onAlert: () => {},
  })
  limiter.replace('bundle', policies)
  const endTurn = (): void => {
    for (const action of turns.splice(0)) action()
  }
  const begin = async () => {
    const record: Call['record'] = { attempts: [] }
    const limits = limiter.current?.({ ...CALL, record }, FACTS)
    if (limits === undefined) throw new Error('No policy concerns the call.')
    const target = { provider: 'openai', slug: undefined, model: 'gpt-6-sol', models: () => ['gpt-6-sol'] }
    const refusal = (await limits.begin()) ?? (await limits.admit(target))
    return { record, limits, refusal }
  }
  /** A whole call, whose provider reports so many tokens. */
  const call = async (used: number): Promise<Call['record'] | string> => {
    const { record, limits, refusal } = await begin()
    if (refusal !== undefined) return refusal.failure.code
    record.usage = new UnreadUsage(`{"prompt_tokens":${used},"completion_tokens":0}`)
    record.attempts.push({ at: 'config', provider: 'openai', status: 200, milliseconds: 1, started: 0 })
    limits.replied(REPLY)
    limits.finish(REPLY)
    return record
  }
  const [policy] = limiter.policies()
  const used = (): number | Promise<number> | undefined => policy && limiter.used(policy, '')
  return { call, begin, limiter, turns, endTurn, used }
}

describe('Calls that have ended', () => {
  it('are settled together at the end of the turn', async () => {
    const { call, begin, turns, endTurn } = stage(tokens(1000))
    for (const used of [1, 2, 3]) await call(used)
    expect(turns).toHaveLength(1)
    const remaining = async (): Promise<string | undefined> => {
      const { limits } = await begin()
      const { headers } = limits.finish(REPLY)
      return headers[headers.indexOf('x-ratelimit-remaining-tokens') + 1]
    }
    // What they reserved stays reserved until then.
    expect(await remaining()).toBe(String(1000 - 4 * RESERVED))
    endTurn()
    expect(await remaining()).toBe(String(1000 - 6 - RESERVED))
  })

  it('are settled before another one is refused for them', async () => {
    const { call, turns } = stage(tokens(2 * RESERVED + 5))
    expect([typeof (await call(1)), typeof (await call(1)), typeof (await call(1))]).toEqual(
      Array(3).fill('object'),
    )
    expect(turns).toHaveLength(1)
    expect(await call(23)).toBeTypeOf('object')
    expect(await call(1)).toBe('rate_limited')
  })

  it('are settled before usage is read, and before they are logged', async () => {
    const { call, used } = stage(tokens(1000))
    const record = await call(7)
    expect(typeof record === 'object' && record.counted?.counted()).toMatchObject({
      tokens: 7,
      source: 'provider',
    })
    await call(4)
    expect(await used()).toBe(11)
  })

  it('are settled at once where other processes count too', async () => {
    const { call, turns, used } = stage(tokens(1000), true)
    await call(7)
    expect(turns).toHaveLength(0)
    expect(await used()).toBe(7)
  })

  it('do not grow in number while the turn lasts', async () => {
    const { call, turns, begin } = stage(tokens(100_000))
    for (let count = 0; count < 100; count += 1) await call(1)
    expect(turns).toHaveLength(1)
    const { limits } = await begin()
    const { headers } = limits.finish(REPLY)
    // At most 32 of them still reserve what they were estimated at.
    expect(Number(headers[headers.indexOf('x-ratelimit-remaining-tokens') + 1])).toBeGreaterThan(
      100_000 - 33 * RESERVED - 100,
    )
  })

  it('give back what a bug has interrupted', async () => {
    const { begin, used } = stage(tokens(1000))
    const { limits } = await begin()
    limits.abandon()
    expect(await used()).toBe(0)
    // Once.
    limits.abandon()
    expect(await used()).toBe(0)
  })
})
