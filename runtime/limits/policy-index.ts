// All policies in effect, by a value that their calls must have: a policy that cannot concern a call costs it nothing.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import { type CallFacts, kindOfCall, MODEL_KEY, type ReadFact, readerOf } from './call-facts.ts'
import { type LinkedPolicy, linkPolicy } from './linked-policy.ts'
import { normalizeModel } from './model-conditions.ts'
import type { CountedPolicy } from './policy-counter.ts'
import { type MatchSent, PolicySet } from './policy-set.ts'

/**
 * The policies whose conditions hold for a call, those that depend on its targets not yet considered. Undefined without any, where
 * no target can add one.
 */
export type MatchPolicies = (facts: CallFacts) => PolicySet | undefined

export const linkPolicies = ({ rates, usages }: LimitPolicies): readonly LinkedPolicy[] => [
  ...rates.map(policy => linkPolicy('rate', policy)),
  ...usages.map(policy => linkPolicy('usage', policy)),
]

interface Branch {
  readonly key: string
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
  const keys = [...new Set(policies.flatMap(({ anchor }) => anchor?.key ?? []))]
  const branches = keys.flatMap((key): readonly Branch[] => {
    const read = readerOf(key)
    return read === undefined ? [] : [{ key, read, byValue: byAnchor(key, policies) }]
  })
  const matchSent = policies.some(({ countsOnce }) => countsOnce)
    ? linkSent(branches.find(({ key }) => key === MODEL_KEY))
    : undefined
  let none = new PolicySet([], { remembered: 0, matchSent })
  for (const policy of unanchored) if (!policy.isConditional) none = none.with(policy)
  const unconditional = none
  return facts => {
    let found = withMatches(unconditional, conditional, facts)
    for (const { read, byValue } of branches) {
      const value = read(facts)
      const candidates = value === undefined ? undefined : byValue.get(value)
      if (candidates !== undefined) found = withMatches(found, candidates, facts)
    }
    return found.policies.length === 0 && matchSent === undefined ? undefined : found
  }
}

/** The policies that are found by the model, and whose values the client's name is not among. */
const linkSent =
  (branch: Branch | undefined): MatchSent =>
  (facts, sent) => {
    const client = branch?.read(facts)
    const names = sent.filter((name, index) => name !== client && sent.indexOf(name) === index)
    if (branch === undefined || names.length === 0) return NONE
    const known = client === undefined ? NONE : (branch.byValue.get(client) ?? NONE)
    const candidates = new Set(names.flatMap(name => branch.byValue.get(name) ?? NONE))
    return [...candidates].flatMap(policy =>
      known.includes(policy) ? NONE : (placed(policy, facts) ?? NONE),
    )
  }

const NONE: readonly CountedPolicy[] = []

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
