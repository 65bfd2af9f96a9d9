// Policies that are reserved at once, and their counters for a call. Without groups and conditions on the provider these are the
// same for all calls until a period ends, and are not looked for again.
import type { Clock } from '../values/ports.ts'
import type { CallFacts, TargetFacts } from './call-facts.ts'
import { CounterGroup } from './counters.ts'
import { normalizeModel } from './model-conditions.ts'
import type { CountedPolicy, PolicyCounter } from './policy-counter.ts'

/** The counters of a call. */
export type PolicyCounters = CounterGroup<PolicyCounter>

export class ReservedPolicies {
  readonly policies: readonly CountedPolicy[]
  /** A policy may refuse calls whose usage cannot be counted. */
  readonly mayRefuseUncounted: boolean
  /** A policy may refuse calls whose price is unknown. */
  readonly mayRefuseUnpriced: boolean
  readonly #isConstant: boolean
  readonly #hasPeriods: boolean
  #group: PolicyCounters | undefined = undefined
  /** When the group holds, in milliseconds since the epoch. */
  #from = Number.NEGATIVE_INFINITY
  #until = Number.POSITIVE_INFINITY

  constructor(policies: readonly CountedPolicy[]) {
    this.policies = policies
    this.mayRefuseUncounted = policies.some(refusesUncounted)
    this.mayRefuseUnpriced = policies.some(({ refusesUnpriced }) => refusesUnpriced)
    this.#isConstant = policies.every(isConstant)
    this.#hasPeriods = policies.some(({ kind }) => kind === 'usage')
  }

  /** `called` is the target, where the policies depend on it. */
  countersOf(facts: CallFacts, called: TargetFacts | undefined, clock: Pick<Clock, 'now'>): PolicyCounters {
    if (!this.#isConstant) return this.#select(facts, called)
    const now = this.#hasPeriods ? clock.now() : 0
    return this.#group !== undefined && now >= this.#from && now < this.#until
      ? this.#group
      : this.#renew(facts, called, now)
  }

  /** The first that refuses a call whose usage cannot be counted. */
  uncounted(facts: CallFacts, called: TargetFacts | undefined): CountedPolicy | undefined {
    return this.policies.find(policy => refusesUncounted(policy) && concerns(policy, facts, called))
  }

  /** The first that refuses a call whose price is unknown. */
  unpriced(facts: CallFacts, called: TargetFacts): CountedPolicy | undefined {
    return this.policies.find(policy => policy.refusesUnpriced && concerns(policy, facts, called))
  }

  #select(facts: CallFacts, called: TargetFacts | undefined): PolicyCounters {
    const counters: PolicyCounter[] = []
    for (const policy of this.policies)
      if (concerns(policy, facts, called)) counters.push(policy.counterOf(policy.entityOf(facts, called)))
    return new CounterGroup(counters)
  }

  #renew(facts: CallFacts, called: TargetFacts | undefined, now: number): PolicyCounters {
    const periods = this.policies.flatMap(({ ruleAt }) => ruleAt(now).period ?? [])
    this.#from = Math.max(Number.NEGATIVE_INFINITY, ...periods.map(({ start }) => start))
    this.#until = Math.min(
      Number.POSITIVE_INFINITY,
      ...periods.map(({ end = Number.POSITIVE_INFINITY }) => end),
    )
    this.#group = this.#select(facts, called)
    return this.#group
  }
}

const refusesUncounted = ({ measure, allowsUncounted }: CountedPolicy): boolean =>
  (measure === 'tokens' || measure === 'cost') && !allowsUncounted

/** Whether all calls that it concerns have the same counter, until its period ends. */
const isConstant = ({ isGrouped, selectsProviders, models, atTarget }: CountedPolicy): boolean =>
  !isGrouped && !selectsProviders && (models === undefined || !atTarget)

/** Whether its conditions on the target hold. */
export const concerns = (
  { matchesProvider, models }: Pick<CountedPolicy, 'matchesProvider' | 'models'>,
  { model }: Pick<CallFacts, 'model'>,
  called: TargetFacts | undefined,
): boolean =>
  called === undefined ||
  (matchesProvider(called) &&
    (models === undefined || models.hold(model && normalizeModel(model), called.models)))
