// All policies in force, by a value that their calls must have: a policy that cannot concern a call costs it nothing.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import { type CallFacts, type ReadFact, readerOf } from './call-facts.ts'
import { type LinkedPolicy, linkPolicy } from './linked-policy.ts'

/** The policies whose conditions hold for a call, those of providers not yet considered; undefined without any. */
export type MatchPolicies = (facts: CallFacts) => readonly LinkedPolicy[] | undefined

export const linkPolicies = ({ rates, usages }: LimitPolicies): readonly LinkedPolicy[] => [
  ...rates.map(policy => linkPolicy('rate', policy)),
  ...usages.map(policy => linkPolicy('usage', policy)),
]

interface Branch {
  readonly read: ReadFact
  readonly byValue: ReadonlyMap<string, readonly LinkedPolicy[]>
}

export function indexPolicies(policies: readonly LinkedPolicy[]): MatchPolicies {
  const unanchored = policies.filter(({ anchor }) => anchor === undefined)
  const keys = [...new Set(policies.flatMap(({ anchor }) => anchor?.key ?? []))]
  const branches = keys.flatMap((key): readonly Branch[] => {
    const read = readerOf(key)
    return read === undefined ? [] : [{ read, byValue: byAnchor(key, policies) }]
  })
  return facts => {
    let found: LinkedPolicy[] | undefined
    const take = (candidates: readonly LinkedPolicy[]): void => {
      for (const policy of candidates) {
        if (!policy.matches(facts)) continue
        found ??= []
        found.push(policy)
      }
    }
    take(unanchored)
    for (const { read, byValue } of branches) {
      const value = read(facts)
      const candidates = value === undefined ? undefined : byValue.get(value)
      if (candidates !== undefined) take(candidates)
    }
    return found
  }
}

function byAnchor(
  key: string,
  policies: readonly LinkedPolicy[],
): ReadonlyMap<string, readonly LinkedPolicy[]> {
  const byValue = new Map<string, LinkedPolicy[]>()
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
