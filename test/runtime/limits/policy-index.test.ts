// Linked policies select the same as reading every condition of every policy (semantics, section 20).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallFacts } from '../../../runtime/limits/call-facts.ts'
import { linkPolicy } from '../../../runtime/limits/linked-policy.ts'
import { normalizeModel } from '../../../runtime/limits/model-conditions.ts'
import {
  type CountedPolicy,
  type LimiterParts,
  linkCounters,
} from '../../../runtime/limits/policy-counter.ts'
import { type MatchPolicies, PolicyIndex } from '../../../runtime/limits/policy-index.ts'
import { concerns } from '../../../runtime/limits/reserved-policies.ts'
import type { PolicyCondition, RatePolicy } from '../../../schemas/generated/types.ts'
import { countEffort } from './reading-effort.ts'

const KEYS = ['workspace_id', 'api_key', 'model', 'config', 'metadata.team', 'metadata.tier']
const VALUES = ['a', 'b', 'c', '*']

const condition: fc.Arbitrary<PolicyCondition> = fc.record(
  {
    key: fc.constantFrom(...KEYS),
    values: fc.subarray(VALUES, { minLength: 1 }),
    excludes: fc.boolean(),
  },
  { requiredKeys: ['key', 'values'] },
)
const policyOf = (conditions: readonly PolicyCondition[], index: number): RatePolicy => ({
  id: `policy-${index}`,
  name: `policy ${index}`,
  type: 'requests',
  unit: 'rpm',
  value: 1,
  conditions,
})
/** The same names, spelled otherwise. */
const model = fc.option(fc.constantFrom('a', 'b', 'd', ' A', 'b\u200b', 'ｂ'), { nil: undefined })
const optional = fc.option(fc.constantFrom('a', 'b', 'd'), { nil: undefined })
const facts: fc.Arbitrary<CallFacts> = fc.record({
  workspace: fc.constantFrom('a', 'b', 'd'),
  apiKey: optional,
  model,
  config: optional,
  endpoint: fc.constant('chat/completions'),
  metadata: fc.dictionary(fc.constantFrom('team', 'tier'), fc.constantFrom('a', 'b', 'd')),
})

const ANYBODY: CallFacts = {
  workspace: 'default',
  apiKey: undefined,
  model: undefined,
  config: undefined,
  endpoint: 'chat/completions',
  metadata: {},
}

/** Nothing is counted: counters are made when calls are. */
const NO_PARTS = {} as LimiterParts
const linkRate = (policy: RatePolicy): CountedPolicy =>
  linkCounters(linkPolicy('rate', policy), new Map(), NO_PARTS)
function indexRates(rates: readonly RatePolicy[]): MatchPolicies {
  const index = new PolicyIndex()
  for (const policy of rates) index.add(linkRate(policy))
  return facts => index.match(facts)
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ a: 'a', b: 'b', d: 'd' },
  ...{ ' A': 'a', 'b\u200b': 'b', ｂ: 'b' },
}

/** The policies that concern a call at a target that sends this name. */
function concerning(match: MatchPolicies, call: CallFacts, sent: string | undefined): readonly string[] {
  const models = sent === undefined ? [] : [normalizeModel(sent)]
  const set = match(call)?.forTarget(call, models)
  const target = { provider: 'openai', slug: undefined, models }
  const atTarget = set?.atTargets.policies.filter(policy => concerns(policy, call, target)) ?? []
  return [...(set?.ofCall.policies ?? []), ...atTarget].map(({ id }) => id)
}

/** The definition: all conditions hold, those on the model for the client's name or the one that is sent. */
function isConcerned(policy: RatePolicy, call: CallFacts, sent: string | undefined): boolean {
  const propertyOf = (key: string): unknown =>
    ({ workspace_id: call.workspace, api_key: call.apiKey, model: call.model, config: call.config })[key] ??
    call.metadata[key.replace('metadata.', '')]
  return (policy.conditions ?? []).every(({ key, values, excludes = false }) => {
    const found = key === 'model' ? [call.model, sent].map(name => name && PLAIN[name]) : [propertyOf(key)]
    const isListed = found.some(
      value => value !== undefined && (values.includes('*') || values.some(each => each === value)),
    )
    return isListed !== excludes
  })
}

describe('An index of policies', () => {
  it('finds the policies whose conditions all hold, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(condition, { maxLength: 3 }), { maxLength: 12 }),
        facts,
        model,
        (lists, call, sent) => {
          const policies = lists.map(policyOf)
          const found = concerning(indexRates(policies), call, sent)
          const expected = policies.filter(policy => isConcerned(policy, call, sent)).map(({ id }) => id)
          expect(found.toSorted()).toEqual(expected.toSorted())
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('reads as much of a call with a thousand policies that do not concern it as with one', () => {
    const keyed = (count: number) =>
      indexRates(
        Array.from({ length: count }, (_each, index) =>
          policyOf([{ key: 'api_key', values: [`key-${index}`] }], index),
        ),
      )
    expect(countEffort(keyed(1000), 'nobody')).toBe(countEffort(keyed(1), 'nobody'))
    expect(countEffort(keyed(1000), 'key-7')).toBe(countEffort(keyed(1), 'key-0'))
  })

  it('reads as much of a call with a thousand policies of other models as with one', () => {
    const ofModels = (count: number) =>
      indexRates(
        Array.from({ length: count }, (_each, index) =>
          policyOf([{ key: 'model', values: [`model-${index}`] }], index),
        ),
      )
    const many = ofModels(1000)
    expect(countEffort(many, 'nobody')).toBe(countEffort(ofModels(1), 'nobody'))
    const set = many({ ...ANYBODY, model: 'other' })
    expect(set?.policies).toEqual([])
    expect(set?.forTarget({ ...ANYBODY, model: 'other' }, ['other'])).toBe(set)
    const sent = set?.forTarget({ ...ANYBODY, model: 'other' }, ['model-7'])
    expect(sent?.policies.map(({ id }) => id)).toEqual(['policy-7'])
    expect(set?.forTarget({ ...ANYBODY, model: 'another' }, ['model-7'])).toBe(sent)
  })

  it('finds the right ones in more combinations than are remembered', () => {
    const teams = Array.from({ length: 16 }, (_each, index) => `t${index}`)
    const match = indexRates(
      teams.map((team, index) => policyOf([{ key: `metadata.${team}`, values: ['*'] }], index)),
    )
    for (let mask = 1; mask < 2 ** teams.length; mask += 3) {
      const chosen = teams.flatMap((team, index) =>
        (mask & (2 ** index)) === 0 ? [] : ([[team, index]] as const),
      )
      const metadata = Object.fromEntries(chosen.map(([team]) => [team, 'x']))
      const found = match({ ...ANYBODY, metadata })?.policies.map(({ id }) => id)
      expect(found).toEqual(chosen.map(([, index]) => `policy-${index}`))
    }
  })

  it('holds no sets with policies that were removed', () => {
    const index = new PolicyIndex()
    const ofKey = (key: string) => linkRate(policyOf([{ key: 'api_key', values: [key] }], key.charCodeAt(0)))
    const [all, a, b, team] = [
      linkRate(policyOf([], 0)),
      ofKey('a'),
      ofKey('b'),
      linkRate(policyOf([{ key: 'metadata.team', values: ['x', '*'] }], 1)),
    ] as const
    for (const policy of [all, a, b, team]) index.add(policy)
    const matched = (apiKey?: string, team?: string) =>
      index.match({ ...ANYBODY, apiKey, metadata: team === undefined ? {} : { team } })
    const shared = matched()
    const sizes = (): readonly number[] => [
      [...(shared?.extensions() ?? [])].length,
      [...(matched(undefined, 'x')?.extensions() ?? [])].length,
    ]
    for (const apiKey of ['a', 'b']) for (const team of [undefined, 'x']) matched(apiKey, team)
    expect(sizes()).toEqual([3, 2])
    index.remove(a)
    expect(sizes()).toEqual([2, 1])
    expect(matched('a', 'x')?.policies.map(({ id }) => id)).toEqual(['policy-0', 'policy-1'])
    index.remove(team)
    expect([...(shared?.extensions() ?? [])].map(([extension]) => extension)).toEqual([b])
  })

  it('gives calls that the same policies concern the same set', () => {
    const match = indexRates([
      policyOf([{ key: 'metadata.team', values: ['a'] }], 0),
      policyOf([{ key: 'api_key', values: ['a'] }], 1),
      policyOf([], 2),
    ])
    const set = match({ ...ANYBODY, apiKey: 'a', metadata: { team: 'a' } })
    expect(match({ ...ANYBODY, apiKey: 'a', metadata: { team: 'a', other: 'b' } })).toBe(set)
    expect(match({ ...ANYBODY, apiKey: 'a' })).not.toBe(set)
    expect(match(ANYBODY)?.policies.map(({ id }) => id)).toEqual(['policy-2'])
  })
})
