// All policies in force, by a value that their calls must have: a policy that cannot concern a call costs it nothing.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import { type CallFacts, type ReadFact, readerOf } from './call-facts.ts'
import { type LinkedPolicy, linkPolicy } from './linked-policy.ts'

/** The policies whose conditions hold for a call, those of providers not yet considered; undefined without any. */
export type MatchPolicies<P extends LinkedPolicy = LinkedPolicy> = (
  facts: CallFacts,
) => readonly P[] | undefined

export const linkPolicies = ({ rates, usages }: LimitPolicies): readonly LinkedPolicy[] => [
  ...rates.map(policy => linkPolicy('rate', policy)),
  ...usages.map(policy => linkPolicy('usage', policy)),
]

interface Branch<P> {
  readonly read: ReadFact
  readonly byValue: ReadonlyMap<string, readonly P[]>
}

export function indexPolicies<P extends LinkedPolicy>(policies: readonly P[]): MatchPolicies<P> {
  const unanchored = policies.filter(({ anchor }) => anchor === undefined)
  const keys = [...new Set(policies.flatMap(({ anchor }) => anchor?.key ?? []))]
  const branches = keys.flatMap((key): readonly Branch<P>[] => {
    const read = readerOf(key)
    return read === undefined ? [] : [{ read, byValue: byAnchor(key, policies) }]
  })
  return facts => {
    let found = withMatches(undefined, unanchored, facts)
    for (const { read, byValue } of branches) {
      const value = read(facts)
      const candidates = value === undefined ? undefined : byValue.get(value)
      if (candidates !== undefined) found = withMatches(found, candidates, facts)
    }
    return found
  }
}

/** Adds the candidates whose conditions hold. */
function withMatches<P extends LinkedPolicy>(
  given: P[] | undefined,
  candidates: readonly P[],
  facts: CallFacts,
): P[] | undefined {
  let found = given
  for (const policy of candidates) {
    if (!policy.matches(facts)) continue
    if (found === undefined) found = [policy]
    else found.push(policy)
  }
  return found
}

function byAnchor<P extends LinkedPolicy>(
  key: string,
  policies: readonly P[],
): ReadonlyMap<string, readonly P[]> {
  const byValue = new Map<string, P[]>()
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
