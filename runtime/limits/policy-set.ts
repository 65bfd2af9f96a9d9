// The policies that concern a call, and what follows from them for every call that they concern. Calls concerned by the same
// policies share one set, so that this is worked out once.
import type { CountedPolicy } from './policy-counter.ts'
import { ReservedPolicies } from './reserved-policies.ts'

/** Sets that are remembered: callers choose the values that policies select by. Others are made for each call. */
const MAX_SETS = 10_000

interface SetCount {
  remembered: number
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
  readonly #count: SetCount
  /** The set with one more policy: that of the last call, and all. */
  #added: CountedPolicy | undefined = undefined
  #next: PolicySet | undefined = undefined
  #nextSets: Map<CountedPolicy, PolicySet> | undefined = undefined

  constructor(policies: readonly CountedPolicy[] = [], count: SetCount = { remembered: 0 }) {
    this.policies = policies
    this.ofCall = new ReservedPolicies(policies.filter(({ atTarget }) => !atTarget))
    this.atTargets = new ReservedPolicies(policies.filter(({ atTarget }) => atTarget))
    this.isMetered = policies.some(({ measure }) => measure !== 'requests')
    this.measuresCost = policies.some(({ measure }) => measure === 'cost')
    this.dependsOnTargets = this.isMetered || this.atTargets.policies.length > 0
    this.#count = count
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
    const next = new PolicySet([...this.policies, policy], this.#count)
    if (this.#count.remembered >= MAX_SETS) return next
    this.#count.remembered += 1
    this.#nextSets ??= new Map()
    this.#nextSets.set(policy, next)
    return next
  }
}
