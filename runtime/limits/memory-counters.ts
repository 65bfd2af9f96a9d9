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
import { SlotCounter } from './slot-counter.ts'

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
  const counterOf = ({ key, rule, seed = 0 }: CounterEntry): SlotCounter => {
    const known = counters.get(key)
    if (known !== undefined) {
      known.rule = rule
      return known.counter
    }
    const counter = new SlotCounter(rule, seed)
    counters.set(key, { counter, rule })
    return counter
  }

  const admit = (
    entries: readonly CounterEntry[],
    found: readonly SlotCounter[],
    now: number,
  ): CounterGrant => {
    const settlements = entries.map((entry, index) =>
      found[index]?.reserve(entry.amount, entry.isEstimate, now),
    )
    const readings = entries.map((entry, index) => readingOf(found[index]?.used(entry.rule, now) ?? 0))
    // Afterwards: a new counter without use would be removed.
    if (counters.size > swept) sweep(now)
    let isSettled = false
    return {
      granted: true,
      readings,
      settle: amounts => {
        if (isSettled) return
        isSettled = true
        for (const [index, entry] of entries.entries()) {
          settlements[index]?.(amounts[index] ?? 0)
          const { threshold } = entry
          if (threshold !== undefined && found[index]?.reaches(threshold.amount) === true)
            threshold.onReached(found[index]?.used(entry.rule, now) ?? 0)
        }
      },
    }
  }

  const reserve: LocalCounters['reserve'] = entries => {
    const now = time()
    const found = entries.map(counterOf)
    const fits = entries.map(
      ({ rule, amount }, index) => (found[index]?.used(rule, now) ?? 0) + amount <= rule.limit,
    )
    if (!fits.includes(false)) return admit(entries, found, now)
    const readings = entries.map(({ rule, amount }, index): CounterReading => {
      const counter = found[index]
      const used = counter?.used(rule, now) ?? 0
      return fits[index] === true
        ? readingOf(used)
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
      return counters.get(entry.key)?.counter.used(entry.rule, now) ?? entry.seed ?? 0
    },
    close: async () => {},
  }
}

const readingOf = (used: number): CounterReading => ({ used, fits: true, wait: 0 })
