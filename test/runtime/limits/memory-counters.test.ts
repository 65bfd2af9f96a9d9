// The contract of counters in process memory, and how much they may remember.
import { describe, expect, it } from 'vitest'
import { slidingRule } from '../../../runtime/limits/counter-rule.ts'
import { CounterGroup } from '../../../runtime/limits/counters.ts'
import { createMemoryCounters } from '../../../runtime/limits/memory-counters.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { amounts, counterContract } from './counter-contract.ts'

describe('In memory', () => {
  counterContract(() => {
    const clock = virtualClock()
    return { clock, counters: createMemoryCounters(clock), arrived: async () => {} }
  }, 300)

  it('a wall clock that is set back frees nothing', async () => {
    const clock = virtualClock()
    const counters = createMemoryCounters(clock)
    const counter = {
      key: 'k',

      rule: slidingRule({ unit: 'rpm', value: 1 }),
      measure: 'requests' as const,
    }
    expect(counters.reserve(new CounterGroup([counter]), amounts(1)).granted).toBe(true)
    clock.setWallClock(-3_600_000)
    expect(counters.reserve(new CounterGroup([counter]), amounts(1)).granted).toBe(false)
    clock.setWallClock(7_200_000)
    expect(counters.reserve(new CounterGroup([counter]), amounts(1)).granted).toBe(false)
    await clock.advance(60_000)
    expect(counters.reserve(new CounterGroup([counter]), amounts(1)).granted).toBe(true)
  })

  it('gives back what was reserved under another limit of the same counter', async () => {
    const clock = virtualClock()
    const counters = createMemoryCounters(clock)
    const counter = (value: number) => ({
      key: 'k',

      rule: slidingRule({ unit: 'rpm', value }),
      measure: 'requests' as const,
    })
    await clock.advance(30_500)
    const kept = counters.reserve(new CounterGroup([counter(3)]), amounts(1))
    const abandoned = counters.reserve(new CounterGroup([counter(3)]), amounts(1))
    // Slots of a second in place of those of a millisecond.
    expect(counters.read(counter(400))).toBe(2)
    for (const [grant, used] of [
      [abandoned, 0],
      [kept, 1],
    ] as const)
      if (grant.granted) grant.settle(amounts(used))
    expect(counters.read(counter(400))).toBe(1)
    await clock.advance(62_000)
    expect(counters.read(counter(400))).toBe(0)
  })
})
