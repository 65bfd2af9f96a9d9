// The law of the optimiser: for every config, every request, every draw and every sequence of upstream outcomes, the
// optimised plan does what a naive reading of the raw config does. So does the plan before it is optimised.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lower } from '../../compiler/lower/lower.ts'
import { optimise } from '../../compiler/optimise/optimise.ts'
import { ALONE } from '../../compiler/surroundings.ts'
import type { Config } from '../../schemas/generated/types.ts'
import { type Incoming, type Outcome, traced } from '../support/abstract-world.ts'
import { configs, crowdedConfigs, draws, outcomes } from '../support/arbitrary-config.ts'
import { requests } from '../support/arbitrary-query.ts'
import { interpret } from '../support/naive-interpreter.ts'
import { execute } from '../support/plan-executor.ts'
import { tinyCatalog } from '../support/tiny-catalog.ts'

type Script = readonly [incoming: Incoming, draws: readonly number[], outcomes: readonly Outcome[]]

const scripts = (count: number): fc.Arbitrary<readonly Script[]> =>
  fc.array(fc.tuple(requests, draws, outcomes), { minLength: count, maxLength: count })

/** Same upstream calls in the same order, same reply, and as many numbers drawn. */
function expectSameBehaviour(config: Config, runs: readonly Script[]): void {
  const plan = lower(config, tinyCatalog, ALONE)
  const optimised = optimise(plan)
  for (const [incoming, numbers, replies] of runs) {
    const naive = traced(numbers, replies, world => interpret(config, incoming, world))
    const lowered = traced(numbers, replies, world => execute(plan, incoming, world))
    const better = traced(numbers, replies, world => execute(optimised, incoming, world))
    expect(lowered, 'the plan before it is optimised').toEqual(naive)
    expect(better, 'the optimised plan').toEqual(naive)
  }
}

describe('the law of the optimiser', () => {
  it('makes the same upstream calls in the same order and gives the same reply', () => {
    fc.assert(fc.property(configs, scripts(4), expectSameBehaviour), { numRuns: 3_000 })
  })

  it('routes by conditions as the config says, however they repeat and contradict each other', () => {
    fc.assert(fc.property(crowdedConfigs, scripts(8), expectSameBehaviour), { numRuns: 2_000 })
  })

  it('leaves nothing for a second run to do', () => {
    fc.assert(
      fc.property(fc.oneof(configs, crowdedConfigs), config => {
        const once = optimise(lower(config, tinyCatalog, ALONE))
        expect(optimise(once)).toEqual(once)
      }),
      { numRuns: 1_000 },
    )
  })
})
