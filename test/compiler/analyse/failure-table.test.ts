// The failure table against the runtime: for generated configs and a class of outcomes per host, the runtime's own linked
// nodes call the targets that the table says, as often, count what it says, and answer the client as it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { type Outcome, outcomesOf } from '../../../compiler/analyse/outcome.ts'
import { STANDALONE } from '../../../compiler/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { draws } from '../../support/arbitrary-config.ts'
import { brokenTables } from '../../support/broken-tables.ts'
import { failingConfigs } from '../../support/failing-configs.ts'
import { deviation } from '../../support/follows-table.ts'
import { onHosts, type RouteScript, type RouteTrace, traceRoute } from '../../support/route-trace.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

/** Numbers that select a host per target and an outcome per host. */
const scripts = fc.record({
  stream: fc.boolean(),
  draws,
  hosts: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
  outcomes: fc.array(fc.nat(2 ** 20), { minLength: 4, maxLength: 4 }),
  verdicts: fc.constantFrom('pass', 'pass', 'request', 'reply', 'both'),
})
type Numbers = typeof scripts extends fc.Arbitrary<infer T> ? T : never

/** What guards fail is a reply with 200, as the table has it. */
const isOtherSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'status' && outcome.statuses.every(([low, high]) => low > 200 && high < 300)

/** Half of the hosts reply with a status, so that successes are frequent. */
function outcomeAt(plan: Plan, number: number, { stream, verdicts }: Numbers): Outcome {
  const all = outcomesOf(plan).filter(
    outcome =>
      (stream || outcome.kind !== 'cut-after-content') && (verdicts === 'pass' || !isOtherSuccess(outcome)),
  )
  const statuses = all.filter(({ kind }) => kind === 'status')
  const pool = number % 2 === 0 ? statuses : all
  const outcome = pool[(number >> 1) % pool.length]
  if (outcome === undefined) throw new Error('A plan has no outcomes.')
  return outcome
}

interface Run {
  readonly plan: Plan
  readonly script: RouteScript
  readonly trace: RouteTrace
}

async function run(config: Config, numbers: Numbers): Promise<Run> {
  const placed = onHosts(config, leaf => numbers.hosts[leaf % numbers.hosts.length] ?? 0)
  const plan = optimise(lowerConfig(placed, tinyCatalog, STANDALONE))
  const script: RouteScript = {
    stream: numbers.stream,
    draws: numbers.draws,
    outcomeOf: host => outcomeAt(plan, numbers.outcomes[host % numbers.outcomes.length] ?? 0, numbers),
    requestFails: numbers.verdicts === 'request' || numbers.verdicts === 'both',
    replyFails: numbers.verdicts === 'reply' || numbers.verdicts === 'both',
  }
  return { plan, script, trace: await traceRoute(plan, script) }
}

describe('the failure table', () => {
  it('says what happens', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, scripts, async (config, numbers) => {
        const { plan, script, trace } = await run(config, numbers)
        const found = deviation(analyseFailures(plan), trace, script)
        if (found !== undefined) throw new Error(`${found}\n${JSON.stringify(trace, null, 1)}`)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(brokenTables)('is not one that $title', async ({ change }) => {
    const property = fc.asyncProperty(failingConfigs, scripts, async (config, numbers) => {
      const { plan, script, trace } = await run(config, numbers)
      return deviation(change(analyseFailures(plan), plan), trace, script) === undefined
    })
    expect((await fc.check(property, { numRuns: 4_000, endOnFailure: true })).failed).toBe(true)
  })
})
