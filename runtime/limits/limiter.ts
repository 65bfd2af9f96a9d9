// The policies in effect and their counters. Policies come from several sources and belong to owners: what changes of an owner is
// linked again, never for a request, and nothing else. Counters are stored by the identifier of a policy, so use survives a change.
import type { LimitPolicies, RatePolicy, UsagePolicy } from '../../schemas/generated/types.ts'
import type { Call } from '../values/call.ts'
import type { CallFacts } from './call-facts.ts'
import { DerivedOwners, type DerivedPolicies } from './derived-policies.ts'
import { HeadReservation } from './head-reservation.ts'
import { LimitedCall } from './limited-call.ts'
import { linkPolicy } from './linked-policy.ts'
import {
  type CountedPolicy,
  entityKey,
  type LimiterParts,
  linkCounters,
  type UsageReset,
} from './policy-counter.ts'
import { PolicyIndex } from './policy-index.ts'
import { SettlementQueue } from './settlement-queue.ts'

/** Who owns policies: the bundle, what was written by API, or the keys, profiles of keys, workspaces and providers of the store. */
export type PolicySource = 'bundle' | 'store' | 'keys' | 'profiles' | 'workspaces' | 'providers'

export interface Limiter {
  /** The limits of a call; undefined where no policy concerns it. Undefined itself if there are no policies; read it for each call. */
  readonly current: LimitCall | undefined
  /** Whether there may be limits that the key of a call decides. */
  readonly reservesHeads: boolean
  /** Reserves what the key of a call decides, before its body has arrived; undefined if that is nothing. */
  readonly reserveHead: (caller: KeyFacts) => HeadReservation | undefined
  /** Replaces the policies of one owner of a source: those that are equal stay as they are. Undefined for none. */
  readonly edit: (source: PolicySource, owner: string, policies: LimitPolicies | undefined) => void
  /** Policies that are linked when calls need them; to its owners others are added. */
  readonly derive: (policies: DerivedPolicies) => DerivedOwners
  /** Replaces the policies of all owners of a source by those of one. */
  readonly replace: (source: PolicySource, policies: LimitPolicies | undefined) => void
  /** Usage that was reset; `at` is undefined if the reset is withdrawn. */
  readonly reset: (reset: UsageReset) => void
  /** One of the policies in effect. */
  readonly policy: (kind: CountedPolicy['kind'], id: string) => CountedPolicy | undefined
  /** All of them, for reports: their number grows with the store. */
  readonly policies: () => readonly CountedPolicy[]
  /** How many policies have been linked since the start. */
  readonly linked: () => number
  /** What an entity has used of a budget now. */
  readonly used: (policy: CountedPolicy, entity: string) => number | Promise<number>
  /** Settles the calls that have ended, instead of waiting for others. */
  readonly settle: () => void
  /** Settles them, and writes the usage of budgets to where other processes read it. */
  readonly flush: () => Promise<void>
}

/** What is known of a call from its key. */
export type KeyFacts = Pick<CallFacts, 'workspace' | 'apiKey' | 'limitProfile'>

export type LimitCall = (call: Call, facts: CallFacts) => LimitedCall | undefined

/** The policies of an owner, by what they were linked from. */
type OwnedPolicies = ReadonlyMap<string, CountedPolicy>

const NONE: OwnedPolicies = new Map()
const NO_POLICIES: LimitPolicies = { rates: [], usages: [] }

/** The owner of sources that have one. */
const ONLY_OWNER = ''

export function createLimiter(limiterParts: LimiterParts): Limiter {
  const { endOfTurn, counters } = limiterParts
  const settlements = new SettlementQueue(endOfTurn, counters.isShared)
  const parts = { ...limiterParts, settlements }
  const sources = new Map<PolicySource, Map<string, OwnedPolicies>>()
  const resets = new Map<string, number>()
  const byId = { rate: new Map<string, CountedPolicy>(), usage: new Map<string, CountedPolicy>() }
  const index = new PolicyIndex()
  let linked = 0
  let ofKeys = 0

  const limit: LimitCall = (call, facts) => {
    const matching = index.match(facts)
    return matching && new LimitedCall(call, facts, matching, parts)
  }
  let derived: DerivedOwners | undefined
  const update = (): void => {
    const derivedOwners = derived?.size ?? 0
    limiter.current = byId.rate.size + byId.usage.size + derivedOwners === 0 ? undefined : limit
    limiter.reservesHeads = ofKeys + derivedOwners > 0
  }
  const link = (kind: CountedPolicy['kind'], policy: RatePolicy | UsagePolicy): CountedPolicy => {
    linked += 1
    return linkCounters(linkPolicy(kind, policy), resets, parts)
  }
  const add = ({ kind, policy }: GivenPolicy): CountedPolicy => {
    const counted = link(kind, policy)
    index.add(counted)
    if (counted.isOfKey) ofKeys += 1
    byId[kind].set(counted.id, counted)
    return counted
  }
  const remove = (counted: CountedPolicy): void => {
    const { kind, id } = counted
    index.remove(counted)
    if (counted.isOfKey) ofKeys -= 1
    if (byId[kind].get(id) === counted) byId[kind].delete(id)
  }
  const edit: Limiter['edit'] = (source, owner, policies) => {
    const owners = sources.get(source) ?? new Map<string, OwnedPolicies>()
    sources.set(source, owners)
    const before = owners.get(owner) ?? NONE
    const given = byText(policies)
    // First, since another policy with the same identifier may come in its place.
    for (const [text, policy] of before) if (!given.has(text)) remove(policy)
    const after = new Map<string, CountedPolicy>()
    for (const [text, each] of given) after.set(text, before.get(text) ?? add(each))
    if (after.size === 0) owners.delete(owner)
    else owners.set(owner, after)
    update()
  }
  const limiter: { -readonly [name in keyof Limiter]: Limiter[name] } = {
    current: undefined,
    reservesHeads: false,
    reserveHead: caller => {
      const facts = { model: undefined, config: undefined, endpoint: '', metadata: {}, ...caller }
      const reserved = index.match(facts)?.ofKey
      return reserved === undefined || reserved.policies.length === 0
        ? undefined
        : new HeadReservation(reserved, facts, parts)
    },
    edit,
    derive: policies => {
      derived = new DerivedOwners(policies, {
        link: ({ rates, usages }) => [
          ...rates.map(policy => link('rate', policy)),
          ...usages.map(policy => link('usage', policy)),
        ],
        forget: before => index.forgetDerived(before),
        onSize: update,
      })
      index.derive(policies.key, derived)
      return derived
    },
    replace: (source, policies) => {
      for (const owner of sources.get(source)?.keys() ?? [])
        if (owner !== ONLY_OWNER) edit(source, owner, undefined)
      edit(source, ONLY_OWNER, policies)
    },
    reset: ({ policy: id, entity, at }) => {
      const key = entityKey(id, entity)
      if (resets.get(key) === at) return
      if (at === undefined) resets.delete(key)
      else resets.set(key, at)
      const counted = byId.usage.get(id)
      if (counted === undefined) derived?.renew(id)
      else {
        counted.renew()
        index.forget(counted)
      }
    },
    policy: (kind, id) => byId[kind].get(id) ?? derived?.policy(kind, id),
    policies: () => [...byId.rate.values(), ...byId.usage.values(), ...(derived?.policies() ?? [])],
    linked: () => linked,
    used: (policy, entity) => {
      settlements.settle()
      return counters.read(policy.counterOf(entity))
    },
    settle: () => void settlements.settle(),
    flush: async () => {
      settlements.settle()
      await limiterParts.journal.flush()
    },
  }
  return limiter
}

interface GivenPolicy {
  readonly kind: CountedPolicy['kind']
  readonly policy: RatePolicy | UsagePolicy
}

/** The policies of one owner. Those with the same text are equal. */
function byText({ rates, usages }: LimitPolicies = NO_POLICIES): ReadonlyMap<string, GivenPolicy> {
  const all = [
    ...rates.map((policy): GivenPolicy => ({ kind: 'rate', policy })),
    ...usages.map((policy): GivenPolicy => ({ kind: 'usage', policy })),
  ]
  return new Map(all.map(each => [JSON.stringify(each), each]))
}
