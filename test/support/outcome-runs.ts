// A generated config, run on the runtime's linked nodes with a class of outcomes per host.
import fc from 'fast-check'
import { type Outcome, outcomesOf } from '../../compiler/analyse/outcome.ts'
import { STANDALONE } from '../../compiler/facts/environment.ts'
import { lowerConfig } from '../../compiler/lower/lower.ts'
import { optimise } from '../../compiler/optimise/optimise.ts'
import { hasStatus } from '../../compiler/plan/status-set.ts'
import type { Config, Plan } from '../../schemas/generated/types.ts'
import { circuits, draws } from './arbitrary-config.ts'
import { onHosts, type RouteScript, type RouteTrace, traceRoute } from './route-trace.ts'
import { tinyCatalog } from './tiny-catalog.ts'

/** Numbers that select a host per target and an outcome per host. All circuits are closed. */
export const outcomeNumbers = fc.record({
  stream: fc.boolean(),
  draws,
  hosts: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
  outcomes: fc.array(fc.nat(2 ** 20), { minLength: 4, maxLength: 4 }),
  verdicts: fc.constantFrom('pass', 'pass', 'request', 'reply', 'both'),
})
export type OutcomeNumbers = (typeof outcomeNumbers extends fc.Arbitrary<infer T> ? T : never) & {
  /** Which circuits are open from the start. */
  readonly circuits?: readonly boolean[]
}

/** The same, while some circuits are open. */
export const outcomesWithCircuits: fc.Arbitrary<OutcomeNumbers> = fc
  .tuple(outcomeNumbers, circuits)
  .map(([numbers, open]) => ({ ...numbers, circuits: open }))

/** What guards fail is a reply with 200, as the table has it. */
const isOtherSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'status' && outcome.statuses.every(([low, high]) => low > 200 && high < 300)

/** A quarter of the hosts replies with any status, one succeeds, since guards see nothing else, and one never replies. */
function outcomeAt(
  outcomes: readonly Outcome[],
  number: number,
  { stream, verdicts }: OutcomeNumbers,
): Outcome {
  const all = outcomes.filter(
    outcome =>
      (stream || outcome.kind !== 'cut-after-content') &&
      (verdicts === 'pass' || !isOtherSuccess(outcome)) &&
      !('error' in outcome && outcome.error === 'invalid_request'),
  )
  const statuses = all.filter(({ kind }) => kind === 'status')
  const timeouts = all.filter(outcome => outcome.kind === 'failure' && outcome.cause === 'timeout')
  const successes = statuses.filter(outcome => outcome.kind === 'status' && hasStatus(outcome.statuses, 200))
  const pool = [statuses, all, successes, timeouts][number % 4] ?? all
  const outcome = pool[(number >> 2) % pool.length]
  if (outcome === undefined) throw new Error('A plan has no outcomes.')
  return outcome
}

export interface OutcomeRun {
  readonly plan: Plan
  readonly script: RouteScript
  readonly trace: RouteTrace
}

export async function runOutcomes(config: Config, numbers: OutcomeNumbers): Promise<OutcomeRun> {
  const placed = onHosts(config, leaf => numbers.hosts[leaf % numbers.hosts.length] ?? 0)
  const plan = optimise(lowerConfig(placed, tinyCatalog, STANDALONE))
  const outcomes = outcomesOf(plan)
  const script: RouteScript = {
    stream: numbers.stream,
    draws: numbers.draws,
    outcomeOf: host => outcomeAt(outcomes, numbers.outcomes[host % numbers.outcomes.length] ?? 0, numbers),
    requestFails: numbers.verdicts === 'request' || numbers.verdicts === 'both',
    replyFails: numbers.verdicts === 'reply' || numbers.verdicts === 'both',
    ...(numbers.circuits && { circuits: numbers.circuits }),
  }
  return { plan, script, trace: await traceRoute(plan, script) }
}
