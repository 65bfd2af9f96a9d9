// Configs that are written otherwise and do the same are proved to be equivalent, and a change of one of them is found beside the rewrite.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffContext, diffPlans, type PlanDiff } from '../../../compiler/analyse/diff/plan-diff.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise, PASSES } from '../../../compiler/optimise/optimise.ts'
import { propagateConditions } from '../../../compiler/optimise/propagate-conditions.ts'
import { rewritePlan } from '../../../compiler/plan/rewrite-plan.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { configs, nestedConditions } from '../../support/arbitrary-config.ts'
import { changedConfigs } from '../../support/changed-config.ts'
import { equivalentRewrites, rewritten, withoutBreakers } from '../../support/equivalent-rewrites.ts'
import { FLOW_MANIFEST } from '../../support/flow-runs.ts'
import { runs } from '../../support/property-seed.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)
const context: DiffContext = { catalog: tinyCatalog, callsService: () => false }
const lowered = (config: Config): Plan => lowerConfig(config, tinyCatalog, STANDALONE)
const compare = (before: Plan, after: Plan): PlanDiff =>
  diffPlans({ plan: before, gateway }, { plan: after, gateway }, context)

const any = fc.oneof({ weight: 3, arbitrary: configs }, { weight: 1, arbitrary: nestedConditions })
const unbroken = any.map(withoutBreakers)
/** One choice by values, of which those of one field exclude each other. */
const byValue = fc
  .tuple(fc.uniqueArray(fc.constantFrom('free', 'team', 'paid', 'trial'), { minLength: 2 }), fc.boolean())
  .map(([plans, alternatives]): Config => {
    const conditions = plans.map(plan => ({
      query: alternatives
        ? { $or: [{ 'metadata.plan': plan }, { 'metadata.tier': plan }] }
        : { 'metadata.plan': plan },
      then: plan,
    }))
    const targets = plans.map(name => ({ name, provider: '@fast', override_params: { model: name } }))
    return { strategy: { mode: 'conditional', conditions, default: plans[0] ?? '' }, targets }
  })

describe('two plans that do the same', () => {
  it.each(equivalentRewrites)('are equivalent: $title', rewrite => {
    let applied = 0
    const property = fc.property(fc.oneof(unbroken, byValue), fc.nat(11), (config, seed) => {
      const [before, after] = [config, rewritten(config, rewrite, seed)].map(lowered)
      if (before === undefined || after === undefined) return false
      applied += canonicalJson(before) === canonicalJson(after) ? 0 : 1
      const { level, notDecided } = compare(before, after)
      return level === undefined && notDecided.length === 0
    })
    fc.assert(property, { numRuns: 200 })
    expect(applied).toBeGreaterThan(10)
  })

  it('are equivalent: a plan before and after each pass of the optimiser, and after all', () => {
    const optimised = [
      optimise,
      propagateConditions,
      ...PASSES.map(pass => (plan: Plan) => rewritePlan(plan, pass)),
    ]
    const property = fc.property(any, fc.nat(optimised.length - 1), fc.boolean(), (config, index, back) => {
      const plan = lowered(config)
      const other = (optimised[index] ?? optimise)(plan)
      return (back ? compare(other, plan) : compare(plan, other)).level === undefined
    })
    fc.assert(property, { numRuns: runs(200) })
  })

  it('and a change beside a rewrite is found, as without it', () => {
    const cases = fc.tuple(changedConfigs(unbroken), fc.constantFrom(...equivalentRewrites), fc.nat(11))
    const property = fc.property(cases, ([[before, after], rewrite, seed]) => {
      const plain = compare(lowered(before), lowered(after))
      const beside = compare(lowered(before), lowered(rewritten(after, rewrite, seed)))
      return (plain.traffic.length === 0) === (beside.traffic.length === 0)
    })
    fc.assert(property, { numRuns: runs(120) })
  })
})
