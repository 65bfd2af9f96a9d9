// The pick by latency against the best choice, over drawn scenarios: `test/bench/pools.ts` prints more of them.
import { describe, expect, it } from 'vitest'
import { runs } from '../../support/property-seed.ts'
import { openPool, planOf } from './pool-harness.ts'
import { drawScenario, KINDS, simulatePool } from './simulate-pool.ts'

const SEEDS = runs(10)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** How many times the optimum's time the mean over seeds may be. */
const MOST: Readonly<Record<(typeof KINDS)[number], { readonly mean: number; readonly p95: number }>> = {
  'heavy tails': { mean: 1.1, p95: 1.1 },
  // The optimum knows of a change before any reply shows it.
  'a slow member': { mean: 1.15, p95: 1.2 },
  'an outage': { mean: 1.1, p95: 1.15 },
  quotas: { mean: 1.1, p95: 1.1 },
  load: { mean: 1.15, p95: 1.2 },
}

describe.each(KINDS)('In scenarios of %s, the pick by latency', kind => {
  const rows = Array.from({ length: SEEDS }, (_, seed) => {
    const scenario = drawScenario(kind, seed + 1)
    const [optimum, latency, random] = (['optimum', 'latency', 'random'] as const).map(policy =>
      simulatePool(scenario, policy, seed),
    )
    if (optimum === undefined || latency === undefined || random === undefined)
      throw new Error('Not simulated.')
    return { optimum, latency, random }
  })

  it('is near the optimum, in the mean and at the 95th percentile', () => {
    expect(mean(rows.map(({ latency, optimum }) => latency.mean / optimum.mean))).toBeLessThan(
      MOST[kind].mean,
    )
    expect(mean(rows.map(({ latency, optimum }) => latency.p95 / optimum.p95))).toBeLessThan(MOST[kind].p95)
  })

  it('is faster than random in every one', () => {
    // Members that are alike leave nothing to choose.
    for (const { latency, random, optimum } of rows)
      expect(latency.mean).toBeLessThan(Math.max(random.mean, 1.02 * optimum.mean))
  })

  it('calls no member that has reported that it is spent, and fails no call that the optimum does not', () => {
    for (const { latency, optimum } of rows)
      expect([latency.spentCalls, latency.failed]).toEqual([0, optimum.failed])
  })
})

const shareOf = (shares: readonly ReadonlyMap<string, number>[], name: string): readonly number[] =>
  shares.map(each => each.get(name) ?? 0)

describe('A member that is slow for two minutes', () => {
  const members = [
    { name: 'a', mean: 400, tail: 0.6, phases: [{ from: 120, to: 240, slower: 6 }] },
    { name: 'b', mean: 600, tail: 0.6 },
    { name: 'c', mean: 800, tail: 0.6 },
  ]

  it('sheds its load within a minute and has it back within five', () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { shares } = simulatePool({ name: 'slow', members, rate: 8, seconds: 600 }, 'latency', seed)
      const own = shareOf(shares, 'a')
      expect(mean(own.slice(6, 12))).toBeGreaterThan(0.7)
      expect(mean(own.slice(18, 24))).toBeLessThan(0.1)
      expect(mean(own.slice(54, 60))).toBeGreaterThan(0.7)
    }
  })
})

describe('Members that are alike', () => {
  it.each([2, 4])('share the load without swinging: %i of them', count => {
    const members = Array.from({ length: count }, (_, at) => ({ name: `m${at}`, mean: 500, tail: 0.6 }))
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { shares } = simulatePool({ name: 'alike', members, rate: 20, seconds: 400 }, 'latency', seed)
      const own = shareOf(shares, 'm0').slice(3, 40)
      expect(Math.abs(mean(own) - 1 / count)).toBeLessThan(0.1)
      const deviation = Math.sqrt(mean(own.map(each => (each - mean(own)) ** 2)))
      expect(deviation).toBeLessThan(0.2)
    }
  })
})

it('tries a member again for whole replies, whatever streams it serves meanwhile', () => {
  const pool = openPool({ ...planOf({ a: {}, b: {} }), pick: 'latency' })
  const serve = (name: string, takes: number, stream: boolean): unknown =>
    pool.callOf(name, { takes }, { stream })
  for (let round = 0; round < 12; round += 1)
    for (const stream of [true, false]) {
      serve('a', 100, stream)
      serve('b', round < 6 ? 50 : 2000, stream)
    }
  let tried = 0
  for (let round = 0; round < 400; round += 1) {
    serve('b', 50, true)
    pool.pass(200)
    const choice = pool.choose({ stream: false })
    if (typeof choice === 'number') throw new Error('No member is left.')
    if (pool.nameOf(choice) === 'b') tried += 1
    pool.end(choice, { takes: pool.nameOf(choice) === 'b' ? 50 : 100 })
  }
  expect(tried).toBeGreaterThan(40)
})
