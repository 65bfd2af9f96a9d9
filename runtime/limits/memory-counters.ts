// Counters in process memory: exact within one process.
import type { Clock } from '../values/ports.ts'
import {
  amountOf,
  type CallAmounts,
  type CounterGrant,
  type CounterReading,
  type CounterRefusal,
  type LimitCounter,
  type LimitCounters,
} from './counters.ts'
import { MemoryGrant, OpenGrants } from './memory-grant.ts'
import { SlotCounter } from './slot-counter.ts'

/** Counters beyond this number make room: clients choose the values of metadata by which calls are grouped. */
const MAX_COUNTERS = 100_000
/** How many counters are looked at when one more is created: those without use are removed. */
const SWEEP = 2

export interface LocalCounters extends LimitCounters {
  readonly reserve: (counters: readonly LimitCounter[], amounts: CallAmounts) => CounterGrant | CounterRefusal
  /** Counts what somebody else has admitted, who also alerts. */
  readonly record: (counters: readonly LimitCounter[], amounts: CallAmounts) => CounterGrant
}

export function createMemoryCounters(clock: Pick<Clock, 'now' | 'monotonic'>): LocalCounters {
  const byKey = new Map<string, SlotCounter>()
  const open = new OpenGrants()
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
      if (counter.isIdle(now, clock.now()) || byKey.size > MAX_COUNTERS) byKey.delete(key)
    }
    swept = byKey.size
  }
  const slotCounter = ({ key, rule, seed }: LimitCounter): SlotCounter => {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const counter = new SlotCounter(rule, seed?.() ?? 0)
    byKey.set(key, counter)
    return counter
  }
  const refuse = (counters: readonly LimitCounter[], amounts: CallAmounts, now: number): CounterRefusal => ({
    granted: false,
    readings: counters.map((counter): CounterReading => {
      const slots = slotCounter(counter)
      const amount = amountOf(counter, amounts)
      const used = slots.used(counter.rule, now)
      const fits = used + amount <= counter.rule.limit
      return { used, fits, wait: fits ? 0 : slots.wait(amount, now) }
    }),
  })
  const admit = (
    counters: readonly LimitCounter[],
    slotCounters: readonly SlotCounter[],
    amounts: CallAmounts,
    alerts: boolean,
    now: number,
  ): CounterGrant => {
    const grant = new MemoryGrant(counters, slotCounters, amounts, now, alerts, open)
    // Afterwards: a new counter without use would be removed.
    if (byKey.size > swept) sweep(now)
    return grant
  }
  return {
    reserve: (counters, amounts) => {
      const now = time()
      open.expire(now)
      const slotCounters: SlotCounter[] = []
      for (const counter of counters) {
        const { rule } = counter
        const slots = slotCounter(counter)
        if (slots.used(rule, now) + amountOf(counter, amounts) > rule.limit)
          return refuse(counters, amounts, now)
        slotCounters.push(slots)
      }
      return admit(counters, slotCounters, amounts, true, now)
    },
    record: (counters, amounts) => {
      const now = time()
      open.expire(now)
      const slotCounters = counters.map(counter => {
        const slots = slotCounter(counter)
        slots.used(counter.rule, now)
        return slots
      })
      return admit(counters, slotCounters, amounts, false, now)
    },
    read: ({ key, rule, seed }) => {
      const now = time()
      open.expire(now)
      return byKey.get(key)?.used(rule, now) ?? seed?.() ?? 0
    },
    close: async () => {},
  }
}
