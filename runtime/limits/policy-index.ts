// All policies in effect, by a value that their calls must have: a policy that cannot concern a call costs it nothing. Edited in
// place, so that a change costs what it changes, however many policies there are.
import {
  type CallFacts,
  type CountedKind,
  kindOfCall,
  MODEL_KEY,
  type ReadFact,
  readerOf,
} from './call-facts.ts'
import { normalizeModel } from './model-conditions.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { PolicySet, PolicySets } from './policy-set.ts'

/**
 * The policies whose conditions hold for a call, those that depend on its targets not yet considered. Undefined without any, where
 * no target can add one.
 */
export type MatchPolicies = (facts: CallFacts) => PolicySet | undefined

interface Branch {
  readonly key: string
  readonly read: ReadFact
  readonly byValue: Map<string, CountedPolicy[]>
}

interface DerivedBranch {
  readonly read: ReadFact
  readonly policies: { readonly get: (value: string) => readonly CountedPolicy[] | undefined }
}

export class PolicyIndex {
  readonly #kinds: { readonly [kind in CountedKind]: KindIndex } = {
    model: new KindIndex(),
    mcp: new KindIndex(),
    agent: new KindIndex(),
  }

  add(policy: CountedPolicy): void {
    this.#kinds[policy.counts].add(policy)
  }

  remove(policy: CountedPolicy): void {
    this.#kinds[policy.counts].remove(policy)
  }

  /** Policies of which all that a value of the property has concern its calls of models. */
  derive(key: string, policies: DerivedBranch['policies']): void {
    const read = readerOf(key)
    if (read !== undefined) this.#kinds.model.derived = { read, policies }
  }

  /** Its counters are looked for again. */
  forget(policy: CountedPolicy): void {
    this.#kinds[policy.counts].forget(policy)
  }

  forgetDerived(policies: readonly CountedPolicy[]): void {
    this.#kinds.model.forgetDerived(policies)
  }

  match(facts: CallFacts): PolicySet | undefined {
    const kind = kindOfCall(facts)
    const { model, mcp, agent } = this.#kinds
    return (kind === 'model' ? model : kind === 'mcp' ? mcp : agent).match(facts)
  }
}

/** The policies that count one kind of calls. */
class KindIndex {
  /** Without an anchor and without conditions on the call: they concern every one. */
  readonly #unconditional: CountedPolicy[] = []
  /** Without an anchor: each call is compared with them. */
  readonly #conditional: CountedPolicy[] = []
  readonly #branches: Branch[] = []
  /** Looked at last, since it has the most sets, of which none is extended then. */
  derived: DerivedBranch | undefined = undefined
  /** How many policies depend on the model. */
  #ofModels = 0
  /** The set of the unconditional policies, of which all others are extensions; absent until a call needs it. */
  #shared: PolicySet | undefined = undefined

  add(policy: CountedPolicy): void {
    this.#countModels(policy, 1)
    const { anchor } = policy
    if (anchor !== undefined)
      for (const value of new Set(anchor.values)) this.#addTo(anchor.key, value, policy)
    else if (policy.isConditional) this.#conditional.push(policy)
    else {
      this.#unconditional.push(policy)
      this.#shared = undefined
    }
  }

  remove(policy: CountedPolicy): void {
    this.forget(policy)
    this.#countModels(policy, -1)
    const { anchor } = policy
    if (anchor === undefined)
      removeItem(policy.isConditional ? this.#conditional : this.#unconditional, policy)
    else for (const value of new Set(anchor.values)) this.#removeFrom(anchor.key, value, policy)
  }

  /** Sets with the policy are made again. */
  forget(policy: CountedPolicy): void {
    if (policy.anchor === undefined && !policy.isConditional) this.#shared = undefined
    else {
      this.#shared?.index.remove(policy)
      if (policy.atTargets !== undefined) this.#shared?.index.remove(policy.atTargets)
    }
  }

  forgetDerived(policies: readonly CountedPolicy[]): void {
    this.#shared?.index.remove(policies)
  }

  match(facts: CallFacts): PolicySet | undefined {
    if (this.#shared === undefined || this.#shared.index.isFull) this.#shared = this.#buildShared()
    let found = withMatches(this.#shared, this.#conditional, facts)
    for (const { read, byValue } of this.#branches) {
      const value = read(facts)
      const candidates = value === undefined ? undefined : byValue.get(value)
      if (candidates !== undefined) found = withMatches(found, candidates, facts)
    }
    if (this.derived !== undefined) {
      const { read, policies } = this.derived
      const value = read(facts)
      const candidates = value === undefined ? undefined : policies.get(value)
      if (candidates !== undefined) found = found.with(candidates)
    }
    return found.policies.length === 0 && !found.readsModels ? undefined : found
  }

  #buildShared(): PolicySet {
    let set = new PolicySet([], new PolicySets(this.#ofModels === 0 ? undefined : this.#matchSent))
    for (const policy of this.#unconditional) set = set.with(policy)
    return set
  }

  /** Sets know whether any policy depends on the model. */
  #countModels({ countsOnce }: CountedPolicy, change: 1 | -1): void {
    if (!countsOnce) return
    const before = this.#ofModels
    this.#ofModels += change
    if (before === 0 || this.#ofModels === 0) this.#shared = undefined
  }

  #addTo(key: string, value: string, policy: CountedPolicy): void {
    const branch = this.#branches.find(each => each.key === key) ?? this.#createBranch(key)
    const listed = branch?.byValue.get(value)
    if (listed === undefined) branch?.byValue.set(value, [policy])
    else listed.push(policy)
  }

  /** Undefined for a property that no call has. */
  #createBranch(key: string): Branch | undefined {
    const read = readerOf(key)
    if (read === undefined) return undefined
    const branch = { key, read, byValue: new Map<string, CountedPolicy[]>() }
    this.#branches.push(branch)
    return branch
  }

  #removeFrom(key: string, value: string, policy: CountedPolicy): void {
    const branch = this.#branches.find(each => each.key === key)
    const listed = branch?.byValue.get(value)
    if (branch === undefined || listed === undefined) return
    removeItem(listed, policy)
    if (listed.length > 0) return
    branch.byValue.delete(value)
    if (branch.byValue.size === 0) removeItem(this.#branches, branch)
  }

  /** The policies that are found by the model, and whose values the client's name is not among. */
  readonly #matchSent = (facts: CallFacts, sent: readonly string[]): readonly CountedPolicy[] => {
    const branch = this.#branches.find(({ key }) => key === MODEL_KEY)
    const client = branch?.read(facts)
    const names = sent.filter((name, index) => name !== client && sent.indexOf(name) === index)
    if (branch === undefined || names.length === 0) return NONE
    const known = client === undefined ? NONE : (branch.byValue.get(client) ?? NONE)
    const candidates = new Set(names.flatMap(name => branch.byValue.get(name) ?? NONE))
    return [...candidates].flatMap(policy =>
      known.includes(policy) ? NONE : (placed(policy, facts) ?? NONE),
    )
  }
}

const NONE: readonly CountedPolicy[] = []

function removeItem<Item>(list: Item[], item: Item): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

/** Adds the candidates whose conditions hold. */
function withMatches(given: PolicySet, candidates: readonly CountedPolicy[], facts: CallFacts): PolicySet {
  let found = given
  for (const candidate of candidates) {
    const policy = placed(candidate, facts)
    if (policy !== undefined) found = found.with(policy)
  }
  return found
}

/** The policy as it is reserved for a call; undefined where it cannot concern it. */
function placed(policy: CountedPolicy, facts: CallFacts): CountedPolicy | undefined {
  if (!policy.matches(facts)) return undefined
  const { models, atTargets } = policy
  if (models === undefined) return policy
  const client = facts.model && normalizeModel(facts.model)
  if (models.exclude(client)) return undefined
  return models.holdForClient(client) ? policy : (atTargets ?? policy)
}
