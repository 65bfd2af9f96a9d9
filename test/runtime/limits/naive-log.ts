// The definition of a sliding window, written from its text: every admitted amount with its time. Slow, and never wrong.
import { type CounterRule, RESERVATION_LIFE } from '../../../runtime/limits/counters.ts'

interface LoggedAmount {
  readonly time: number
  readonly isEstimate: boolean
  amount: number
  isSettled: boolean
}

export class NaiveLog {
  readonly #rule: CounterRule
  readonly #amounts: LoggedAmount[] = []

  constructor(rule: CounterRule) {
    this.#rule = rule
  }

  /** What was used within the window that ends now; `more` makes the window longer. */
  used(now: number, more = 0): number {
    const { length } = this.#rule
    return this.#amounts
      .filter(({ time }) => length === 0 || time > now - length - more)
      .filter(each => each.isSettled || !each.isEstimate || each.time + RESERVATION_LIFE > now)
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  /** Returns how to settle it. */
  add(time: number, amount: number, isEstimate: boolean): (actual: number) => void {
    const logged: LoggedAmount = { time, amount, isEstimate, isSettled: false }
    this.#amounts.push(logged)
    return actual => {
      logged.amount = actual
      logged.isSettled = true
    }
  }
}
