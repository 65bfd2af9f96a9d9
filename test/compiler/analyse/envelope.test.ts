// The envelope against the runtime: no generated run makes more calls or takes longer than it says. Against the raw config: it
// says no more than that. Shares against the executor of plans. Prices as a table.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseEnvelope, type Envelope, type EnvelopeContext } from '../../../compiler/analyse/envelope.ts'
import { routesOf } from '../../../compiler/analyse/routes.ts'
import { sharesOf } from '../../../compiler/analyse/shares.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { models } from '../../../schemas/generated/models.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { configs } from '../../support/arbitrary-config.ts'
import { requests } from '../../support/arbitrary-query.ts'
import { brokenEnvelopes } from '../../support/broken-envelopes.ts'
import { failingConfigs, patientConfigs } from '../../support/failing-configs.ts'
import { naiveMostCalls } from '../../support/naive-envelope.ts'
import { type OutcomeNumbers, outcomesWithCircuits, runOutcomes } from '../../support/outcome-runs.ts'
import { execute } from '../../support/plan-executor.ts'
import { runs } from '../../support/property-seed.ts'
import { TRACE_MANIFEST } from '../../support/route-trace.ts'
import { traceRun } from '../../support/routing-environment.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const gateway = lowerManifest(TRACE_MANIFEST, tinyCatalog)
const context: EnvelopeContext = {
  gateway,
  callsService: id => tinyCatalog.check(id)?.timeLimit !== undefined,
}
const lowered = (config: Config): Plan => lowerConfig(config, tinyCatalog, STANDALONE)

type Analyse = (plan: Plan, context: EnvelopeContext) => Envelope

async function holds(analyse: Analyse, config: Config, numbers: OutcomeNumbers): Promise<boolean> {
  const { plan, trace } = await runOutcomes(config, numbers)
  const { calls, time, firstContent } = analyse(plan, context)
  const most = numbers.stream ? firstContent : time
  const made = trace.visits.reduce((sum, { attempts }) => sum + attempts, 0)
  return (
    made <= calls &&
    (!('most' in most) || trace.milliseconds <= most.most) &&
    analyse(lowered(config), context).calls === naiveMostCalls(config)
  )
}

describe('the envelope', () => {
  it('is never exceeded, and has no further calls than the config', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, outcomesWithCircuits, (config, numbers) =>
        holds(analyseEnvelope, config, numbers),
      ),
      { numRuns: runs(200) },
    )
  })

  it('is not exceeded by the waits of retries by kinds of errors', async () => {
    const errors = outcomesWithCircuits.map(numbers => ({
      ...numbers,
      stream: false,
      verdicts: 'pass' as const,
      // Replies with a status.
      outcomes: numbers.outcomes.map(number => number & ~3),
    }))
    await fc.assert(
      fc.asyncProperty(patientConfigs, errors, (config, numbers) => holds(analyseEnvelope, config, numbers)),
      { numRuns: runs(200) },
    )
  })

  it.each(brokenEnvelopes)('is not one that $title', async ({ analyse }) => {
    const property = fc.asyncProperty(failingConfigs, outcomesWithCircuits, (config, numbers) =>
      holds(analyse, config, numbers),
    )
    expect((await fc.check(property, { numRuns: 3_000, endOnFailure: true })).failed).toBe(true)
  })
})

describe('shares', () => {
  const DRAWS = 600
  /** Points that fill the square evenly, for balances above and below a fallback. */
  const drawsAt = (index: number): readonly number[] => [
    (index + 0.5) / DRAWS,
    (index * 0.6180339887498949 + 0.5) % 1,
    (index * 0.7548776662466927 + 0.5) % 1,
  ]

  it('are the calls of healthy targets among the requests that meet the conditions', () => {
    fc.assert(
      fc.property(configs, requests, (config, incoming) => {
        const plan = optimise(lowered(config))
        const counts = new Map<string, number>()
        for (let index = 0; index < DRAWS; index += 1) {
          const { calls } = traceRun(drawsAt(index), [{ status: 200 }], [false], environment =>
            execute(plan, incoming, { ...environment, denies: () => false }),
          )
          const [call] = calls
          if (call !== undefined) counts.set(call.pointer, (counts.get(call.pointer) ?? 0) + 1)
        }
        const shares = new Map(sharesOf(routesOf(plan).routes).map(each => [each.pointer, each]))
        // A list has 200: healthy replies trigger fallbacks.
        if (JSON.stringify(config).includes('[200]')) return
        for (const [pointer, count] of counts)
          expect(Math.abs(count / DRAWS - (shares.get(pointer)?.share ?? -1))).toBeLessThan(0.06)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('the cost', () => {
  const claude = models['anthropic']?.find(({ id }) => id === 'claude-sonnet-5-5')
  const { context: window = 0, cache_writes_1h: read = 0, output = 0 } = claude ?? {}
  /** What is read may be written to a cache for an hour, which is dearest. */
  const ofAttempt = (written: number): number => ((window - written) * read + written * output) / 1_000_000
  const target = (overrides: object, more: object = {}): Config => ({
    provider: 'anthropic',
    // Without what multiplies prices.
    override_params: {
      model: 'claude-sonnet-5-5',
      speed: 'standard',
      inference_geo: 'global',
      ...overrides,
    },
    ...more,
  })
  it.each<readonly [string, Config, object]>([
    ['all of the context as output', target({}), { most: ofAttempt(window) }],
    ['the output that the config allows', target({ max_tokens: 1000 }), { most: ofAttempt(1000) }],
    [
      'every attempt',
      target({ max_tokens: 1000 }, { retry: { attempts: 2 } }),
      { most: 3 * ofAttempt(1000) },
    ],
    [
      'every target of a fallback',
      { strategy: { mode: 'fallback' }, targets: [target({ max_tokens: 1 }), target({ max_tokens: 2 })] },
      { most: ofAttempt(1) + ofAttempt(2) },
    ],
    [
      'the most expensive target of a load balancer',
      { strategy: { mode: 'loadbalance' }, targets: [target({ max_tokens: 1 }), target({ max_tokens: 2 })] },
      { most: ofAttempt(2) },
    ],
    [
      'is not decided where the request names the model',
      { strategy: { mode: 'fallback' }, targets: [target({ max_tokens: 1 }), { provider: 'openai' }] },
      { none: { reason: { kind: 'model-of-request' }, pointer: '/targets/1' }, atLeast: ofAttempt(1) },
    ],
    [
      'is not decided where the model is unknown',
      { provider: 'openai', override_params: { model: 'our-own' } },
      {
        none: { reason: { kind: 'unknown-price', provider: 'openai', model: 'our-own' }, pointer: '' },
        atLeast: 0,
      },
    ],
    [
      'is not decided where the request names the provider',
      { passthrough: true },
      { none: { reason: { kind: 'provider-of-request' }, pointer: '' }, atLeast: 0 },
    ],
  ])('%s', (_title, config, expected) => {
    const { cost } = analyseEnvelope(lowered(config), context)
    const rounded = JSON.parse(JSON.stringify([cost, expected]), (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(9)) : value,
    ) as readonly [unknown, unknown]
    expect(rounded[0]).toEqual(rounded[1])
  })
})
