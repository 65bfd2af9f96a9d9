// A whole reply and any stream of it count the same: in the log, for limits of tokens and for budgets of cost, in every dialect and on
// every route (semantics, section 20).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { compilePrice } from '../../../runtime/values/prices/compile-price.ts'
import { createHarness } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import type { NativeUsage, UsageForm } from './usage-form.ts'
import { partsOf, usageForms } from './usage-forms.ts'

const PRICE = { input: 3, output: 15, cached: 0.3, cache_writes: 3.75, cache_writes_1h: 6 }

const WAYS = {
  unchanged: {},
  guarded: { output_guardrails: [{ 'default.contains': { words: ['never'], operator: 'none' } }] },
  cached: { cache: { mode: 'simple' } },
} as const

const bodyOf = (route: string, model: string, stream: boolean): object => ({
  model: `@main/${model}`,
  stream,
  ...(route === '/responses'
    ? { input: 'Hi', store: false }
    : { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 50 }),
})

/** What is counted of one call. */
async function countsOf(form: UsageForm, route: string, way: keyof typeof WAYS, stream: boolean, step: Step) {
  const { call } = createHarness({
    manifest: {
      providers: { main: { provider: form.provider, api_key: '${env:KEY}', ...form.settings } },
      prices: [{ provider: form.provider, model: form.model, ...PRICE }],
      policies: {
        rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 10_000_000 }],
        usage_limits: [{ name: 'cost', type: 'cost', credit_limit: 1000 }],
      },
    },
    configs: { way: { provider: '@main', ...WAYS[way] } },
    environment: { KEY: 'key' },
    script: [step],
  })
  const { outcome, status, text } = await call({
    path: route,
    headers: { 'x-gateway-config': 'way' },
    body: bodyOf(route, form.model, stream),
  })
  if (outcome === undefined || status !== 200) throw new Error(`${status} ${text}`)
  const counted = outcome.record.counted?.counted()
  const price = compilePrice(PRICE, 'manifest')
  const logged = usageCost(outcome, () => price, 0)
  return {
    log: [logged?.tokens?.input, logged?.tokens?.output, logged?.tokens?.cached ?? 0],
    limits: [counted?.input, counted?.output],
    source: counted?.source,
    costs: [logged?.cost, counted?.cost],
  }
}

const text = fc.constantFrom('Hi', 'long '.repeat(2000))
const ways = fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[]))

describe.each(usageForms.map(form => [form.name, form] as const))('Usage of %s', (_name, form) => {
  it.each(form.routes)('is the same in a whole reply and in any stream of it, at %s', async route => {
    const given: fc.Arbitrary<readonly [NativeUsage, readonly NativeUsage[]]> = form.usage.chain(usage =>
      partsOf(usage, form.parts).map(parts => [usage, parts] as const),
    )
    await fc.assert(
      fc.asyncProperty(given, text, ways, async ([usage, parts], written, way) => {
        const whole = await countsOf(form, route, way, false, form.whole(usage, written))
        const streamed = await countsOf(form, route, way, true, form.stream(parts, written))
        const [input, output, cached] = form.counts(usage)
        expect(whole.log).toEqual([input, output, Math.min(input, cached)])
        expect(whole.limits).toEqual([input, output])
        expect(whole.source).toBe('provider')
        expect(streamed).toEqual(whole)
      }),
      { numRuns: runs(3) },
    )
  })
})
