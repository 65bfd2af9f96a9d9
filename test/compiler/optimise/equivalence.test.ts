// The invariant of the optimiser: for every config, request, random draw and sequence of upstream results, the optimised
// plan behaves like a naive interpreter of the config. So does the plan before optimisation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { foldConstantPredicates } from '../../../compiler/optimise/passes/cases.ts'
import { rewritePlan } from '../../../compiler/plan/rewrite-plan.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { configs, crowdedConfigs, nestedConditions } from '../../support/arbitrary-config.ts'
import { brokenPasses } from '../../support/broken-passes.ts'
import { expectSameBehaviour, type RoutingRun, runsOf } from '../../support/equivalence.ts'
import { runs } from '../../support/property-seed.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const lowered = (config: Config): Plan => lowerConfig(config, tinyCatalog, STANDALONE)

const folded = (config: Config): Plan => rewritePlan(lowered(config), foldConstantPredicates)

function keepsTheLaw(config: Config, runs: readonly RoutingRun[]): void {
  const plan = lowered(config)
  expectSameBehaviour(config, plan, runs)
  expectSameBehaviour(config, optimise(plan), runs)
}

describe('the invariant of the optimiser', () => {
  it('makes the same upstream calls in the same order and returns the same reply', () => {
    fc.assert(fc.property(configs, runsOf(4), keepsTheLaw), { numRuns: runs(400) })
  })

  it('routes by conditions as configured, even if they repeat and contradict each other', () => {
    fc.assert(fc.property(crowdedConfigs, runsOf(8), keepsTheLaw), { numRuns: runs(800) })
  })

  it('routes by nested conditions as configured', () => {
    fc.assert(fc.property(nestedConditions, runsOf(8), keepsTheLaw), { numRuns: runs(120) })
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(configs, crowdedConfigs, nestedConditions), config => {
        const once = optimise(lowered(config))
        expect(optimise(once)).toEqual(once)
      }),
      { numRuns: runs(200) },
    )
  })

  it.each(brokenPasses)('is broken by a pass that $title', ({ pass }) => {
    const property = fc.property(fc.oneof(configs, crowdedConfigs), runsOf(8), (config, runs) =>
      expectSameBehaviour(config, rewritePlan(folded(config), pass), runs),
    )
    expect(fc.check(property, { numRuns: 20_000, endOnFailure: true }).failed).toBe(true)
  })
})
