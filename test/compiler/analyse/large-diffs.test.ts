// Comparisons of thousands of conditions: what is equal is proved, one change is found with a request that meets it, and what has too many
// combinations is said to be not decided.
import { describe, expect, it } from 'vitest'
import { diffPlans, type PlanDiff } from '../../../compiler/analyse/diff/plan-diff.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import type { Config } from '../../../schemas/generated/types.ts'
import { crowdedConditions } from '../../support/crowded-conditions.ts'
import { FLOW_MANIFEST } from '../../support/flow-runs.ts'
import { queryHolds } from '../../support/naive-query.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const COUNT = 2_000
const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)

interface Condition {
  readonly query: object
  readonly then: string
}

function compare(before: readonly Condition[], after: readonly Condition[]): PlanDiff {
  const [left, right] = [before, after].map(conditions => {
    const names = [...new Set(['default', ...conditions.map(({ then }) => then)])]
    const config = {
      strategy: { mode: 'conditional', conditions, default: 'default' },
      targets: names.map(name => ({ name, provider: '@fast', override_params: { model: name } })),
    } as Config
    return { plan: lowerConfig(config, tinyCatalog, STANDALONE), gateway }
  })
  if (left === undefined || right === undefined) throw new Error('A comparison has two sides.')
  return diffPlans(left, right, { catalog: tinyCatalog, callsService: () => false })
}

/** Conditions of which no request meets two, so their order does not matter. */
const shapes: readonly (readonly [title: string, query: (index: number) => object])[] = [
  ['values', index => ({ 'metadata.user': `user-${index}` })],
  ['lists', index => ({ 'metadata.user': { $in: [`user-${index}`, `old-${index}`] } })],
  ['adjoining ranges', index => ({ 'params.max_tokens': { $gte: 10 * index, $lt: 10 * index + 10 } })],
  ['ranges with gaps', index => ({ 'params.max_tokens': { $gt: 10 * index, $lte: 10 * index + 5 } })],
  [
    'ranges in a field and values in another',
    index => ({
      'metadata.plan': `plan-${index % 40}`,
      'params.max_tokens': { $gte: 10 * index, $lt: 10 * index + 10 },
    }),
  ],
  ['literals', index => ({ 'metadata.user': { $regex: `^user-${index}-` } })],
]

describe.each(shapes)(`${COUNT} conditions with %s`, (_title, query) => {
  const conditions = Array.from({ length: COUNT }, (_, index) => ({
    query: query(index),
    then: `t${index % 20}`,
  }))

  it('are proved equal to themselves in another order', () => {
    const { level, notDecided, classes } = compare(conditions, conditions.toReversed())
    expect({ level, notDecided, classes }).toEqual({ level: undefined, notDecided: [], classes: COUNT + 1 })
  })

  it('and one changed are told apart by a request that meets it, and no other one', () => {
    const changed = COUNT / 2
    const after = conditions.map((each, index) => (index === changed ? { ...each, then: 'other' } : each))
    const { traffic, notDecided } = compare(conditions, after)
    expect(notDecided).toEqual([])
    const [{ example, classes } = { example: { kind: 'none' as const }, classes: 0 }, ...others] = traffic
    expect([others.length, classes]).toEqual([0, 1])
    if (example.kind !== 'found') throw new Error('There is no example.')
    const met = conditions.flatMap((each, index) => (queryHolds(each.query, example.request) ? [index] : []))
    expect(met).toEqual([changed])
  })
})

describe('not decided, and said so', () => {
  it('is a difference behind conditions with too many combinations', () => {
    const [before, after] = ['one', 'two'].map(then => crowdedConditions(9, then))
    const { level, notDecided } = compare(before ?? [], after ?? [])
    expect({ level, notDecided }).toEqual({
      level: 'routing',
      notDecided: ['its conditions have too many combinations'],
    })
  })

  it('are classes beyond those that are compared, which may differ in anything', () => {
    const conditions = Array.from({ length: 300 }, (_, index) => ({
      query: { [`metadata.f${index}`]: 'x' },
      then: `t${index}`,
    }))
    const { level, notDecided } = compare(conditions, conditions.toReversed())
    expect(level).toBe('security')
    expect(notDecided.join()).toMatch(/more than \d+ classes of requests/)
  })

  it('are classes beyond what a comparison may take', () => {
    const conditions = Array.from({ length: COUNT }, (_, index) => ({
      query: { 'metadata.plan': { $in: ['team', `plan-${index}`] }, 'params.max_tokens': { $gt: index } },
      then: `t${index % 20}`,
    }))
    const { level, notDecided } = compare(conditions, conditions.toReversed())
    expect(level).toBe('security')
    expect(notDecided.join()).toMatch(/too many combinations: \d+ classes of requests were compared/)
  })
})
