// A fallback over load balancers has as many ways as the product of their targets: their comparison costs what their targets cost. Steps are
// counted, never timed.
import { describe, expect, it } from 'vitest'
import { formatChains, linkChains } from '../../../compiler/analyse/diff/failure-chains.ts'
import { diffPlans } from '../../../compiler/analyse/diff/plan-diff.ts'
import { outcomesOf } from '../../../compiler/analyse/outcome.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { FLOW_MANIFEST } from '../../support/flow-runs.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)

interface Shape {
  readonly balancers: number
  readonly targets: number
  /** Of the first target of the last balancer. */
  readonly weight?: number
  readonly model?: string
}

/** A fallback over load balancers. */
function planOf({ balancers, targets, weight = 1, model = 'last' }: Shape): Plan {
  const config: Config = {
    strategy: { mode: 'fallback' },
    targets: Array.from({ length: balancers }, (_, row) => ({
      strategy: { mode: 'loadbalance' },
      targets: Array.from({ length: targets }, (_, column) => {
        const isLast = row === balancers - 1 && column === 0
        return {
          weight: isLast ? weight : 1,
          provider: 'openai',
          api_key: `\${env:KEY}`,
          override_params: { model: isLast ? model : `m-${row}-${column}` },
        }
      }),
    })),
  }
  return optimise(lowerConfig(config, tinyCatalog, STANDALONE))
}

const compare = (before: Shape, after: Shape) =>
  diffPlans(
    { plan: planOf(before), gateway },
    { plan: planOf(after), gateway },
    { catalog: tinyCatalog, callsService: () => false },
  )

/** Steps of the chains of all outcomes. */
function stepsOf(shape: Shape): number {
  const plan = planOf(shape)
  const chains = linkChains(plan, new Map())
  for (const outcome of outcomesOf(plan)) chains.chain(outcome, undefined)
  return chains.steps()
}

describe('a fallback over load balancers', () => {
  it('costs steps in proportion to its targets', () => {
    const perTarget = [5, 10, 20, 40].map(
      size =>
        stepsOf({ balancers: size, targets: size }) /
        size ** 2 /
        outcomesOf(planOf({ balancers: size, targets: size })).length,
    )
    for (const steps of perTarget) expect(steps).toBeLessThanOrEqual(2)
  })

  it('with another weight in the last balancer differs there alone', () => {
    const shape = { balancers: 30, targets: 30 }
    const diff = compare(shape, { ...shape, weight: 3 })
    expect(diff).toMatchObject({ level: 'routing', notDecided: [], traffic: [{ shares: [], failures: [] }] })
    expect(diff.traffic[0]?.divergence?.path).toHaveLength(29)
  })

  it('with another target in the last balancer says what is cut, and shows what differs', () => {
    const shape = { balancers: 12, targets: 6 }
    const [change] = compare(shape, { ...shape, model: 'other' }).traffic
    expect(change?.failures.map(({ before, after }) => [before, after])).toContainEqual([
      'after 11 equal calls: (openai last or openai m-11-1 or openai m-11-2 or openai m-11-3 or 2 more): its reply',
      'after 11 equal calls: (openai other or openai m-11-1 or openai m-11-2 or openai m-11-3 or 2 more): its reply',
    ])
  })

  it('that begins elsewhere names as many calls as are read, and how many more there are', () => {
    const numbers = new Map<string, number>()
    const [one, other] = [
      linkChains(planOf({ balancers: 12, targets: 2 }), numbers),
      linkChains(planOf({ balancers: 12, targets: 1 }), numbers),
    ]
    const overloaded = { kind: 'status', statuses: [[503, 503]] } as const
    const [before, after] = formatChains(one.chain(overloaded, undefined), other.chain(overloaded, undefined))
    expect(before).toBe(
      `${Array.from({ length: 8 }, (_, row) => `(openai m-${row}-0 or openai m-${row}-1)`).join(', ')}, and up to 4 more calls`,
    )
    expect(after).toMatch(/^openai m-0-0, openai m-1-0, .*, and up to 4 more calls$/)
  })
})
