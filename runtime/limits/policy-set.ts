// The policies that concern a call, and what follows from them for every call that they concern. Calls concerned by the same
// policies share one set, so that this is computed once.
import type { CallFacts } from './call-facts.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { ReservedPolicies } from './reserved-policies.ts'

/** Sets that are remembered: callers choose the values that policies select by. Others are made for each call. */
const MAX_SETS = 10_000

/** The policies that concern a call only since a target sends these names of models; they are reserved there. */
export type MatchSent = (facts: CallFacts, sent: readonly string[]) => readonly CountedPolicy[]

/** What all sets of an index share. */
export interface SetIndex {
  /** How many sets are remembered. */
  remembered: number
  /** Undefined where no policy depends on the model. */
  readonly matchSent: MatchSent | undefined
}

export class PolicySet {
  readonly policies: readonly CountedPolicy[]
  /** Reserved before the route runs. */
  readonly ofCall: ReservedPolicies
  /** Reserved at each target, since they depend on the provider. */
  readonly atTargets: ReservedPolicies
  /** Tokens or cost are counted. */
  readonly isMetered: boolean
  readonly measuresCost: boolean
  /** Anything is reserved or measured at targets. */
  readonly dependsOnTargets: boolean
  /** Whether policies may depend on the model that a target sends. */
  readonly readsModels: boolean
  readonly #index: SetIndex
  /** The set with one more policy: that of the last call, and all. */
  #added: CountedPolicy | undefined = undefined
  #next: PolicySet | undefined = undefined
  #nextSets: Map<CountedPolicy, PolicySet> | undefined = undefined

  constructor(policies: readonly CountedPolicy[], index: SetIndex) {
    this.policies = policies
    this.ofCall = new ReservedPolicies(policies.filter(({ atTarget }) => !atTarget))
    this.atTargets = new ReservedPolicies(policies.filter(({ atTarget }) => atTarget))
    this.isMetered = policies.some(({ measure }) => measure !== 'requests')
    this.measuresCost = policies.some(({ measure }) => measure === 'cost')
    this.readsModels = index.matchSent !== undefined
    this.dependsOnTargets = this.isMetered || this.readsModels || this.atTargets.policies.length > 0
    this.#index = index
  }

  /** The set with the policies that concern the call at a target that sends these names. */
  forTarget(facts: CallFacts, sent: readonly string[]): PolicySet {
    let set: PolicySet = this
    for (const policy of this.#index.matchSent?.(facts, sent) ?? []) set = set.with(policy)
    return set
  }

  /** The set with one more policy. */
  with(policy: CountedPolicy): PolicySet {
    if (this.#added === policy && this.#next !== undefined) return this.#next
    const next = this.#nextSets?.get(policy) ?? this.#extend(policy)
    this.#added = policy
    this.#next = next
    return next
  }

  #extend(policy: CountedPolicy): PolicySet {
    const next = new PolicySet([...this.policies, policy], this.#index)
    if (this.#index.remembered >= MAX_SETS) return next
    this.#index.remembered += 1
    this.#nextSets ??= new Map()
    this.#nextSets.set(policy, next)
    return next
  }
}
