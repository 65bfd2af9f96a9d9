// A limiter is edited in place while the gateway runs. Whatever was edited before, it limits calls as one that was built at once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallFacts } from '../../../runtime/limits/call-facts.ts'
import type { DerivedOwners } from '../../../runtime/limits/derived-policies.ts'
import { createLimiter, type Limiter, type PolicySource } from '../../../runtime/limits/limiter.ts'
import { createMemoryCounters } from '../../../runtime/limits/memory-counters.ts'
import { NO_JOURNAL } from '../../../runtime/limits/usage-journal.ts'
import type {
  LimitPolicies,
  PolicyCondition,
  RatePolicy,
  UsagePolicy,
} from '../../../schemas/generated/types.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { CALL, FACTS } from '../control/routes/limited-calls.ts'

const NONE: LimitPolicies = { rates: [], usages: [] }

function open() {
  const clock = virtualClock()
  const limiter = createLimiter({
    counters: createMemoryCounters(clock),
    clock,
    endOfTurn: action => action(),
    price: () => undefined,
    journal: NO_JOURNAL,
    onAlert: () => {},
  })
  return { limiter, clock }
}

const rate = (id: string, more: Partial<RatePolicy> = {}): RatePolicy => ({
  id,
  name: id,
  type: 'requests',
  unit: 'rpm',
  value: 1_000_000,
  ...more,
})
const budget = (id: string, more: Partial<UsagePolicy> = {}): UsagePolicy => ({
  id,
  name: id,
  type: 'requests',
  limit: 1_000_000,
  ...more,
})
const ofKey = (id: string): Pick<RatePolicy, 'conditions'> => ({
  conditions: [{ key: 'api_key', values: [id] }],
})

/** A call that is admitted at a target, as the gateway makes it. */
async function call(limiter: Limiter, facts: Partial<CallFacts> = {}, sent = 'gpt-4o'): Promise<string> {
  const limits = limiter.current?.({ ...CALL, record: { attempts: [] } }, { ...FACTS, ...facts })
  if (limits === undefined) return 'unlimited'
  const target = { provider: 'openai', slug: undefined, model: sent, models: () => [sent] }
  const refusal = (await limits.begin()) ?? (await limits.admit(target))
  return refusal?.failure.code ?? 'admitted'
}

const usedOf = (limiter: Limiter, id: string, kind: 'rate' | 'usage' = 'rate') => {
  const policy = limiter.policy(kind, id)
  return policy && limiter.used(policy, '')
}

/** What is used of each policy, by its identifier. */
const allUsed = (limiter: Limiter): ReadonlyMap<string, number> =>
  new Map(limiter.policies().map(policy => [policy.id, Number(limiter.used(policy, ''))]))

/** The policies that count the call. */
async function counting(limiter: Limiter, facts: CallFacts, sent: string): Promise<readonly string[]> {
  const before = allUsed(limiter)
  await call(limiter, facts, sent)
  return [...allUsed(limiter)].flatMap(([id, used]) => (used === before.get(id) ? [] : [id])).sort()
}

const VALUES = ['a', 'b', '*']
const condition: fc.Arbitrary<PolicyCondition> = fc.record(
  {
    key: fc.constantFrom('workspace_id', 'api_key', 'model', 'metadata.team', 'provider', 'mcp_server'),
    values: fc.subarray([...VALUES, 'openai'], { minLength: 1 }),
    excludes: fc.boolean(),
  },
  { requiredKeys: ['key', 'values'] },
)
const owner = fc.record({
  source: fc.constantFrom<PolicySource>('bundle', 'store', 'workspaces', 'providers'),
  owner: fc.constantFrom('', 'x', 'y'),
  conditions: fc.array(fc.array(condition, { maxLength: 3 }), { maxLength: 3 }),
})
const optional = fc.option(fc.constantFrom('a', 'b', 'd'), { nil: undefined })
const facts: fc.Arbitrary<CallFacts> = fc.record({
  workspace: fc.constantFrom('a', 'b', 'd'),
  apiKey: optional,
  model: optional,
  config: fc.constant(undefined),
  endpoint: fc.constant('chat/completions'),
  metadata: fc.dictionary(fc.constant('team'), fc.constantFrom('a', 'd')),
})
const calls = fc.array(fc.tuple(facts, fc.constantFrom('a', 'b', 'd')), { minLength: 1, maxLength: 4 })
const edit = fc.oneof(
  owner.map(each => ({ kind: 'edit' as const, ...each })),
  fc.record({
    kind: fc.constant('derive' as const),
    key: fc.constantFrom('a', 'b'),
    limits: fc.nat({ max: 2 }),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    source: fc.constantFrom<PolicySource>('store', 'providers'),
  }),
  calls.map(made => ({ kind: 'calls' as const, made })),
)

/** The keys of a store, whose policies are derived. */
function deriveKeys(limiter: Limiter, limits: ReadonlyMap<string, number>): DerivedOwners {
  return limiter.derive({
    key: 'api_key',
    policiesOf: key => ({
      ...NONE,
      rates: Array.from({ length: limits.get(key) ?? 0 }, (_each, index) =>
        rate(`key ${key}-${index}`, ofKey(key)),
      ),
    }),
    ownerOf: id => id.slice('key '.length, -'-0'.length),
  })
}

describe('a limiter that was edited', () => {
  it('limits calls as one that was built at once', () =>
    fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), calls, async (edits, made) => {
        const { limiter } = open()
        const owners = new Map<string, { source: PolicySource; owner: string; policies: LimitPolicies }>()
        const keys = new Map<string, number>()
        const derived = deriveKeys(limiter, keys)
        for (const each of edits)
          if (each.kind === 'calls') for (const [of, sent] of each.made) await call(limiter, of, sent)
          else if (each.kind === 'replace') {
            limiter.replace(each.source, undefined)
            for (const [id, { source }] of owners) if (source === each.source) owners.delete(id)
          } else if (each.kind === 'derive') {
            keys.set(each.key, each.limits)
            if (each.limits === 0) derived.remove(each.key)
            else derived.add(each.key)
          } else {
            const id = `${each.source} ${each.owner}`
            const policies = {
              ...NONE,
              rates: each.conditions.map((conditions, index) => rate(`${id} ${index}`, { conditions })),
            }
            limiter.edit(each.source, each.owner, policies)
            owners.set(id, { source: each.source, owner: each.owner, policies })
          }
        const fresh = open().limiter
        for (const { source, owner: name, policies } of owners.values()) fresh.edit(source, name, policies)
        const freshKeys = deriveKeys(fresh, keys)
        for (const [key, limits] of keys) if (limits > 0) freshKeys.add(key)
        expect(limiter.current === undefined).toBe(fresh.current === undefined)
        for (const [of, sent] of made)
          expect(await counting(limiter, of, sent)).toEqual(await counting(fresh, of, sent))
      }),
      { numRuns: 500 },
    ))

  it('links what was changed, however many policies there are', () => {
    const linkedBy = (count: number, change: (limiter: Limiter) => void): number => {
      const { limiter } = open()
      for (let index = 0; index < count; index += 1)
        limiter.edit('workspaces', `w${index}`, {
          ...NONE,
          rates: [rate(`w${index}`, { conditions: [{ key: 'workspace_id', values: [`w${index}`] }] })],
        })
      const before = limiter.linked()
      change(limiter)
      return limiter.linked() - before
    }
    const changes: readonly ((limiter: Limiter) => void)[] = [
      limiter => limiter.edit('workspaces', 'w7', { ...NONE, rates: [rate('w7', { value: 5 })] }),
      limiter => limiter.edit('workspaces', 'w7', undefined),
      limiter => limiter.edit('store', 'all', { ...NONE, rates: [rate('all')] }),
      limiter =>
        limiter.edit('workspaces', 'w7', {
          ...NONE,
          rates: [rate('w7', { conditions: [{ key: 'workspace_id', values: ['w7'] }] })],
        }),
    ]
    for (const [index, expected] of [1, 0, 1, 0].entries()) {
      const change = changes[index] as (limiter: Limiter) => void
      expect([linkedBy(200, change), linkedBy(2_000, change)]).toEqual([expected, expected])
    }
  })

  it('finds one policy by its identifier, and none that was removed', () => {
    const { limiter } = open()
    limiter.edit('store', 'x', { rates: [rate('r')], usages: [budget('u')] })
    expect([limiter.policy('rate', 'r')?.id, limiter.policy('usage', 'u')?.id]).toEqual(['r', 'u'])
    expect(limiter.policy('usage', 'r')).toBeUndefined()
    // Another owner takes the identifier over before the first gives it up.
    limiter.edit('store', 'y', { ...NONE, rates: [rate('r', { value: 2 })] })
    limiter.edit('store', 'x', undefined)
    expect(limiter.policy('rate', 'r')?.limit).toBe(2)
    expect(limiter.policy('usage', 'u')).toBeUndefined()
  })
})

describe('what was used of a policy', () => {
  it('survives an edit of it, and of others', async () => {
    const { limiter } = open()
    limiter.edit('store', 'x', { rates: [rate('r', { value: 3 })], usages: [budget('u')] })
    expect([await call(limiter), await call(limiter)]).toEqual(['admitted', 'admitted'])
    limiter.edit('store', 'x', { rates: [rate('r', { value: 2 })], usages: [budget('u')] })
    limiter.edit('workspaces', 'default', { ...NONE, rates: [rate('w')] })
    expect([usedOf(limiter, 'r'), usedOf(limiter, 'u', 'usage')]).toEqual([2, 2])
    expect(await call(limiter)).toBe('rate_limited')
    limiter.edit('store', 'x', undefined)
    expect(await call(limiter)).toBe('admitted')
    limiter.edit('store', 'x', { rates: [rate('r', { value: 2 })], usages: [budget('u')] })
    expect(await call(limiter)).toBe('rate_limited')
  })

  it('starts from nothing at a reset of the one budget, and goes on as before without the reset', async () => {
    const { limiter, clock } = open()
    limiter.edit('store', 'x', { ...NONE, usages: [budget('u', { limit: 2 }), budget('other')] })
    await call(limiter)
    await clock.advance(1_000)
    const before = limiter.linked()
    limiter.reset({ policy: 'u', entity: '', at: clock.now() })
    await call(limiter)
    expect([usedOf(limiter, 'u', 'usage'), usedOf(limiter, 'other', 'usage')]).toEqual([1, 2])
    limiter.reset({ policy: 'u', entity: '', at: undefined })
    await call(limiter)
    expect([usedOf(limiter, 'u', 'usage'), usedOf(limiter, 'other', 'usage')]).toEqual([2, 3])
    expect(await call(limiter)).toBe('budget_exhausted')
    expect(limiter.linked()).toBe(before)
  })
})

describe('policies that are derived', () => {
  const keyed = (count: number) => {
    const { limiter, clock } = open()
    const limits = new Map<string, number>()
    const reads: string[] = []
    const owners = limiter.derive({
      key: 'api_key',
      policiesOf: key => {
        reads.push(key)
        return {
          ...NONE,
          usages: [budget(`${key}-budget-requests`, { ...ofKey(key), limit: limits.get(key) ?? 0 })],
        }
      },
      ownerOf: id => id.slice(0, -'-budget-requests'.length),
    })
    for (let index = 0; index < count; index += 1) {
      limits.set(`k${index}`, 2)
      owners.add(`k${index}`)
    }
    return { limiter, clock, limits, owners, reads }
  }

  it('are linked when a call needs them, once', async () => {
    const { limiter, reads } = keyed(50)
    expect([limiter.linked(), reads]).toEqual([0, []])
    const calls = ['k1', 'k1', 'k2', 'k1', 'unlimited'].map(apiKey => call(limiter, { apiKey }))
    expect(await Promise.all(calls)).toEqual([...Array(3).fill('admitted'), 'budget_exhausted', 'unlimited'])
    expect([limiter.linked(), reads]).toEqual([2, ['k1', 'k2']])
  })

  it('are linked again when they have changed, and not when they are equal', async () => {
    const { limiter, limits, owners } = keyed(5)
    const byKey = (): Promise<string> => call(limiter, { apiKey: 'k1' })
    expect([await byKey(), await byKey(), await byKey()]).toEqual([
      'admitted',
      'admitted',
      'budget_exhausted',
    ])
    owners.add('k1')
    expect(await byKey()).toBe('budget_exhausted')
    expect(limiter.linked()).toBe(1)
    limits.set('k1', 3)
    owners.add('k1')
    expect([await byKey(), await byKey()]).toEqual(['admitted', 'budget_exhausted'])
    owners.remove('k1')
    expect(await byKey()).toBe('unlimited')
    owners.clear()
    expect(limiter.current).toBeUndefined()
  })

  it('are reset like others, also while no call needs them', async () => {
    const { limiter, clock } = keyed(5)
    const byKey = (apiKey: string): Promise<string> => call(limiter, { apiKey })
    expect([await byKey('k1'), await byKey('k1')]).toEqual(['admitted', 'admitted'])
    await clock.advance(1_000)
    for (const key of ['k1', 'k2'])
      limiter.reset({ policy: `${key}-budget-requests`, entity: '', at: clock.now() })
    expect(usedOf(limiter, 'k1-budget-requests', 'usage')).toBe(0)
    expect([await byKey('k1'), await byKey('k2')]).toEqual(['admitted', 'admitted'])
  })

  it('displace the longest linked, whose use stays counted', async () => {
    const { limiter, reads } = keyed(10_001)
    for (let index = 0; index <= 10_000; index += 1) await call(limiter, { apiKey: `k${index}` })
    reads.length = 0
    const byKey = (): Promise<string> => call(limiter, { apiKey: 'k0' })
    expect([await byKey(), await byKey()]).toEqual(['admitted', 'budget_exhausted'])
    expect(reads).toEqual(['k0'])
    // Reports displace none.
    expect(usedOf(limiter, 'k1-budget-requests', 'usage')).toBe(1)
    await call(limiter, { apiKey: 'k10000' })
    expect(reads).toEqual(['k0', 'k1'])
  })
})
