// The failure table against the runtime: for generated configs and a class of outcomes per host, the runtime's own linked
// nodes call the targets that the table says, as often, count what it says, and answer the client as it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { brokenTables } from '../../support/broken-tables.ts'
import { failingConfigs } from '../../support/failing-configs.ts'
import { deviation } from '../../support/follows-table.ts'
import { type OutcomeRun, outcomeNumbers, runOutcomes } from '../../support/outcome-runs.ts'

describe('the failure table', () => {
  /** What happened in the runs that the table was compared with: mistakes are looked for in them before in others. */
  const seen: OutcomeRun[] = []

  it('says what happens', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, outcomeNumbers, async (config, numbers) => {
        const run = await runOutcomes(config, numbers)
        seen.push(run)
        const { plan, script, trace } = run
        const found = deviation(analyseFailures(plan), trace, script)
        if (found !== undefined) throw new Error(`${found}\n${JSON.stringify(trace, null, 1)}`)
      }),
      // Twice as many as it takes to find every mistake below.
      { numRuns: 1_000 },
    )
  })

  it.each(brokenTables)('is not one that $title', async ({ change }) => {
    const holds = ({ plan, script, trace }: OutcomeRun): boolean =>
      deviation(change(analyseFailures(plan), plan), trace, script) === undefined
    if (!seen.every(holds)) return
    const property = fc.asyncProperty(failingConfigs, outcomeNumbers, async (config, numbers) =>
      holds(await runOutcomes(config, numbers)),
    )
    expect((await fc.check(property, { numRuns: 4_000, endOnFailure: true })).failed).toBe(true)
  })
})
