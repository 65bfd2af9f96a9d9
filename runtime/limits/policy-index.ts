// All policies in force, by a value that their calls must have: a policy that cannot concern a call costs it nothing.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import { type CallFacts, kindOfCall, type ReadFact, readerOf } from './call-facts.ts'
import { type LinkedPolicy, linkPolicy } from './linked-policy.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { PolicySet } from './policy-set.ts'

/** The policies whose conditions hold for a call, those of providers not yet considered; undefined without any. */
export type MatchPolicies = (facts: CallFacts) => PolicySet | undefined

export const linkPolicies = ({ rates, usages }: LimitPolicies): readonly LinkedPolicy[] => [
  ...rates.map(policy => linkPolicy('rate', policy)),
  ...usages.map(policy => linkPolicy('usage', policy)),
]

interface Branch {
  readonly read: ReadFact
  readonly byValue: ReadonlyMap<string, readonly CountedPolicy[]>
}

export function indexPolicies(policies: readonly CountedPolicy[]): MatchPolicies {
  const [models, tools, agents] = (['model', 'mcp', 'agent'] as const).map(kind =>
    indexKind(policies.filter(policy => policy.counts === kind)),
  ) as [MatchPolicies, MatchPolicies, MatchPolicies]
  return facts => {
    const kind = kindOfCall(facts)
    return kind === 'model' ? models(facts) : kind === 'mcp' ? tools(facts) : agents(facts)
  }
}

/** The policies that count one kind of calls. */
function indexKind(policies: readonly CountedPolicy[]): MatchPolicies {
  const unanchored = policies.filter(({ anchor }) => anchor === undefined)
  const conditional = unanchored.filter(({ isConditional }) => isConditional)
  let none = new PolicySet()
  for (const policy of unanchored) if (!policy.isConditional) none = none.with(policy)
  const keys = [...new Set(policies.flatMap(({ anchor }) => anchor?.key ?? []))]
  const branches = keys.flatMap((key): readonly Branch[] => {
    const read = readerOf(key)
    return read === undefined ? [] : [{ read, byValue: byAnchor(key, policies) }]
  })
  const unconditional = none
  return facts => {
    let found = withMatches(unconditional, conditional, facts)
    for (const { read, byValue } of branches) {
      const value = read(facts)
      const candidates = value === undefined ? undefined : byValue.get(value)
      if (candidates !== undefined) found = withMatches(found, candidates, facts)
    }
    return found.policies.length === 0 ? undefined : found
  }
}

/** Adds the candidates whose conditions hold. */
function withMatches(given: PolicySet, candidates: readonly CountedPolicy[], facts: CallFacts): PolicySet {
  let found = given
  for (const policy of candidates) if (policy.matches(facts)) found = found.with(policy)
  return found
}

function byAnchor(
  key: string,
  policies: readonly CountedPolicy[],
): ReadonlyMap<string, readonly CountedPolicy[]> {
  const byValue = new Map<string, CountedPolicy[]>()
  for (const policy of policies) {
    if (policy.anchor?.key !== key) continue
    for (const value of new Set(policy.anchor.values)) {
      const listed = byValue.get(value)
      if (listed === undefined) byValue.set(value, [policy])
      else listed.push(policy)
    }
  }
  return byValue
}
