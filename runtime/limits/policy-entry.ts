// What a policy counts of one call: an entry of its counter, and what is needed when it is settled.
import type { Clock } from '../values/ports.ts'
import type { ProviderFacts } from './call-facts.ts'
import type { CounterEntry, LimitCounters } from './counters.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import type { FindPrice } from './measured-usage.ts'
import type { BudgetPeriod, UsageJournal } from './usage-journal.ts'

export interface UsageAlert {
  readonly policy: LinkedPolicy
  readonly entity: string
  readonly used: number
  /** Milliseconds since the epoch; absent for never. */
  readonly resetsAt: number | undefined
}

export interface LimiterParts {
  readonly counters: LimitCounters
  readonly clock: Pick<Clock, 'now'>
  readonly price: FindPrice
  readonly journal: UsageJournal
  readonly onAlert: (alert: UsageAlert) => void
  /** Separates gateways that share counters. */
  readonly name: string
}

/** The entry of a policy for a call, and what is needed when it is settled. */
export interface PolicyEntry {
  readonly policy: LinkedPolicy
  readonly entry: CounterEntry
  readonly period: BudgetPeriod | undefined
  readonly end: number | undefined
}

export type CreateEntry = (
  policy: LinkedPolicy,
  amount: number,
  provider: ProviderFacts | undefined,
) => PolicyEntry
