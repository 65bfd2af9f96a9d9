// The policies that concern a call, and what follows from them for every call that they concern. Calls concerned by the same
// policies share one set, so that this is computed once.
import type { CallFacts } from './call-facts.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { ReservedPolicies } from './reserved-policies.ts'

/** When so many sets are remembered, all are made again: callers choose the values that policies select by. */
const MAX_SETS = 10_000

/** The policies that concern a call only since a target sends these names of models; they are reserved there. */
export type MatchSent = (facts: CallFacts, sent: readonly string[]) => readonly CountedPolicy[]

/** What a set is extended by: a policy, or policies that concern the same calls. */
export type Extension = CountedPolicy | readonly CountedPolicy[]

/** What all sets of an index share: which of them are remembered, and by what they were extended. */
export class PolicySets {
  /** Undefined where no policy depends on the model. */
  readonly matchSent: MatchSent | undefined
  #remembered = 0
  /** The sets that have an extension: most extensions have one. */
  readonly #extended = new Map<Extension, PolicySet | Set<PolicySet>>()

  constructor(matchSent: MatchSent | undefined) {
    this.matchSent = matchSent
  }

  get isFull(): boolean {
    return this.#remembered >= MAX_SETS
  }

  /** The set has been extended. */
  remember(set: PolicySet, extension: Extension): void {
    this.#remembered += 1
    const sets = this.#extended.get(extension)
    if (sets === undefined) this.#extended.set(extension, set)
    else if (sets instanceof Set) sets.add(set)
    else this.#extended.set(extension, new Set([sets, set]))
  }

  /** Forgets all sets with policies that are not in effect any more. */
  remove(extension: Extension): void {
    const sets = this.#extended.get(extension)
    this.#extended.delete(extension)
    if (sets === undefined) return
    for (const set of sets instanceof Set ? sets : [sets]) this.#forget(set.without(extension))
  }

  /** A set that is not used any more. */
  #forget(set: PolicySet | undefined): void {
    if (set === undefined) return
    this.#remembered -= 1
    for (const [extension, next] of set.extensions()) {
      const sets = this.#extended.get(extension)
      if (sets instanceof Set) sets.delete(set)
      if (sets === set || (sets instanceof Set && sets.size === 0)) this.#extended.delete(extension)
      this.#forget(next)
    }
  }
}

const NOTHING_RESERVED = new ReservedPolicies([])

const reserved = (policies: readonly CountedPolicy[]): ReservedPolicies =>
  policies.length === 0 ? NOTHING_RESERVED : new ReservedPolicies(policies)

export class PolicySet {
  readonly policies: readonly CountedPolicy[]
  /** Reserved before the route runs. */
  readonly ofCall: ReservedPolicies
  /** Reserved at each target, since they depend on the provider. */
  readonly atTargets: ReservedPolicies
  /** Tokens or cost are counted. */
  readonly isMetered: boolean
  readonly measuresCost: boolean
  /** Requests in flight are counted: until the end of each reply. */
  readonly isHeld: boolean
  /** Anything is reserved or measured at targets. */
  readonly dependsOnTargets: boolean
  /** Whether policies may depend on the model that a target sends. */
  readonly readsModels: boolean
  readonly index: PolicySets
  #ofKey: ReservedPolicies | undefined = undefined
  #ofRequest: ReservedPolicies | undefined = undefined
  /** The extended sets: that of the last call, and all. */
  #added: Extension | undefined = undefined
  #next: PolicySet | undefined = undefined
  #nextSets: Map<Extension, PolicySet> | undefined = undefined

  constructor(policies: readonly CountedPolicy[], index: PolicySets) {
    this.policies = policies
    this.ofCall = reserved(policies.filter(({ atTarget }) => !atTarget))
    this.atTargets = reserved(policies.filter(({ atTarget }) => atTarget))
    this.isMetered = policies.some(({ measure }) => measure === 'tokens' || measure === 'cost')
    this.isHeld = policies.some(({ measure }) => measure === 'concurrent')
    this.measuresCost = policies.some(({ measure }) => measure === 'cost')
    this.readsModels = index.matchSent !== undefined
    this.dependsOnTargets = this.isMetered || this.readsModels || this.atTargets.policies.length > 0
    this.index = index
  }

  /** Of those of the call, what may be reserved before its body has arrived. */
  get ofKey(): ReservedPolicies {
    this.#ofKey ??= reserved(this.policies.filter(({ isOfKey }) => isOfKey))
    return this.#ofKey
  }

  /** The others. */
  get ofRequest(): ReservedPolicies {
    this.#ofRequest ??= reserved(this.policies.filter(({ atTarget, isOfKey }) => !atTarget && !isOfKey))
    return this.#ofRequest
  }

  /** The set with the policies that concern the call at a target that sends these names. */
  forTarget(facts: CallFacts, sent: readonly string[]): PolicySet {
    let set: PolicySet = this
    for (const policy of this.index.matchSent?.(facts, sent) ?? []) set = set.with(policy)
    return set
  }

  /** The set with more policies. */
  with(extension: Extension): PolicySet {
    if (this.#added === extension && this.#next !== undefined) return this.#next
    const next = this.#nextSets?.get(extension) ?? this.#extend(extension)
    this.#added = extension
    this.#next = next
    return next
  }

  extensions(): Iterable<readonly [Extension, PolicySet]> {
    return this.#nextSets ?? []
  }

  /** Forgets an extension, and returns it. */
  without(extension: Extension): PolicySet | undefined {
    const next = this.#nextSets?.get(extension)
    this.#nextSets?.delete(extension)
    if (this.#added === extension) {
      this.#added = undefined
      this.#next = undefined
    }
    return next
  }

  #extend(extension: Extension): PolicySet {
    const next = new PolicySet(this.policies.concat(extension), this.index)
    this.index.remember(this, extension)
    this.#nextSets ??= new Map()
    this.#nextSets.set(extension, next)
    return next
  }
}
