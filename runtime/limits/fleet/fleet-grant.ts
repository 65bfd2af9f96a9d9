// What a call has reserved of shared counters, until it is settled. Estimates that are not settled expire.
import {
  type CallAmounts,
  type CounterGrant,
  isEstimated,
  type LimitCounter,
  measuredAmount,
  type OpenGrant,
  type OpenGrants,
  RESERVATION_LIFE,
} from '../counters.ts'
import type { Place, ProcessAmounts } from './process-amounts.ts'

export interface GrantedAmount {
  readonly counter: LimitCounter
  readonly own: ProcessAmounts
  /** Reported of what changes. */
  readonly ledger: { readonly changed: (own: ProcessAmounts, threshold: LimitCounter['threshold']) => void }
  readonly amount: number
  readonly place: Place
  /** The slot of what was admitted without a decision of the store. */
  readonly alone: number | undefined
}

export class FleetGrant implements CounterGrant, OpenGrant<FleetGrant> {
  readonly granted = true
  older: FleetGrant | undefined = undefined
  newer: FleetGrant | undefined = undefined
  readonly used: readonly number[]
  readonly limits?: readonly number[]
  readonly expiresAt: number
  readonly #amounts: readonly GrantedAmount[]
  readonly #open: OpenGrants<FleetGrant>
  #isSettled = false
  #isExpired = false

  constructor(
    amounts: readonly GrantedAmount[],
    used: readonly number[],
    limits: readonly number[] | undefined,
    open: OpenGrants<FleetGrant>,
    now: number,
  ) {
    this.#amounts = amounts
    this.used = used
    if (limits !== undefined) this.limits = limits
    this.#open = open
    this.expiresAt = now + RESERVATION_LIFE
    for (const { own } of amounts) own.open += 1
    open.add(this)
  }

  settle(used: CallAmounts): void {
    if (this.#isSettled) return
    this.#isSettled = true
    if (!this.#isExpired) this.#open.remove(this)
    for (const granted of this.#amounts) {
      const { counter, own, ledger, amount, place, alone } = granted
      const actual = measuredAmount(counter.measure, used)
      own.open -= 1
      if (isEstimated(counter)) {
        if (!this.#isExpired) own.change(place, -amount, false)
        own.change(place, actual, true)
      } else own.change(place, actual - amount, true)
      if (alone !== undefined)
        own.adjustAlone(alone, place.width, actual - (this.#isExpired && isEstimated(counter) ? 0 : amount))
      ledger.changed(own, counter.threshold)
    }
  }

  /** Gives the estimates back; that it is one request stays counted. */
  expire(): void {
    this.#isExpired = true
    for (const { counter, own, ledger, amount, place, alone } of this.#amounts)
      if (isEstimated(counter)) {
        own.change(place, -amount, false)
        if (alone !== undefined) own.adjustAlone(alone, place.width, -amount)
        ledger.changed(own, undefined)
      }
  }
}
