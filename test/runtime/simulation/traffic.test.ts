// Simulated traffic against what can be computed: probabilities, shares, quantiles, prices.
import { describe, expect, it } from 'vitest'
import { runTraffic } from '../../../runtime/simulation/traffic/run-traffic.ts'
import { sampleStep, seededRandom } from '../../../runtime/simulation/traffic/sample-step.ts'
import {
  type Estimate,
  meanOf,
  quantileOf,
  shareOf,
} from '../../../runtime/simulation/traffic/traffic-summary.ts'
import type { TrafficModel } from '../../../schemas/generated/types.ts'
import { bundleOf, simulationOf } from '../../support/simulated-project.ts'

const CLAUDE = { provider: '@anthropic', override_params: { model: 'claude-sonnet-5-5' } }
const BREAKER = { failure_threshold: 2, cooldown_interval: 30_000, failure_status_codes: [503] }
const bundle = bundleOf({
  fallback: { strategy: { mode: 'fallback' }, targets: [{ provider: '@openai' }, CLAUDE] },
  split: { strategy: { mode: 'loadbalance' }, targets: [{ provider: '@openai', weight: 3 }, CLAUDE] },
  single: { provider: '@openai', request_timeout: 2000 },
  broken: { strategy: { mode: 'fallback' }, targets: [{ provider: '@openai', cb_config: BREAKER }, CLAUDE] },
})
const simulate = async (config: string, model: TrafficModel) =>
  await runTraffic({ requests: 2000, ...model }, simulationOf(bundle), {
    config,
    price: ({ provider }, { input_tokens: tokens = 1000 }) => (provider === 'openai' ? tokens / 1000 : 0),
  })
const contains = ({ low, high }: Estimate, value: number): boolean => low <= value && value <= high

describe('traffic', () => {
  it('a fallback succeeds unless both providers fail', async () => {
    const failing = (probability: number) => ({ failures: { '503': probability } })
    const model = { providers: { '@openai': failing(0.3), '@anthropic': failing(0.2) } }
    const { success, callsPerRequest, targets, statuses } = await simulate('fallback', model)
    expect(contains(success, 1 - 0.3 * 0.2)).toBe(true)
    expect(contains(callsPerRequest, 1.3)).toBe(true)
    expect(contains(targets[0]?.share ?? success, 0.7)).toBe(true)
    expect(contains(targets[1]?.success ?? success, 0.8)).toBe(true)
    expect((statuses['200'] ?? 0) + (statuses['503'] ?? 0)).toBe(2000)
  })

  it('shares follow the weights', async () => {
    const { targets } = await simulate('split', { providers: {} })
    expect(targets.map(({ target }) => target)).toEqual(['config.targets[0]', 'config.targets[1]'])
    expect(targets.map(({ share }, index) => contains(share, [0.75, 0.25][index] ?? 0))).toEqual([true, true])
  })

  it('latencies follow the quantiles, and end at the timeout', async () => {
    const { latency, statuses } = await simulate('single', { providers: { '*': { median: 500, p95: 1500 } } })
    expect(contains(latency.p50, 500)).toBe(true)
    expect(contains(latency.p95, 1500)).toBe(true)
    expect(latency.p99.value).toBe(2000)
    expect(Object.keys(statuses)).toEqual(['200', '408'])
  })

  it('every failure has its status', async () => {
    const failures = { '429': 0.2, refused: 0.2, dns: 0.1, cut: 0.2, timeout: 0.1 }
    const { statuses } = await simulate('single', { providers: { openai: { failures } } })
    expect(Object.keys(statuses)).toEqual(['200', '408', '429', '502'])
  })

  it('a mix has its shares and its costs', async () => {
    const mix = [
      { share: 3, input_tokens: 1000 },
      { share: 1, input_tokens: 5000, given: { path: 'embeddings' } },
    ]
    const { costPerThousand, targets } = await simulate('single', { mix, seed: 2, providers: {} })
    expect(costPerThousand && contains(costPerThousand, 2000)).toBe(true)
    expect(targets[0]?.cost).toBeCloseTo((costPerThousand?.value ?? 0) * 2)
  })

  it('a circuit that is open saves calls, the more of them the higher the rate', async () => {
    const model = { providers: { '@openai': { failures: { '503': 0.5 } } } }
    const callsAt = async (rate: number) =>
      (await simulate('broken', { ...model, rate })).targets.find(
        ({ target }) => target === 'config.targets[0]',
      )?.calls ?? 0
    const [slow, fast] = [await callsAt(0.01), await callsAt(100)]
    expect(slow).toBeGreaterThan(1900)
    expect(fast).toBeLessThan(50)
  })

  it('the same seed gives the same result, another seed another one', async () => {
    const model = { providers: { '*': { median: 100, p95: 900, failures: { '500': 0.1 } } } }
    const first = await simulate('split', { ...model, seed: 7 })
    expect(await simulate('split', { ...model, seed: 7 })).toEqual(first)
    expect(await simulate('split', { ...model, seed: 8 })).not.toEqual(first)
  })

  it('an unknown price is no price of zero', async () => {
    const summary = await runTraffic({ requests: 100, providers: {} }, simulationOf(bundle), {
      config: 'single',
      price: () => undefined,
    })
    expect([summary.costPerThousand, summary.targets[0]?.cost, summary.unpriced]).toEqual([
      undefined,
      undefined,
      ['gpt-6.1-sol'],
    ])
  })
})

describe('estimates', () => {
  it('of shares: an interval also where nothing was counted', () => {
    expect(shareOf(0, 100)).toEqual({ value: 0, low: expect.closeTo(0), high: expect.closeTo(0.037, 3) })
    expect(shareOf(50, 100)).toEqual({
      value: 0.5,
      low: expect.closeTo(0.4038, 4),
      high: expect.closeTo(0.5962, 4),
    })
    expect(shareOf(0, 0).value).toBe(0)
  })

  it('of means', () => {
    expect(meanOf(30, 300, 3)).toEqual({ value: 10, low: 10, high: 10 })
    expect(meanOf(4, 10, 2)).toEqual({
      value: 2,
      low: expect.closeTo(0.04, 2),
      high: expect.closeTo(3.96, 2),
    })
  })

  it('of quantiles: values of the sample', () => {
    const sorted = Array.from({ length: 1000 }, (_, index) => index + 1)
    expect(quantileOf(sorted, 0.5)).toEqual({ value: 500, low: 470, high: 531 })
    expect(quantileOf([], 0.5).value).toBe(0)
  })

  it('cover the true share in about 95 of 100 samples', () => {
    const random = seededRandom(3)
    const samples = Array.from({ length: 1000 }, () => {
      const hits = Array.from({ length: 200 }, random).filter(draw => draw < 0.1).length
      return contains(shareOf(hits, 200), 0.1)
    })
    const covered = samples.filter(Boolean).length
    expect(covered).toBeGreaterThan(920)
    expect(covered).toBeLessThan(980)
  })
})

describe('samples', () => {
  it('a latency without a spread is constant', () => {
    expect(sampleStep({ median: 40 }, seededRandom(1))).toEqual({ delay: 40 })
  })

  it('random numbers are uniform', () => {
    const random = seededRandom(1)
    const numbers = Array.from({ length: 20_000 }, random)
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length
    expect(mean).toBeCloseTo(0.5, 2)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    const tenths = Map.groupBy(numbers, each => Math.floor(each * 10))
    for (const [, tenth] of tenths) expect(Math.abs(tenth.length - 2000)).toBeLessThan(200)
  })
})
