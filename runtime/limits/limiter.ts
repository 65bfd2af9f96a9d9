// The policies in effect and their counters. Policies come from several sources, of which each may change while the gateway
// runs: they are linked again when they do, never for a request. Counters belong to a policy, so use survives a change.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import type { Call } from '../values/call.ts'
import type { CallFacts } from './call-facts.ts'
import { LimitedCall } from './limited-call.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import { type CountedPolicy, type LimiterParts, linkCounters, type UsageResets } from './policy-counter.ts'
import { indexPolicies, linkPolicies, type MatchPolicies } from './policy-index.ts'
import { SettlementQueue } from './settlement-queue.ts'

/** Who owns policies: the bundle, what was written by API, or the keys, workspaces and providers of the store. */
export type PolicySource = 'bundle' | 'store' | 'keys' | 'workspaces' | 'providers'

export interface Limiter {
  /** The limits of a call; undefined where no policy concerns it. Undefined itself if there are no policies; read it for each call. */
  readonly current: LimitCall | undefined
  /** Replaces the policies of a source. */
  readonly replace: (source: PolicySource, policies: LimitPolicies | undefined) => void
  readonly replaceResets: (resets: UsageResets) => void
  readonly policies: () => readonly CountedPolicy[]
  /** What an entity has used of a budget now. */
  readonly used: (policy: CountedPolicy, entity: string) => number | Promise<number>
  /** Settles the calls that have ended, instead of waiting for others. */
  readonly settle: () => void
  /** Settles them, and writes the usage of budgets to where other processes read it. */
  readonly flush: () => Promise<void>
}

export type LimitCall = (call: Call, facts: CallFacts) => LimitedCall | undefined

export function createLimiter(limiterParts: LimiterParts): Limiter {
  const { endOfTurn, counters } = limiterParts
  const settlements = new SettlementQueue(endOfTurn, counters.isShared)
  const parts = { ...limiterParts, settlements }
  const sources = new Map<PolicySource, readonly LinkedPolicy[]>()
  let resets: UsageResets = new Map()
  let policies: readonly CountedPolicy[] = []

  const link =
    (match: MatchPolicies): LimitCall =>
    (call, facts) => {
      const matching = match(facts)
      return matching && new LimitedCall(call, facts, matching, parts)
    }
  const relink = (): void => {
    policies = [...sources.values()].flat().map(policy => linkCounters(policy, resets, parts))
    limiter.current = policies.length === 0 ? undefined : link(indexPolicies(policies))
  }
  const limiter: { -readonly [name in keyof Limiter]: Limiter[name] } = {
    current: undefined,
    replace: (source, replaced) => {
      sources.set(source, replaced === undefined ? [] : linkPolicies(replaced))
      relink()
    },
    replaceResets: next => {
      resets = next
      relink()
    },
    policies: () => policies,
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
