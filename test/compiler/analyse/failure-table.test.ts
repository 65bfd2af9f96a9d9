// The failure table against the runtime: for generated configs and a class of outcomes per host, the runtime's own linked
// nodes call the targets that the table says, as often, count what it says, and answer the client as it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { brokenTables } from '../../support/broken-tables.ts'
import { failingConfigs } from '../../support/failing-configs.ts'
import { deviation } from '../../support/follows-table.ts'
import { outcomeNumbers, runOutcomes } from '../../support/outcome-runs.ts'

describe('the failure table', () => {
  it('says what happens', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, outcomeNumbers, async (config, numbers) => {
        const { plan, script, trace } = await runOutcomes(config, numbers)
        const found = deviation(analyseFailures(plan), trace, script)
        if (found !== undefined) throw new Error(`${found}\n${JSON.stringify(trace, null, 1)}`)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(brokenTables)('is not one that $title', async ({ change }) => {
    const property = fc.asyncProperty(failingConfigs, outcomeNumbers, async (config, numbers) => {
      const { plan, script, trace } = await runOutcomes(config, numbers)
      return deviation(change(analyseFailures(plan), plan), trace, script) === undefined
    })
    expect((await fc.check(property, { numRuns: 4_000, endOnFailure: true })).failed).toBe(true)
  })
})
