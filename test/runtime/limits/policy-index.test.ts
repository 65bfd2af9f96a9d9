// Linked policies select the same as reading every condition of every policy (semantics, section 20).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallFacts } from '../../../runtime/limits/call-facts.ts'
import { type LimiterParts, linkCounters } from '../../../runtime/limits/policy-counter.ts'
import { indexPolicies, linkPolicies, type MatchPolicies } from '../../../runtime/limits/policy-index.ts'
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
const optional = fc.option(fc.constantFrom('a', 'b', 'd'), { nil: undefined })
const facts: fc.Arbitrary<CallFacts> = fc.record({
  workspace: fc.constantFrom('a', 'b', 'd'),
  apiKey: optional,
  model: optional,
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
const indexRates = (rates: readonly RatePolicy[]): MatchPolicies =>
  indexPolicies(linkPolicies({ rates, usages: [] }).map(policy => linkCounters(policy, new Map(), NO_PARTS)))

/** The definition: all conditions hold. */
function isConcerned(policy: RatePolicy, call: CallFacts): boolean {
  const propertyOf = (key: string): unknown =>
    ({ workspace_id: call.workspace, api_key: call.apiKey, model: call.model, config: call.config })[key] ??
    call.metadata[key.replace('metadata.', '')]
  return (policy.conditions ?? []).every(({ key, values, excludes = false }) => {
    const value = propertyOf(key)
    const isListed = value !== undefined && (values.includes('*') || values.some(each => each === value))
    return isListed !== excludes
  })
}

describe('An index of policies', () => {
  it('finds the policies whose conditions all hold, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(condition, { maxLength: 3 }), { maxLength: 12 }),
        facts,
        (lists, call) => {
          const policies = lists.map(policyOf)
          const match = indexRates(policies)
          const found = (match(call)?.policies ?? []).map(({ id }) => id)
          const expected = policies.filter(policy => isConcerned(policy, call)).map(({ id }) => id)
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
