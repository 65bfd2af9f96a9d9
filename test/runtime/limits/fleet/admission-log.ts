// What a fleet has admitted, by which its limits are judged, with what section 30 (D4) of the semantics allows beyond them.
import { type CounterGrant, NOTHING_USED } from '../../../../runtime/limits/counters.ts'
import { amountsOf, COUNTERS } from './world-counters.ts'

export interface Admitted {
  readonly process: string
  readonly time: number
  readonly counter: number
  readonly grant: CounterGrant
  readonly reserved: number
  amount: number
  isSettled: boolean
}

/** Decisions are made up to so many milliseconds after the call, so that windows of the log are shorter by as much. */
const BLUR = 5_000

const sumOf = (entries: readonly Admitted[]): number => entries.reduce((sum, { amount }) => sum + amount, 0)

export class AdmissionLog {
  readonly #entries: Admitted[] = []
  readonly #slack = COUNTERS.map(() => 0)
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  add(entry: Admitted): void {
    this.#entries.push(entry)
  }

  /** Ends one of the open calls, which has used so much. */
  settle(call: number, actual: number): void {
    const open = this.#entries.filter(each => !each.isSettled)
    const settled = open[call % Math.max(1, open.length)]
    if (settled === undefined) return
    settled.isSettled = true
    const isRequest = COUNTERS[settled.counter]?.measure === 'requests'
    settled.amount = isRequest ? Math.min(1, actual) : actual
    settled.grant.settle(settled.amount === 0 ? NOTHING_USED : amountsOf(settled.amount))
  }

  /** More than the limit of a counter may be admitted from now on. */
  allow(counter: number, amount: number): void {
    this.#slack[counter] = (this.#slack[counter] ?? 0) + amount
  }

  /** In the last `length` milliseconds. */
  used(counter: number, length = Number.POSITIVE_INFINITY): number {
    const since = this.#now() - length
    return sumOf(this.#entries.filter(each => each.counter === counter && each.time > since))
  }

  usedBy(process: string, counter: number): number {
    return sumOf(this.#entries.filter(each => each.counter === counter && each.process === process))
  }

  /** No window and no budget has more than its limit and the slack. */
  check(): void {
    for (const [index, { rule }] of COUNTERS.entries()) {
      const used = this.used(index, rule.length === 0 ? undefined : rule.length - BLUR)
      const allowed = rule.limit + (this.#slack[index] ?? 0) + this.#overshoot(index)
      if (used > allowed)
        throw new Error(
          `Counter ${index}: ${used} were admitted; ${rule.limit} and ${allowed - rule.limit} are allowed.`,
        )
    }
  }

  /** What calls have used beyond their reservations. */
  #overshoot(counter: number): number {
    return this.#entries
      .filter(each => each.counter === counter)
      .reduce((sum, { amount, reserved }) => sum + Math.max(0, amount - reserved), 0)
  }
}
