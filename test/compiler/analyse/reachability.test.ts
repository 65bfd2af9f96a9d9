// Reachability against the runtime: no generated run calls a target that is never reached, or later than it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bounded } from '../../../compiler/analyse/bound.ts'
import { envelopesOf } from '../../../compiler/analyse/envelope.ts'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import {
  analyseReachability,
  type Reached,
  type TargetReach,
} from '../../../compiler/analyse/reachability.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { failingConfigs } from '../../support/failing-configs.ts'
import { type OutcomeNumbers, outcomesWithCircuits, runOutcomes } from '../../support/outcome-runs.ts'
import { runs } from '../../support/property-seed.ts'
import { TRACE_MANIFEST } from '../../support/route-trace.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const context = { gateway: lowerManifest(TRACE_MANIFEST, tinyCatalog), callsService: () => true }
const reachOf = (plan: Plan): readonly TargetReach[] =>
  analyseReachability(plan, analyseFailures(plan), envelopesOf(plan, context))

const nameOf = (pointer: string): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

async function holds(
  change: (reach: TargetReach) => TargetReach,
  config: Config,
  numbers: OutcomeNumbers,
): Promise<boolean> {
  const { plan, trace } = await runOutcomes(config, numbers)
  const targets = new Map(reachOf(plan).map(reach => [nameOf(reach.pointer), change(reach)]))
  return trace.visits.every(({ at, from }) => {
    const reach = targets.get(at)
    if (reach === undefined || reach.reached === 'never') return false
    return !('most' in reach.latestStart) || from <= reach.latestStart.most
  })
}

describe('reachability', () => {
  it('says what is called, and at the latest when', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, outcomesWithCircuits, (config, numbers) =>
        holds(reach => reach, config, numbers),
      ),
      { numRuns: runs(160) },
    )
  })

  it.each<readonly [string, (reach: TargetReach) => TargetReach]>([
    [
      'never calls what is called after failures',
      reach => ({ ...reach, reached: reach.reached === 'first' ? 'first' : 'never' }),
    ],
    ['starts every target at once', reach => ({ ...reach, latestStart: bounded(0) })],
  ])('is not one that %s', async (_title, change) => {
    const property = fc.asyncProperty(failingConfigs, outcomesWithCircuits, (config, numbers) =>
      holds(change, config, numbers),
    )
    expect((await fc.check(property, { numRuns: 2_000, endOnFailure: true })).failed).toBe(true)
  })

  const targets = [{ provider: 'openai' }, { provider: 'openai', request_timeout: 1 }] as const
  const guard = { id: 'short', deny: true, wordCount: { maxWords: 5 } }
  it.each<readonly [string, Config, Reached]>([
    ['an empty list', { strategy: { mode: 'fallback', on_status_codes: [] }, targets }, 'never'],
    [
      'a list of 446 without guards',
      { strategy: { mode: 'fallback', on_status_codes: [446] }, targets },
      'only-by-guard-statuses',
    ],
    [
      'a list of 446 with guards',
      {
        strategy: { mode: 'fallback', on_status_codes: [446] },
        targets: [{ ...targets[0], input_guardrails: [guard] }, targets[1]],
      },
      'after-failures',
    ],
    ['a list of 429', { strategy: { mode: 'fallback', on_status_codes: [429] }, targets }, 'after-failures'],
  ])('%s', (_title, config, expected) => {
    expect(reachOf(lowerConfig(config, tinyCatalog, STANDALONE)).at(-1)?.reached).toBe(expected)
  })
})
