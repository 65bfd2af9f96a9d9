// The policies that concern a call, and what follows from them for every call that they concern. Calls concerned by the same
// policies share one set, so that this is computed once.
import type { CallFacts } from './call-facts.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { ReservedPolicies } from './reserved-policies.ts'

/** When so many sets are remembered, all are made again: callers choose the values that policies select by. */
const MAX_SETS = 10_000

/** The policies that concern a call only since a target sends these names of models; they are reserved there. */
export type MatchSent = (facts: CallFacts, sent: readonly string[]) => readonly CountedPolicy[]

/** What all sets of an index share: which of them are remembered, and by what they were extended. */
export class PolicySets {
  /** Undefined where no policy depends on the model. */
  readonly matchSent: MatchSent | undefined
  #remembered = 0
  /** The sets that have an extension by a policy. */
  readonly #extended = new Map<CountedPolicy, Set<PolicySet>>()

  constructor(matchSent: MatchSent | undefined) {
    this.matchSent = matchSent
  }

  get isFull(): boolean {
    return this.#remembered >= MAX_SETS
  }

  /** The set has an extension by the policy. */
  remember(set: PolicySet, policy: CountedPolicy): void {
    this.#remembered += 1
    const sets = this.#extended.get(policy)
    if (sets === undefined) this.#extended.set(policy, new Set([set]))
    else sets.add(set)
  }

  /** Forgets all sets with a policy that is not in effect any more. */
  remove(policy: CountedPolicy): void {
    for (const each of policy.atTargets === undefined ? [policy] : [policy, policy.atTargets]) {
      const sets = this.#extended.get(each) ?? []
      this.#extended.delete(each)
      for (const set of sets) this.#forget(set.without(each))
    }
  }

  /** The extensions of a set that is not used any more. */
  #forget(set: PolicySet | undefined): void {
    if (set === undefined) return
    this.#remembered -= 1
    for (const [policy, next] of set.extensions()) {
      const sets = this.#extended.get(policy)
      sets?.delete(set)
      if (sets?.size === 0) this.#extended.delete(policy)
      this.#forget(next)
    }
  }
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
  readonly index: PolicySets
  /** The set with one more policy: that of the last call, and all. */
  #added: CountedPolicy | undefined = undefined
  #next: PolicySet | undefined = undefined
  #nextSets: Map<CountedPolicy, PolicySet> | undefined = undefined

  constructor(policies: readonly CountedPolicy[], index: PolicySets) {
    this.policies = policies
    this.ofCall = new ReservedPolicies(policies.filter(({ atTarget }) => !atTarget))
    this.atTargets = new ReservedPolicies(policies.filter(({ atTarget }) => atTarget))
    this.isMetered = policies.some(({ measure }) => measure !== 'requests')
    this.measuresCost = policies.some(({ measure }) => measure === 'cost')
    this.readsModels = index.matchSent !== undefined
    this.dependsOnTargets = this.isMetered || this.readsModels || this.atTargets.policies.length > 0
    this.index = index
  }

  /** The set with the policies that concern the call at a target that sends these names. */
  forTarget(facts: CallFacts, sent: readonly string[]): PolicySet {
    let set: PolicySet = this
    for (const policy of this.index.matchSent?.(facts, sent) ?? []) set = set.with(policy)
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

  /** Those that are remembered. */
  extensions(): Iterable<readonly [CountedPolicy, PolicySet]> {
    return this.#nextSets ?? []
  }

  /** Forgets the set with this policy, and returns it. */
  without(policy: CountedPolicy): PolicySet | undefined {
    const next = this.#nextSets?.get(policy)
    this.#nextSets?.delete(policy)
    if (this.#added === policy) {
      this.#added = undefined
      this.#next = undefined
    }
    return next
  }

  #extend(policy: CountedPolicy): PolicySet {
    const next = new PolicySet([...this.policies, policy], this.index)
    this.index.remember(this, policy)
    this.#nextSets ??= new Map()
    this.#nextSets.set(policy, next)
    return next
  }
}
