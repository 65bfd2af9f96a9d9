// The equivalence of plans as one assertion about a config, a plan that claims to mean it, and some runs.
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Config, Plan } from '../../schemas/generated/types.ts'
import { circuits, draws, outcomes } from './arbitrary-config.ts'
import { requests } from './arbitrary-query.ts'
import { interpret } from './naive-interpreter.ts'
import { execute } from './plan-executor.ts'
import { type AttemptOutcome, type RoutedRequest, traceRun } from './routing-environment.ts'

/** A request, the numbers that are drawn while it is served, how the upstreams answer in turn, and which circuits are open. */
export type RoutingRun = readonly [
  incoming: RoutedRequest,
  draws: readonly number[],
  outcomes: readonly AttemptOutcome[],
  circuits: readonly boolean[],
]

export const runsOf = (count: number): fc.Arbitrary<readonly RoutingRun[]> =>
  fc.array(fc.tuple(requests, draws, outcomes, circuits), { minLength: count, maxLength: count })

/** Same upstream calls in the same order, same reply, and as many numbers drawn. */
export function expectSameBehaviour(config: Config, plan: Plan, runs: readonly RoutingRun[]): void {
  for (const [incoming, numbers, replies, open] of runs) {
    const naive = traceRun(numbers, replies, open, environment => interpret(config, incoming, environment))
    expect(traceRun(numbers, replies, open, environment => execute(plan, incoming, environment))).toEqual(
      naive,
    )
  }
}
