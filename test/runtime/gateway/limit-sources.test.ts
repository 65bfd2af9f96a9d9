// Limits of a key, counters that answer later, and policies that change while the gateway runs.
import { describe, expect, it } from 'vitest'
import type { LimitCounters } from '../../../runtime/limits/counters.ts'
import { createFleetCounters } from '../../../runtime/limits/fleet/fleet-counters.ts'
import { createMemoryCounters } from '../../../runtime/limits/memory-counters.ts'
import { CHAT } from '../../support/sample-bodies.ts'
import type { VirtualClock } from '../../support/virtual-clock.ts'
import { apiKey, limited, rate, reply, statuses, times } from './limited-gateway.ts'

describe('The limits of a key', () => {
  it('concern its calls alone, and end where its budget ends', async () => {
    const harness = limited(
      {},
      {
        manifest: {
          api_keys: [
            apiKey('ann', { rate_limits: [{ type: 'requests', unit: 'rpm', value: 1 }] }),
            apiKey('eve', {
              usage_limits: [{ type: 'requests', credit_limit: 2, periodic_reset: 'weekly' }],
            }),
          ],
        },
      },
    )
    const by = (id: string) => ({ headers: { 'x-gateway-api-key': `key-${id}` } })
    expect(await statuses(harness, times(2, by('ann')))).toEqual([200, 429])
    expect(await statuses(harness, times(3, by('eve')))).toEqual([200, 200, 412])
    const { json } = await harness.call(by('eve'))
    expect(JSON.stringify(json)).not.toContain('key-eve')
  })
})

describe('Counters of several processes whose store does not answer', () => {
  const away = (clock: VirtualClock): LimitCounters =>
    createFleetCounters(
      {
        isOpen: () => false,
        connection: () => 0,
        reason: () => 'it does not answer in time',
        ask: () => Promise.resolve(undefined),
      },
      { clock, randomId: () => 'process', endOfTurn: queueMicrotask },
      () => {},
    )

  it.each([
    ['admit the part of a policy that shares', {}, [200, 200, 429]],
    ['refuse calls of a policy that does not', { on_store_away: 'refuse' }, [503, 503, 503]],
  ] as const)('%s', async (_title, more, expected) => {
    const harness = limited(
      { rate_limits: [{ name: 'all', type: 'requests', unit: 'rpm', value: 2, ...more }] },
      { counters: away },
    )
    expect(await statuses(harness, times(3, {}))).toEqual(expected)
  })

  it('say which policy, and when to retry', async () => {
    const harness = limited(
      { usage_limits: [{ name: 'month', type: 'requests', credit_limit: 5, on_store_away: 'refuse' }] },
      { counters: away },
    )
    const { status, headers, json } = await harness.call()
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect(JSON.stringify(json)).toContain('limits_unavailable')
    expect(JSON.stringify(json)).toContain('month')
  })
})

describe('Counters that answer later', () => {
  const later = (clock: VirtualClock): LimitCounters => {
    const counters = createMemoryCounters(clock)
    return { ...counters, reserve: async (...given) => counters.reserve(...given) }
  }

  it('admit, refuse, settle and release as those that answer at once', async () => {
    const harness = limited(
      {
        rate_limits: [
          { name: 'all', type: 'requests', unit: 'rpm', value: 3 },
          { name: 'tokens', type: 'tokens', unit: 'rpm', value: 1000 },
          {
            name: 'main',
            type: 'requests',
            unit: 'rpm',
            value: 2,
            conditions: [{ key: 'provider', value: 'openai' }],
          },
        ],
      },
      { counters: later, script: times(9, reply(10, 10)) },
    )
    const capped = { body: { ...CHAT, max_tokens: 100 } }
    const answers = await Promise.all(times(5, capped).map(input => harness.call(input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429])
    expect(harness.upstream.sent).toHaveLength(2)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toBe('60')
    await harness.clock.advance(60_000)
    expect((await harness.call(capped)).headers).toMatchObject({ 'x-ratelimit-remaining-requests': '1' })
  })
})

describe('Policies that change while the gateway runs', () => {
  it('keep what was counted, also when the limit grows or shrinks', async () => {
    const harness = limited(rate(2))
    const policies = (value: number) => ({
      rates: harness.limiter
        .policies()
        .map(({ id }) => ({ id, name: 'few', type: 'requests' as const, unit: 'rpm' as const, value })),
      usages: [],
    })
    expect(await statuses(harness, times(3, {}))).toEqual([200, 200, 429])
    harness.limiter.replace('bundle', policies(1000))
    expect(await statuses(harness, [{}])).toEqual([200])
    harness.limiter.replace('bundle', policies(4))
    expect(await statuses(harness, times(2, {}))).toEqual([200, 429])
    harness.limiter.replace('bundle', undefined)
    expect(harness.limiter.current).toBeUndefined()
    expect(await statuses(harness, [{}])).toEqual([200])
  })
})
