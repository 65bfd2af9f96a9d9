// Counters in process memory: exact within one process.
import type { Clock } from '../values/ports.ts'
import type {
  CounterEntry,
  CounterGrant,
  CounterReading,
  CounterRefusal,
  CounterRule,
  LimitCounters,
} from './counters.ts'
import { SlotCounter, type SlotReservation } from './slot-counter.ts'

/** Counters beyond this number make room: clients choose the values of metadata by which calls are grouped. */
const MAX_COUNTERS = 100_000
/** How many counters are looked at when one more is created: those without use are removed. */
const SWEEP = 2

export interface LocalCounters extends LimitCounters {
  readonly reserve: (entries: readonly CounterEntry[]) => CounterGrant | CounterRefusal
  /** Counts entries that somebody else has admitted. */
  readonly record: (entries: readonly CounterEntry[]) => CounterGrant
}

interface KnownCounter {
  readonly counter: SlotCounter
  rule: CounterRule
}

export function createMemoryCounters(clock: Pick<Clock, 'now' | 'monotonic'>): LocalCounters {
  const counters = new Map<string, KnownCounter>()
  const origin = clock.now() - clock.monotonic()
  /** Never set back. */
  const time = (): number => Math.floor(origin + clock.monotonic())
  let sweeping = counters.entries()
  /** How many counters there were after the last look. */
  let swept = 0

  const isIdle = ({ counter, rule }: KnownCounter, now: number): boolean =>
    rule.length > 0 ? counter.isIdle(rule, now) : rule.until !== undefined && rule.until <= now
  const sweep = (now: number): void => {
    for (let count = 0; count < SWEEP; count += 1) {
      const next = sweeping.next()
      if (next.done === true) {
        sweeping = counters.entries()
        break
      }
      const [key, known] = next.value
      if (isIdle(known, now) || counters.size > MAX_COUNTERS) counters.delete(key)
    }
    swept = counters.size
  }
  const counterOf = ({ key, rule, seed }: CounterEntry): SlotCounter => {
    const known = counters.get(key)
    if (known !== undefined) {
      known.rule = rule
      return known.counter
    }
    const counter = new SlotCounter(rule, seed?.() ?? 0)
    counters.set(key, { counter, rule })
    return counter
  }

  const admit = (
    entries: readonly CounterEntry[],
    found: readonly SlotCounter[],
    now: number,
  ): CounterGrant => {
    const grant = new MemoryGrant(entries, found, now)
    // Afterwards: a new counter without use would be removed.
    if (counters.size > swept) sweep(now)
    return grant
  }

  const reserve: LocalCounters['reserve'] = entries => {
    const now = time()
    const found: SlotCounter[] = []
    let isFull = false
    for (const entry of entries) {
      const counter = counterOf(entry)
      found.push(counter)
      if (counter.used(entry.rule, now) + entry.amount > entry.rule.limit) isFull = true
    }
    if (!isFull) return admit(entries, found, now)
    const readings = entries.map(({ rule, amount }, index): CounterReading => {
      const counter = found[index]
      const used = counter?.used(rule, now) ?? 0
      return used + amount <= rule.limit
        ? { used, fits: true, wait: 0 }
        : { used, fits: false, wait: counter?.wait(amount, rule.limit, now) }
    })
    return { granted: false, readings }
  }
  return {
    reserve,
    record: entries => {
      const now = time()
      const found = entries.map(entry => {
        const counter = counterOf(entry)
        counter.used(entry.rule, now)
        return counter
      })
      return admit(entries, found, now)
    },
    read: entry => {
      const now = time()
      return counters.get(entry.key)?.counter.used(entry.rule, now) ?? entry.seed?.() ?? 0
    },
    close: async () => {},
  }
}

class MemoryGrant implements CounterGrant {
  readonly granted = true
  readonly readings: CounterReading[] = []
  readonly #entries: readonly CounterEntry[]
  readonly #counters: readonly SlotCounter[]
  readonly #reservations: SlotReservation[] = []
  readonly #now: number
  #isSettled = false

  constructor(entries: readonly CounterEntry[], counters: readonly SlotCounter[], now: number) {
    this.#entries = entries
    this.#counters = counters
    this.#now = now
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index]
      const counter = counters[index]
      if (entry === undefined || counter === undefined) continue
      this.#reservations.push(counter.reserve(entry.amount, entry.isEstimate, now))
      this.readings.push({ used: counter.used(entry.rule, now), fits: true, wait: 0 })
    }
  }

  readonly settle = (amounts: readonly number[]): void => {
    if (this.#isSettled) return
    this.#isSettled = true
    for (let index = 0; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]
      const counter = this.#counters[index]
      const reserved = this.#reservations[index]
      if (entry === undefined || counter === undefined || reserved === undefined) continue
      counter.settle(reserved, amounts[index] ?? 0)
      const { threshold, rule } = entry
      if (threshold !== undefined && counter.reaches(threshold.amount))
        threshold.onReached(counter.used(rule, this.#now))
    }
  }
}
