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
import { SlotCounter, type SlotReservation } from './slot-counter.ts'

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
  const examine = (
    counters: readonly LimitCounter[],
    amounts: CallAmounts,
    now: number,
  ): readonly SlotReservation[] =>
    counters.map(counter => slotCounter(counter).examine(counter, amountOf(counter, amounts), now))

  const admit = (reservations: readonly SlotReservation[], alerts: boolean, now: number): CounterGrant => {
    for (const reservation of reservations) reservation.slots.reserve(reservation, now)
    // Afterwards: a new counter without use would be removed.
    if (byKey.size > swept) sweep(now)
    return new MemoryGrant(reservations, alerts)
  }
  return {
    reserve: (counters, amounts) => {
      const now = time()
      const readings = examine(counters, amounts, now)
      return readings.every(fits) ? admit(readings, true, now) : { granted: false, readings }
    },
    record: (counters, amounts) => {
      const now = time()
      return admit(examine(counters, amounts, now), false, now)
    },
    read: ({ key, rule, seed }) => byKey.get(key)?.used(rule, time()) ?? seed?.() ?? 0,
    close: async () => {},
  }
}

const fits = (reading: CounterReading): boolean => reading.fits

class MemoryGrant implements CounterGrant {
  readonly granted = true
  readonly readings: readonly SlotReservation[]
  readonly #alerts: boolean
  #isSettled = false

  constructor(reservations: readonly SlotReservation[], alerts: boolean) {
    this.readings = reservations
    this.#alerts = alerts
  }

  settle(used: CallAmounts): void {
    if (this.#isSettled) return
    this.#isSettled = true
    for (const reservation of this.readings) {
      const { slots, counter } = reservation
      const { measure, threshold } = counter
      slots.settle(reservation, used[measure])
      if (this.#alerts && threshold !== undefined && slots.reaches(threshold.amount))
        threshold.onReached(slots.total)
    }
  }
}
