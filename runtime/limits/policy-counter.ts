// The counter of a policy that a call is counted under: the same for all calls of an entity until the period ends.
import type { Clock, Ports } from '../values/ports.ts'
import type { FindPrice } from '../values/prices/find-price.ts'
import type { LimitCounter, LimitCounters } from './counters.ts'
import type { LinkedPolicy, RuleInForce } from './linked-policy.ts'
import type { SettlementQueue } from './settlement-queue.ts'
import { type BudgetPeriod, budgetKey, type UsageJournal } from './usage-journal.ts'

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
  readonly endOfTurn: Ports['endOfTurn']
  readonly price: FindPrice
  readonly journal: UsageJournal
  readonly onAlert: (alert: UsageAlert) => void
}

export interface PolicyCounter extends LimitCounter {
  readonly policy: LinkedPolicy
  readonly entity: string
  /** What the journal records it under; absent for rates. */
  readonly period: BudgetPeriod | undefined
  /** When the period ends, in milliseconds since the epoch; absent for rates, and where it never ends. */
  readonly end: number | undefined
}

export interface CountedPolicy extends LinkedPolicy {
  /** The counter of an entity now. */
  readonly counterOf: (entity: string) => PolicyCounter
  /** Forgets the counter of the last call: the usage of an entity was reset. */
  readonly renew: () => void
  /** The same as it is reserved where its conditions on the model do not hold for the client's name; undefined where it never is. */
  readonly atTargets: CountedPolicy | undefined
}

/** What limited calls are served with. */
export interface LimitedCallParts extends LimiterParts {
  readonly settlements: SettlementQueue
}

/** When the usage of entities was reset, by `entityKey`, in milliseconds since the epoch. */
export type UsageResets = ReadonlyMap<string, number>

/** When the usage of one entity was last reset, in milliseconds since the epoch; undefined for never. */
export interface UsageReset {
  readonly policy: string
  readonly entity: string
  readonly at: number | undefined
}

/** The identifier of an entity of a policy, in the map of resets. */
export const entityKey = (policy: string, entity: string): string => `${policy}:${entity}`

export function linkCounters(policy: LinkedPolicy, resets: UsageResets, parts: LimiterParts): CountedPolicy {
  /** That of the last call: a policy without groups has no other until its period ends. */
  let last: PolicyCounter | undefined
  const counterOf = (entity: string): PolicyCounter => {
    const inForce = policy.ruleAt(policy.kind === 'rate' ? 0 : parts.clock.now())
    if (last === undefined || last.entity !== entity || last.rule !== inForce.rule)
      last = createCounter(policy, entity, inForce, resets, parts)
    return last
  }
  const renew = (): void => {
    last = undefined
  }
  // The same object: there may be one for each key.
  const counted = Object.assign(policy, { counterOf, renew, atTargets: undefined })
  return policy.models === undefined || policy.atTarget
    ? counted
    : { ...counted, atTargets: { ...counted, atTarget: true } }
}

function createCounter(
  policy: LinkedPolicy,
  entity: string,
  { rule, period }: RuleInForce,
  resets: UsageResets,
  { journal, onAlert }: LimiterParts,
): PolicyCounter {
  const { id, measure, alertThreshold: amount } = policy
  // A reset begins a period of its own.
  const start = period && Math.max(period.start, resets.get(entityKey(id, entity)) ?? 0)
  const budget =
    start === undefined
      ? undefined
      : { policy: id, entity, start, key: budgetKey({ policy: id, entity, start }) }
  const end = period?.end
  return {
    policy,
    entity,
    key: start === undefined ? `${id}:${measure}:${entity}` : `${id}:${measure}:${start}:${entity}`,
    rule,
    measure,
    refusesAway: policy.refusesAway,
    period: budget,
    end,
    seed: budget && (() => journal.total(budget)),
    threshold:
      amount === undefined
        ? undefined
        : { amount, onReached: used => onAlert({ policy, entity, used, resetsAt: end }) },
  }
}
