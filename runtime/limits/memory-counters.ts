// Counters in process memory: exact within one process.
import type { Clock } from '../values/ports.ts'
import {
  amountOf,
  type CallAmounts,
  type CounterGrant,
  type CounterGroup,
  type CounterReading,
  type CounterRefusal,
  type LimitCounter,
  type LimitCounters,
  OpenGrants,
} from './counters.ts'
import { MemoryGrant } from './memory-grant.ts'
import { SlotCounter } from './slot-counter.ts'

/** Counters beyond this number make room: clients choose the values of metadata by which calls are grouped. */
const MAX_COUNTERS = 100_000
/** How many counters are looked at when one more is created: those without use are removed. */
const SWEEP = 2

export interface LocalCounters extends LimitCounters {
  readonly reserve: (group: CounterGroup, amounts: CallAmounts) => CounterGrant | CounterRefusal
  /** Counts what another process has admitted, which also alerts. */
  readonly record: (group: CounterGroup, amounts: CallAmounts) => CounterGrant
}

export function createMemoryCounters(clock: Pick<Clock, 'now' | 'monotonic'>): LocalCounters {
  const byKey = new Map<string, SlotCounter>()
  const open = new OpenGrants<MemoryGrant>()
  /** Never set back. */
  const time = (): number => Math.floor(clock.monotonic())
  let sweeping = byKey.entries()
  /** How many counters there were after the last look. */
  let swept = 0

  const sweep = (now: number): void => {
    for (let count = 0; count < SWEEP; count += 1) {
      const next = sweeping.next()
      if (next.done === true) {
        sweeping = byKey.entries()
        break
      }
      const [key, counter] = next.value
      if (!counter.isIdle(now, clock.now()) && byKey.size <= MAX_COUNTERS) continue
      byKey.delete(key)
      counter.owner = undefined
    }
    swept = byKey.size
  }
  const slotCounter = ({ key, rule, seed }: LimitCounter): SlotCounter => {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const counter = new SlotCounter(byKey, rule, seed?.() ?? 0)
    byKey.set(key, counter)
    return counter
  }
  const placesOf = (group: CounterGroup): readonly SlotCounter[] => {
    const { places } = group
    if (places === undefined) return findPlaces(group)
    for (const { owner } of places) if (owner !== byKey) return findPlaces(group)
    // Only these counters name themselves as the owner of a place.
    return places as readonly SlotCounter[]
  }
  const findPlaces = (group: CounterGroup): readonly SlotCounter[] => {
    const places = group.counters.map(slotCounter)
    group.places = places
    return places
  }
  const refuse = (
    { counters }: CounterGroup,
    places: readonly SlotCounter[],
    amounts: CallAmounts,
    now: number,
  ): CounterRefusal => ({
    granted: false,
    readings: counters.map((counter, index): CounterReading => {
      const slots = places[index] as SlotCounter
      const amount = amountOf(counter, amounts)
      const used = slots.used(counter.rule, now)
      const fits = used + amount <= counter.rule.limit
      return { used, fits, wait: fits ? 0 : slots.wait(amount, now) }
    }),
  })
  const admit = (
    { counters }: CounterGroup,
    places: readonly SlotCounter[],
    amounts: CallAmounts,
    alerts: boolean,
    now: number,
  ): CounterGrant => {
    const grant = new MemoryGrant(counters, places, amounts, now, alerts, open)
    // Afterwards: a new counter without use would be removed.
    if (byKey.size > swept) sweep(now)
    return grant
  }
  return {
    reserve: (group, amounts) => {
      const now = time()
      open.expire(now)
      const { counters } = group
      const places = placesOf(group)
      for (let index = 0; index < counters.length; index += 1) {
        const counter = counters[index] as LimitCounter
        const used = (places[index] as SlotCounter).used(counter.rule, now)
        if (used + amountOf(counter, amounts) > counter.rule.limit) return refuse(group, places, amounts, now)
      }
      return admit(group, places, amounts, true, now)
    },
    record: (group, amounts) => {
      const now = time()
      open.expire(now)
      const places = placesOf(group)
      for (const [index, { rule }] of group.counters.entries()) places[index]?.used(rule, now)
      return admit(group, places, amounts, false, now)
    },
    read: ({ key, rule, seed }) => {
      const now = time()
      open.expire(now)
      return byKey.get(key)?.used(rule, now) ?? seed?.() ?? 0
    },
    isShared: false,
    close: async () => {},
  }
}
