// The policies in force and their counters. Policies come from several sources, of which each may change while the gateway
// runs: they are linked again when they do, never for a request. Counters are kept by policy, so use survives a change.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import type { Call } from '../values/call.ts'
import type { CallFacts } from './call-facts.ts'
import { LimitedCall } from './limited-call.ts'
import { budgetPrefix, type LinkedPolicy } from './linked-policy.ts'
import type { CreateEntry, LimiterParts, PolicyEntry } from './policy-entry.ts'
import { indexPolicies, linkPolicies, type MatchPolicies } from './policy-index.ts'

/** Who owns policies: the bundle, what was written by API, or the keys, workspaces and providers of the store. */
export type PolicySource = 'bundle' | 'store' | 'keys' | 'workspaces' | 'providers'

export interface Limiter {
  /** The limits of a call; undefined where no policy concerns it. Undefined itself where there are no policies. */
  readonly current: () => LimitCall | undefined
  /** Replaces the policies of a source. */
  readonly replace: (source: PolicySource, policies: LimitPolicies | undefined) => void
  /** When the usage of an entity was reset, in milliseconds since the epoch. */
  readonly replaceResets: (resets: ReadonlyMap<string, number>) => void
  readonly policies: () => readonly LinkedPolicy[]
  /** What an entity has used of a budget now. */
  readonly used: (policy: LinkedPolicy, entity: string) => number | Promise<number>
}

export type LimitCall = (call: Call, facts: CallFacts) => LimitedCall | undefined

/** The identifier of an entity of a policy, in the map of resets. */
export const entityKey = (policy: string, entity: string): string => `${policy}:${entity}`

export function createLimiter(parts: LimiterParts): Limiter {
  const { counters, clock, journal, onAlert, name } = parts
  const sources = new Map<PolicySource, readonly LinkedPolicy[]>()
  let current: LimitCall | undefined
  let resets: ReadonlyMap<string, number> = new Map()

  const entryFor = (policy: LinkedPolicy, entity: string, wanted: number): PolicyEntry => {
    const { id, measure, alertThreshold, workspace } = policy
    const tag = workspace === undefined ? name : `${name}/${workspace}`
    const { rule, period, prefix } = policy.ruleAt(policy.kind === 'rate' ? 0 : clock.now())
    // A call that could never fit is admitted where nothing else is used.
    const amount = Math.min(wanted, Math.max(rule.limit, 1))
    const isEstimate = measure !== 'requests'
    if (period === undefined)
      return {
        policy,
        entry: { key: prefix + entity, tag, rule, isEstimate, amount, seed: undefined, threshold: undefined },
        period: undefined,
        end: undefined,
      }
    const reset = resets.size === 0 ? 0 : (resets.get(entityKey(id, entity)) ?? 0)
    const wasReset = reset > period.start
    const used = { policy: id, entity, start: wasReset ? reset : period.start }
    const key = (wasReset ? budgetPrefix({ id, type: measure }, reset) : prefix) + entity
    const threshold =
      alertThreshold === undefined
        ? undefined
        : {
            amount: alertThreshold,
            onReached: (total: number): void =>
              onAlert({ policy, entity, used: total, resetsAt: period.end }),
          }
    const seed = (): number => journal.total(used)
    return {
      policy,
      entry: { key, tag, rule, isEstimate, amount, seed, threshold },
      period: used,
      end: period.end,
    }
  }
  const link =
    (match: MatchPolicies): LimitCall =>
    (call, facts) => {
      const policies = match(facts)
      if (policies === undefined) return undefined
      const entry: CreateEntry = (policy, amount, provider) =>
        entryFor(policy, policy.entityOf(facts, provider), amount)
      return new LimitedCall(call, policies, entry, parts)
    }
  const all = (): readonly LinkedPolicy[] => [...sources.values()].flat()
  return {
    current: () => current,
    replace: (source, policies) => {
      sources.set(source, policies === undefined ? [] : linkPolicies(policies))
      const linked = all()
      current = linked.length === 0 ? undefined : link(indexPolicies(linked))
    },
    replaceResets: next => {
      resets = next
    },
    policies: all,
    used: (policy, entity) => counters.read(entryFor(policy, entity, 0).entry),
  }
}
