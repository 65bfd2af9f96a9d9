// What a call has reserved of counters in memory, until it is settled. Estimates that are not settled expire.
import {
  amountOf,
  type CallAmounts,
  type CounterGrant,
  isEstimated,
  type LimitCounter,
  measuredAmount,
  type OpenGrant,
  type OpenGrants,
  RESERVATION_LIFE,
} from './counters.ts'
import type { SlotCounter } from './slot-counter.ts'

export class MemoryGrant implements CounterGrant, OpenGrant<MemoryGrant> {
  readonly granted = true
  readonly used: number[]
  readonly expiresAt: number
  /** Its neighbours among those that are open. */
  older: MemoryGrant | undefined = undefined
  newer: MemoryGrant | undefined = undefined
  readonly #counters: readonly LimitCounter[]
  readonly #slotCounters: readonly SlotCounter[]
  readonly #reserved: CallAmounts
  readonly #slots: number[]
  readonly #alerts: boolean
  readonly #open: OpenGrants<MemoryGrant>
  #isSettled = false
  #isExpired = false

  /** Reserves at once: the caller has seen that there is room. */
  constructor(
    counters: readonly LimitCounter[],
    slotCounters: readonly SlotCounter[],
    reserved: CallAmounts,
    now: number,
    alerts: boolean,
    open: OpenGrants<MemoryGrant>,
  ) {
    this.#counters = counters
    this.#slotCounters = slotCounters
    this.#reserved = reserved
    this.#alerts = alerts
    this.#open = open
    this.expiresAt = now + RESERVATION_LIFE
    const count = counters.length
    // Of their final size: a list that grows reserves more than most calls need.
    this.#slots = new Array<number>(count)
    this.used = new Array<number>(count)
    for (let index = 0; index < count; index += 1) {
      const slots = slotCounters[index] as SlotCounter
      this.#slots[index] = slots.reserve(amountOf(counters[index] as LimitCounter, reserved), now)
      this.used[index] = slots.total
    }
    open.add(this)
  }

  settle(used: CallAmounts): void {
    if (this.#isSettled) return
    this.#isSettled = true
    if (!this.#isExpired) this.#open.remove(this)
    for (let index = 0; index < this.#counters.length; index += 1) {
      const counter = this.#counters[index] as LimitCounter
      const slots = this.#slotCounters[index] as SlotCounter
      const { measure, rule, threshold } = counter
      const reserved = this.#isExpired && isEstimated(counter) ? 0 : amountOf(counter, this.#reserved)
      slots.settle(this.#slots[index] ?? 0, rule.width, measuredAmount(measure, used) - reserved)
      if (this.#alerts && threshold !== undefined && slots.reaches(threshold.amount))
        threshold.onReached(slots.total)
    }
  }

  /** Gives the estimates back; that it is one request stays counted. */
  expire(): void {
    this.#isExpired = true
    for (const [index, counter] of this.#counters.entries())
      if (isEstimated(counter))
        this.#slotCounters[index]?.adjust(
          this.#slots[index] ?? 0,
          counter.rule.width,
          -amountOf(counter, this.#reserved),
        )
  }
}
