// What a call has reserved before its body has arrived: limits of requests that depend on nothing but its key. A caller whose bodies do not
// arrive has as many of them on their way as its limits allow.
import type { Awaitable } from '../values/awaitable.ts'
import type { LimitRefusal } from '../values/call-limits.ts'
import type { CallFacts } from './call-facts.ts'
import { type CounterGrant, type CounterRefusal, NOTHING_USED } from './counters.ts'
import { refusalOf } from './limit-headers.ts'
import type { Reservation } from './open-target.ts'
import type { LimitedCallParts } from './policy-counter.ts'
import type { PolicyCounters, ReservedPolicies } from './reserved-policies.ts'

const AMOUNTS = { requests: 1, tokens: 0, cost: 0, concurrent: 1 }

export class HeadReservation {
  /** Why the call is refused, once that is known. */
  readonly refusal: Awaitable<LimitRefusal | undefined>
  /** The name of the limit that refuses it; empty if none does. */
  limit = ''
  #reservation: Reservation | undefined = undefined
  #isReleased = false

  constructor(
    reserved: ReservedPolicies,
    facts: CallFacts,
    { clock, counters, settlements }: LimitedCallParts,
  ) {
    const group = reserved.countersOf(facts, undefined, clock)
    const result = counters.reserve(group, AMOUNTS)
    if (result instanceof Promise) this.refusal = result.then(arrived => this.#take(group, arrived))
    else
      this.refusal = this.#take(
        group,
        // Perhaps because of calls that have ended and were not settled.
        !result.granted && settlements.settle()
          ? (counters.reserve(group, AMOUNTS) as typeof result)
          : result,
      )
  }

  /** What was reserved, which is the call's from now on. */
  take(): Reservation | undefined {
    const reservation = this.#reservation
    this.#reservation = undefined
    return reservation
  }

  /** The call has ended before it took anything. */
  release(): void {
    this.#isReleased = true
    this.take()?.result.settle(NOTHING_USED)
  }

  #take({ counters }: PolicyCounters, result: CounterGrant | CounterRefusal): LimitRefusal | undefined {
    if (!result.granted) {
      const { policy, ...refusal } = refusalOf({ counters, result })
      this.limit = policy.name
      return refusal
    }
    this.#reservation = { counters, result }
    if (this.#isReleased) this.release()
    return undefined
  }
}
