// Counters in process memory: exact within one process.
import type { Clock } from '../values/ports.ts'
import type { CounterGrant, CounterReading, CounterRefusal, LimitCounter, LimitCounters } from './counters.ts'
import { SlotCounter, type SlotReservation } from './slot-counter.ts'

/** Counters beyond this number make room: clients choose the values of metadata by which calls are grouped. */
const MAX_COUNTERS = 100_000
/** How many counters are looked at when one more is created: those without use are removed. */
const SWEEP = 2

export interface LocalCounters extends LimitCounters {
  readonly reserve: (
    counters: readonly LimitCounter[],
    amounts: readonly number[],
  ) => CounterGrant | CounterRefusal
  /** Counts what somebody else has admitted, who also alerts. */
  readonly record: (counters: readonly LimitCounter[], amounts: readonly number[]) => CounterGrant
}

export function createMemoryCounters(clock: Pick<Clock, 'now' | 'monotonic'>): LocalCounters {
  const byKey = new Map<string, SlotCounter>()
  const origin = clock.now() - clock.monotonic()
  /** Never set back. */
  const time = (): number => Math.floor(origin + clock.monotonic())
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
      if (counter.isIdle(now) || byKey.size > MAX_COUNTERS) byKey.delete(key)
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
    amounts: readonly number[],
    now: number,
  ): readonly SlotReservation[] =>
    counters.map((counter, index) => slotCounter(counter).examine(counter, amounts[index] ?? 0, now))

  const admit = (
    reservations: readonly SlotReservation[],
    alerting: readonly LimitCounter[],
    now: number,
  ): CounterGrant => {
    for (const reservation of reservations) reservation.counter.reserve(reservation, now)
    // Afterwards: a new counter without use would be removed.
    if (byKey.size > swept) sweep(now)
    return new MemoryGrant(reservations, alerting)
  }
  return {
    reserve: (counters, amounts) => {
      const now = time()
      const readings = examine(counters, amounts, now)
      return readings.every(fits) ? admit(readings, counters, now) : { granted: false, readings }
    },
    record: (counters, amounts) => {
      const now = time()
      return admit(examine(counters, amounts, now), [], now)
    },
    read: ({ key, rule, seed }) => byKey.get(key)?.used(rule, time()) ?? seed?.() ?? 0,
    close: async () => {},
  }
}

const fits = (reading: CounterReading): boolean => reading.fits

class MemoryGrant implements CounterGrant {
  readonly granted = true
  readonly readings: readonly SlotReservation[]
  readonly #alerting: readonly LimitCounter[]
  #isSettled = false

  /** `alerting` are the counters whose thresholds are watched, in the order of the reservations. */
  constructor(reservations: readonly SlotReservation[], alerting: readonly LimitCounter[]) {
    this.readings = reservations
    this.#alerting = alerting
  }

  settle(amounts: readonly number[]): void {
    if (this.#isSettled) return
    this.#isSettled = true
    for (let index = 0; index < this.readings.length; index += 1) {
      const reservation = this.readings[index]
      if (reservation === undefined) continue
      const { counter } = reservation
      counter.settle(reservation, amounts[index] ?? 0)
      const threshold = this.#alerting[index]?.threshold
      if (threshold !== undefined && counter.reaches(threshold.amount)) threshold.onReached(counter.total)
    }
  }
}
