// What a comparison says is what happens: configs that are called equivalent do the same in every generated run, and for the example of a
// difference the shares and calls before and after are those of each side. Comparisons with a planted mistake are found out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DiffContext,
  diffPlans,
  type PlanDiff,
  type TrafficChange,
} from '../../../compiler/analyse/diff/plan-diff.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { configs, draws, outcomes } from '../../support/arbitrary-config.ts'
import { requests } from '../../support/arbitrary-query.ts'
import { type BrokenDiff, brokenDiffs } from '../../support/broken-diffs.ts'
import { changedConfigs } from '../../support/changed-config.ts'
import { FLOW_MANIFEST } from '../../support/flow-runs.ts'
import { interpret } from '../../support/naive-interpreter.ts'
import { runs } from '../../support/property-seed.ts'
import { type RoutedRequest, type Trace, traceRun } from '../../support/routing-environment.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)
const context: DiffContext = { catalog: tinyCatalog, callsService: () => false }
const planOf = (config: Config): Plan => optimise(lowerConfig(config, tinyCatalog, STANDALONE))

const cases = fc.record({
  pair: changedConfigs(configs),
  runs: fc.array(fc.record({ incoming: requests, draws, outcomes }), { minLength: 10, maxLength: 10 }),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

type Outcomes = Parameters<typeof traceRun>[1]

/** A run without open circuits and denials. */
const run = (config: Config, incoming: RoutedRequest, draw: readonly number[], ends: Outcomes): Trace =>
  traceRun(draw, ends, [false], environment =>
    interpret(config, incoming, { ...environment, denies: () => false }),
  )

/** What was called, wherever that is in the config. */
const callsOf = ({ calls, result }: Trace): string =>
  JSON.stringify([calls.map(({ pointer: _, ...call }) => call), result.status])

/** Attempts at each target, one after the other: `3 x a, b: its reply` has 3 and 1. */
const attemptsIn = (chain: string): readonly number[] =>
  chain.split(', ').map(step => Number(/^(\d+) x /.exec(step)?.[1] ?? 1))

const attemptsOf = ({ calls }: Trace): readonly number[] => {
  const starts = calls.flatMap(({ retry }, index) => (retry === 0 ? [index] : []))
  return starts.map((start, index) => (starts[index + 1] ?? calls.length) - start)
}

const DRAWS = Array.from({ length: 200 }, (_, index) => [
  (index + 0.5) / 200,
  (index * 0.6180339887498949 + 0.5) % 1,
])

function isTrue(change: TrafficChange, [before, after]: readonly [Config, Config]): boolean {
  const { example, failures, shares } = change
  if (example.kind !== 'found') return true
  // A list has 200: what is called first is not what serves.
  if (JSON.stringify([before, after]).includes('[200]')) return true
  const { request } = example
  const chains = failures.every(({ outcomes: ends, before: left, after: right }) => {
    const [end] = ends.filter(each => each.kind === 'status')
    if (end === undefined || /…|\bor\b/.test(left + right)) return true
    const outcome = { status: end.statuses[0]?.[0] ?? 0, ...(end.error && { error: end.error }) }
    // Of targets that begin alike, any draw is one of them.
    return [[before, left] as const, [after, right] as const].every(([config, chain]) =>
      DRAWS.some(
        draw => attemptsOf(run(config, request, draw, [outcome])).join() === attemptsIn(chain).join(),
      ),
    )
  })
  // As many of the draws begin elsewhere as the shares say; targets without a share are not called first.
  const firsts = DRAWS.map(draw =>
    [before, after].map(config => {
      const [call] = run(config, request, draw, [{ status: 200 }]).calls
      return (
        call && `${call.target.name} ${call.target.host} ${JSON.stringify(call.overrides['model'] ?? '')}`
      )
    }),
  )
  const count = (side: 0 | 1): Map<unknown, number> => {
    const counts = new Map<unknown, number>()
    for (const first of firsts) counts.set(first[side], (counts.get(first[side]) ?? 0) + 1 / DRAWS.length)
    return counts
  }
  const [one, two] = [count(0), count(1)]
  const moved = [...two].reduce((sum, [name, share]) => sum + Math.max(0, share - (one.get(name) ?? 0)), 0)
  const gone = [...one].filter(([name]) => !two.has(name)).length
  const [newTargets, oldTargets] = [
    shares.filter(each => each.before === 0),
    shares.filter(each => each.after === 0),
  ]
  return (
    chains &&
    Math.abs(moved - change.moved) < 0.08 &&
    (gone === 0 || oldTargets.length > 0) &&
    (newTargets.length === 0 || [...two.keys()].some(name => !one.has(name)))
  )
}

function holds(diff: BrokenDiff['diff'], { pair, runs }: Case): boolean {
  const [before, after] = pair
  const found: PlanDiff = diff({ plan: planOf(before), gateway }, { plan: planOf(after), gateway }, context)
  if (found.level !== undefined) return found.traffic.every(change => isTrue(change, pair))
  return runs.every(
    ({ incoming, draws: draw, outcomes: ends }) =>
      callsOf(run(before, incoming, draw, ends)) === callsOf(run(after, incoming, draw, ends)),
  )
}

describe('a comparison of two configs', () => {
  it('calls those equivalent that do the same, and its examples differ as it says', () => {
    fc.assert(
      fc.property(cases, each => holds(diffPlans, each)),
      { numRuns: runs(140) },
    )
  })

  it.each(brokenDiffs)('is not one that $title', ({ diff }) => {
    const property = fc.property(cases, each => holds(diff, each))
    expect(fc.check(property, { numRuns: 4_000, endOnFailure: true }).failed).toBe(true)
  })

  it('proves a config equal to itself below another target', () => {
    fc.assert(
      fc.property(configs, config => {
        const side = (each: Config) => ({ plan: planOf(each), gateway })
        expect(diffPlans(side(config), side({ targets: [config] }), context).level).toBeUndefined()
      }),
      { numRuns: runs(40) },
    )
  })
})
