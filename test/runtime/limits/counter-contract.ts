// What every driver of counters must do, as one suite: semantics, section 20, against the log of all times.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodRule, slidingRule } from '../../../runtime/limits/counter-rule.ts'
import {
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterRule,
  type LimitCounter,
  type LimitCounters,
  type Measure,
  RESERVATION_LIFE,
} from '../../../runtime/limits/counters.ts'
import type { VirtualClock } from '../../support/virtual-clock.ts'
import { NaiveLog } from './naive-log.ts'

export interface CounterStage {
  readonly clock: VirtualClock
  readonly counters: LimitCounters
  /** Resolves when what was settled has arrived. */
  readonly arrived: () => Promise<void>
}

export type OpenCounters = () => CounterStage

const RULES: readonly CounterRule[] = [
  // Exact times.
  slidingRule({ unit: 'rpm', value: 3 }),
  slidingRule({ unit: 'rph', value: 20 }),
  // Rings of sub-buckets.
  slidingRule({ unit: 'rpm', value: 400 }),
  slidingRule({ unit: 'rpd', value: 1000 }),
  // A budget.
  periodRule(500, undefined),
]

const counterOf = (rule: CounterRule, index = 0, measure: Measure = 'requests'): LimitCounter => ({
  key: `counter-${index}`,
  rule,
  measure,
})

/** Tokens and cost are estimates, a request is none. */
export const amounts = (amount: number): CallAmounts => ({
  requests: amount,
  tokens: amount,
  cost: amount,
  concurrent: amount,
})

interface Reserve {
  readonly counters: readonly number[]
  readonly amount: number
  readonly measure: Measure
}
type Move = { readonly wait: number } | { readonly settle: number; readonly actual: number } | Reserve

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(0, 1, 999, 1_000, 29_999, 30_000, 59_999, 60_000, 3_599_999, 3_600_000, 90_000_000)
        .map(wait => ({ wait })),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        counters: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
        amount: fc.constantFrom(1, 1, 1, 2, 40, 130),
        measure: fc.constantFrom<Measure>('requests', 'tokens', 'cost'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ settle: fc.nat(20), actual: fc.constantFrom(0, 0, 1, 30, 200) }),
    },
  ),
  { maxLength: 60, size: 'max' },
)

async function runMoves(list: readonly Move[], { clock, counters, arrived }: CounterStage): Promise<void> {
  const logs = RULES.map(rule => new NaiveLog(rule))
  const open: {
    readonly grant: CounterGrant
    readonly settle: (actual: number) => void
  }[] = []
  for (const move of list) {
    if ('wait' in move) {
      await clock.advance(move.wait)
      continue
    }
    if ('settle' in move) {
      const [reservation] = open.length === 0 ? [] : open.splice(move.settle % open.length, 1)
      reservation?.grant.settle(amounts(move.actual))
      reservation?.settle(move.actual)
      await arrived()
      continue
    }
    const now = clock.now()
    const reserved = move.counters.map(index => counterOf(RULES[index] as CounterRule, index, move.measure))
    /** A call that could never fit is admitted where nothing else is used. */
    const amountIn = ({ limit }: CounterRule): number => Math.min(move.amount, limit)
    const exact = move.counters.map(index => logs[index]?.used(now) ?? 0)
    /** A ring counts its oldest sub-bucket whole. */
    const wide = move.counters.map(index => logs[index]?.used(now, RULES[index]?.width ?? 0) ?? 0)
    const result = await counters.reserve(new CounterGroup(reserved), amounts(move.amount))
    for (const [index, { rule }] of reserved.entries()) {
      const { used = -1, fits = false } = result.granted
        ? { used: result.used[index], fits: true }
        : (result.readings[index] ?? {})
      const added = result.granted ? amountIn(rule) : 0
      expect(used - added).toBeGreaterThanOrEqual(exact[index] ?? 0)
      expect(used - added).toBeLessThanOrEqual(rule.width === 1 ? (exact[index] ?? 0) : (wide[index] ?? 0))
      // Never over-admitted, and refused only by a limit that has no room.
      if (result.granted) expect((exact[index] ?? 0) + amountIn(rule)).toBeLessThanOrEqual(rule.limit)
      else if (!fits) expect((wide[index] ?? 0) + amountIn(rule)).toBeGreaterThan(rule.limit)
    }
    if (!result.granted) {
      expect(result.readings.some(({ fits }) => !fits)).toBe(true)
      continue
    }
    const settlements = move.counters.map(index =>
      logs[index]?.add(now, amountIn(RULES[index] as CounterRule), move.measure !== 'requests'),
    )
    open.push({
      grant: result,
      settle: actual => {
        for (const settle of settlements) settle?.(actual)
      },
    })
  }
}

/** `runs` is the number of random interleavings. */
export function counterContract(openStage: OpenCounters, runs: number): void {
  const minute = slidingRule({ unit: 'rpm', value: 2 })
  const one = (
    rule: CounterRule,
    amount = 1,
    measure: Measure = 'requests',
  ): Parameters<LimitCounters['reserve']> => [
    new CounterGroup([counterOf(rule, 0, measure)]),
    amounts(amount),
  ]
  const grant = async (
    { counters }: CounterStage,
    ...reserved: Parameters<LimitCounters['reserve']>
  ): Promise<CounterGrant> => {
    const result = await counters.reserve(...reserved)
    if (!result.granted) throw new Error('The counters refused.')
    return result
  }

  describe('counters', () => {
    it('agree with the log of all times in any interleaving', { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(moves, async list => await runMoves(list, openStage())),
        { numRuns: runs },
      )
    })

    it('reserve all limits of a call or none', async () => {
      const { counters } = openStage()
      const both = [counterOf(minute), counterOf(slidingRule({ unit: 'rpm', value: 1 }), 1)]
      expect((await counters.reserve(new CounterGroup(both), amounts(1))).granted).toBe(true)
      expect((await counters.reserve(new CounterGroup(both), amounts(1))).granted).toBe(false)
      expect((await counters.reserve(new CounterGroup(both.slice(0, 1)), amounts(1))).granted).toBe(true)
      expect((await counters.reserve(new CounterGroup(both.slice(0, 1)), amounts(1))).granted).toBe(false)
    })

    it('admit what could never fit where nothing else is used, and count what it used', async () => {
      const stage = openStage()
      const rule = slidingRule({ unit: 'rpm', value: 10 })
      const first = await grant(stage, ...one(rule, 25, 'tokens'))
      expect(first.used).toEqual([10])
      expect((await stage.counters.reserve(...one(rule, 25, 'tokens'))).granted).toBe(false)
      first.settle(amounts(25))
      await stage.arrived()
      expect(await stage.counters.read(counterOf(rule))).toBe(25)
    })

    it('tell how long to wait for the amount', async () => {
      const { counters, clock } = openStage()
      const rule = slidingRule({ unit: 'rpm', value: 10 })
      await counters.reserve(...one(rule, 4))
      await clock.advance(10_000)
      await counters.reserve(...one(rule, 6))
      const waits = async (amount: number) => {
        const result = await counters.reserve(...one(rule, amount))
        return result.granted ? undefined : result.readings[0]?.wait
      }
      expect([await waits(4), await waits(5)]).toEqual([50_000, 60_000])
      await clock.advance(49_999)
      expect((await counters.reserve(...one(rule, 4))).granted).toBe(false)
      await clock.advance(1)
      expect((await counters.reserve(...one(rule, 4))).granted).toBe(true)
    })

    it('have no answer for a budget, which only a new period frees', async () => {
      const { counters } = openStage()
      const rule = periodRule(10, undefined)
      await counters.reserve(...one(rule, 10))
      expect(await counters.reserve(...one(rule, 1))).toEqual({
        granted: false,
        readings: [expect.objectContaining({ used: 10, fits: false, wait: undefined })],
      })
    })

    it('settle once, into the slot of the reservation', async () => {
      const stage = openStage()
      const rule = slidingRule({ unit: 'rpm', value: 1000 })
      const granted = await grant(stage, ...one(rule, 600, 'tokens'))
      await stage.clock.advance(59_000)
      granted.settle(amounts(200))
      granted.settle(amounts(0))
      await stage.arrived()
      expect(await stage.counters.read(counterOf(rule))).toBe(200)
      await stage.clock.advance(2_000)
      expect(await stage.counters.read(counterOf(rule))).toBe(0)
    })

    it('free an estimate that nobody settles, and still count what arrives late', async () => {
      const stage = openStage()
      const rule = periodRule(100, undefined)
      const first = await grant(stage, ...one(rule, 80, 'tokens'))
      await stage.clock.advance(RESERVATION_LIFE - 1)
      expect((await stage.counters.reserve(...one(rule, 30, 'tokens'))).granted).toBe(false)
      await stage.clock.advance(1)
      const next = await grant(stage, ...one(rule, 30, 'tokens'))
      first.settle(amounts(50))
      next.settle(amounts(30))
      await stage.arrived()
      expect(await stage.counters.read(counterOf(rule))).toBe(80)
    })

    it('keep what was used when the limit is changed, in either direction', async () => {
      const stage = openStage()
      const exact = slidingRule({ unit: 'rpm', value: 10 })
      const ring = slidingRule({ unit: 'rpm', value: 5000 })
      const first = await grant(stage, ...one(exact, 8, 'tokens'))
      expect((await stage.counters.reserve(...one(ring, 4000))).granted).toBe(true)
      expect((await stage.counters.reserve(...one(ring, 993))).granted).toBe(false)
      first.settle(amounts(3))
      await stage.arrived()
      expect(await stage.counters.read(counterOf(ring))).toBe(4003)
      expect((await stage.counters.reserve(...one(exact))).granted).toBe(false)
      await stage.clock.advance(61_000)
      expect(await stage.counters.read(counterOf(exact))).toBe(0)
    })

    it('start from the seed where they are not known, and only there', async () => {
      const { counters } = openStage()
      const counter = { ...counterOf(periodRule(10, undefined)), seed: () => 7 }
      const granted = []
      for (let count = 0; count < 4; count += 1)
        granted.push((await counters.reserve(new CounterGroup([counter]), amounts(1))).granted)
      expect(granted).toEqual([true, true, true, false])
    })

    it('report once that a threshold is reached', async () => {
      const stage = openStage()
      const reached: number[] = []
      const counter: LimitCounter = {
        ...counterOf(periodRule(100, undefined), 0, 'tokens'),
        threshold: { amount: 30, onReached: used => void reached.push(used) },
      }
      for (let count = 0; count < 5; count += 1) {
        const granted = await grant(stage, new CounterGroup([counter]), amounts(10))
        granted.settle(amounts(12))
        await stage.arrived()
      }
      expect(reached).toEqual([36])
    })
  })
}
