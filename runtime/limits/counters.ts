// The contract of counters: one algorithm for rates and budgets. All entries of a call are reserved at once or none is, a
// reservation is settled into the slot it was made in, and one that is never settled expires by itself. Integers only.
import type { UsagePolicy } from '../../schemas/generated/types.ts'
import type { Awaitable } from '../values/awaitable.ts'

/** What limits count: also requests that are in flight. */
export type Measure = UsagePolicy['type'] | 'concurrent'

/** What a call may use, or has used. */
export type CallAmounts = { readonly [measure in Measure]: number }

/**
 * Amounts are stored in slots of `width` milliseconds. A slot counts until the last moment it may hold has left the window,
 * so that no window ever holds more than the limit.
 */
export interface CounterRule {
  readonly limit: number
  /** Milliseconds of the sliding window; 0 for a budget, whose period is in its key. */
  readonly length: number
  /** Milliseconds of a slot; 0 for a budget, which has one. */
  readonly width: number
  /** Milliseconds since the epoch after which a budget is not needed any more; absent if its period never ends. */
  readonly until?: number
  /** Counts only what is not settled: the length is 0, and where processes share it each has a lease (`fleet/process-amounts.ts`). */
  readonly isHeld?: true
}

/** What is counted under one key, by one rule. Calls that are counted alike share it. */
export interface LimitCounter {
  readonly key: string
  readonly rule: CounterRule
  /** What it counts of a call. Tokens and cost are reserved as estimates, which expire; that it is one request is final, and that it is in flight ends when it is settled. */
  readonly measure: Measure
  /** What a budget starts from where its counter is not known. */
  readonly seed?: (() => number) | undefined
  /** Nothing is admitted while a store that several processes share does not decide. */
  readonly refusesAway?: boolean
  /** Called once when the counter has reached the threshold, and again for a higher one. */
  readonly threshold?: { readonly amount: number; readonly onReached: (used: number) => void } | undefined
}

/** Where counters in memory store the amounts of a key, so that it is not looked up for each call. */
export interface CounterPlace {
  /** The counters that it belongs to; undefined once they have forgotten it. */
  readonly owner: object | undefined
}

/** Counters that are reserved together: the same group for all calls that are counted alike. */
export class CounterGroup<C extends LimitCounter = LimitCounter> {
  readonly counters: readonly C[]
  /** Set by counters in memory. */
  places: readonly CounterPlace[] | undefined = undefined

  constructor(counters: readonly C[]) {
    this.counters = counters
  }
}

export interface CounterReading {
  readonly used: number
  /** False for the counters that caused a refusal. */
  readonly fits: boolean
  /** Milliseconds until there is room for the amount; 0 where it fits. A budget has no answer: undefined. */
  readonly wait: number | undefined
}

export interface CounterGrant {
  readonly granted: true
  /** What is used of each counter, with the reservation. */
  readonly used: readonly number[]
  /** The limits that were applied, where they are not those of the counters. */
  readonly limits?: readonly number[]
  /** Replaces what was reserved by what was used. Only the first call counts. */
  readonly settle: (used: CallAmounts) => void
}

export interface CounterRefusal {
  readonly granted: false
  readonly readings: readonly CounterReading[]
  /** The place of a counter that admits nothing while the store is unavailable; there are no readings then. */
  readonly away?: number
  /** The limits that were applied, where they are not those of the counters. */
  readonly limits?: readonly number[]
}

export interface LimitCounters {
  /** Reserves the amounts in all counters or in none. A promise only where instances must agree. */
  readonly reserve: (group: CounterGroup, amounts: CallAmounts) => Awaitable<CounterGrant | CounterRefusal>
  /** What is used of a counter now. */
  readonly read: (counter: LimitCounter) => Awaitable<number>
  /** Other processes count here too: what a call did not use is given back to them at once. */
  readonly isShared: boolean
  readonly close: () => Promise<void>
}

export const NOTHING_USED: CallAmounts = { requests: 0, tokens: 0, cost: 0, concurrent: 0 }

/** One of the amounts. By name, as this is done for each counter of each call, and a look-up by a variable name is slow. */
export const measuredAmount = (measure: Measure, amounts: CallAmounts): number =>
  measure === 'requests'
    ? amounts.requests
    : measure === 'tokens'
      ? amounts.tokens
      : measure === 'cost'
        ? amounts.cost
        : amounts.concurrent

/** What is reserved of a counter: a call that could never fit is admitted where nothing else is used. */
export function amountOf({ measure, rule: { limit } }: LimitCounter, amounts: CallAmounts): number {
  const amount = measuredAmount(measure, amounts)
  return amount <= limit || amount <= 1 ? amount : Math.max(limit, 1)
}

export const isEstimated = ({ measure }: LimitCounter): boolean => measure === 'tokens' || measure === 'cost'

/** Milliseconds after which an estimate that was not settled expires: no call takes longer than the longest timeout. */
export const RESERVATION_LIFE = 3_600_000

export interface OpenGrant<Grant> {
  older: Grant | undefined
  newer: Grant | undefined
  /** By the monotonic clock, in milliseconds. */
  readonly expiresAt: number
  readonly expire: () => void
}

/**
 * The grants that are not settled, the oldest first: all live equally long, so that one expires first. They are linked rather than in a
 * `Set`, whose old tables retain what they held (see ../http/serve-request.ts).
 */
export class OpenGrants<Grant extends OpenGrant<Grant>> {
  #oldest: Grant | undefined
  #newest: Grant | undefined

  add(grant: Grant): void {
    grant.older = this.#newest
    if (this.#newest === undefined) this.#oldest = grant
    else this.#newest.newer = grant
    this.#newest = grant
  }

  remove(grant: Grant): void {
    const { older, newer } = grant
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    grant.older = undefined
    grant.newer = undefined
  }

  expire(now: number): void {
    while (this.#oldest !== undefined && this.#oldest.expiresAt <= now) {
      const grant = this.#oldest
      this.remove(grant)
      grant.expire()
    }
  }
}
