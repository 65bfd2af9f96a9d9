// The bound of cost against the gateway's own prices: no usage within the window of a model costs more, whatever its units, tier and factors.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseEnvelope, callCost, listPrices } from '../../../compiler/analyse/envelope.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { type BilledUsage, priceUsage } from '../../../runtime/values/prices/cost.ts'
import { models, priceRules } from '../../../schemas/generated/models.ts'
import type { Config, PlanPrice } from '../../../schemas/generated/types.ts'
import { rulesOf, rulesOfModel } from '../../../schemas/values/price-rules.ts'
import type { PriceUnit } from '../../../schemas/values/price-table.ts'
import { runs } from '../../support/property-seed.ts'

const NANO = 1e9
/** On these days one of the dated tables of each model holds. */
const DAYS = ['2025-01-01', '2026-01-01', '2026-11-29', '2027-06-01'].map(day =>
  Date.parse(`${day}T00:00:00Z`),
)
const catalog = runtimeCatalog()

/** Every model of the list that has a window and a price of tokens. */
const PRICED = Object.entries(models)
  .filter(([provider]) => catalog.provider(provider)?.served === true)
  .flatMap(([provider, list]) =>
    list.flatMap(({ id, context, input, dated }) =>
      context === undefined || (input === undefined && dated === undefined)
        ? []
        : [{ provider, id, context }],
    ),
  )

const INPUT_UNITS: readonly PriceUnit[] = [
  'cache_writes',
  'cache_writes_1h',
  'audio_input',
  'image_input',
  'video_input',
]
const OUTPUT_UNITS: readonly PriceUnit[] = ['audio_output', 'image_output', 'video_output']

/** Of a window: mostly nothing or all of it, since bounds are reached there. */
const share = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
)
/** Models of several units, tiers or factors are few. */
const RICH = PRICED.flatMap(({ provider, id }, index) => {
  const entry = models[provider]?.find(each => each.id === id) ?? {}
  const isRich = ['cache_writes_1h', 'audio_input', 'image_output', 'service_tiers'].some(
    unit => unit in entry,
  )
  return isRich || Object.keys(rulesOfModel(priceRules, provider, id)).length > 0 ? [index] : []
})
const drawn = fc.record({
  model: fc.oneof(fc.nat(PRICED.length - 1), fc.constantFrom(...RICH)),
  day: fc.constantFrom(...DAYS),
  /** What is not output, of the window. */
  read: share,
  cached: share,
  units: fc.array(fc.tuple(fc.constantFrom(...INPUT_UNITS, ...OUTPUT_UNITS), share), { maxLength: 3 }),
  besides: fc.record({ reasoning: share, citations: share }),
  tier: fc.nat(4),
  /** The limit of the output that the plan sets, of the window. */
  limit: fc.option(fc.constantFrom(0.0001, 0.01, 0.5), { nil: undefined, freq: 2 }),
  factors: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const modelOf = ({ model }: Drawn) => PRICED[model] ?? { provider: '', id: '', context: 0 }

const limitOf = (numbers: Drawn): { readonly max_tokens?: number } =>
  numbers.limit === undefined ? {} : { max_tokens: Math.ceil(numbers.limit * modelOf(numbers).context) }

function usageOf(numbers: Drawn): BilledUsage {
  const { provider, id, context } = modelOf(numbers)
  const limit = limitOf(numbers).max_tokens ?? context
  const output = Math.min(limit, context - Math.floor(context * numbers.read))
  const input = context - output
  const rules = rulesOf(priceRules, provider)
  const ofModel = rulesOfModel(priceRules, provider, id)
  const tiers = [
    ...Object.keys(ofModel.service_tiers ?? {}),
    ...Object.keys(rules.service_tiers ?? {}),
    ...(models[provider] ?? []).flatMap(each =>
      each.id === id ? Object.keys(each.service_tiers ?? {}) : [],
    ),
  ]
  const multipliers = Object.entries(ofModel.multipliers ?? rules.multipliers ?? {}).flatMap(
    ([field, values], index) => {
      const names = Object.keys(values)
      const value = names[(numbers.factors[index] ?? 0) % (names.length + 1)]
      return value === undefined ? [] : [{ field, value }]
    },
  )
  return {
    input,
    output,
    cached: Math.floor(input * numbers.cached),
    units: {
      ...Object.fromEntries(numbers.units.map(([unit, part]) => [unit, Math.floor(part * context)] as const)),
      reasoning: Math.floor(numbers.besides.reasoning * context),
      citations: Math.floor(numbers.besides.citations * context),
    },
    tier: tiers[numbers.tier % (tiers.length + 1)],
    ...(multipliers.length > 0 && { multipliers }),
  }
}

const planOf = (provider: string, model: string, overrides: object = {}): Config => ({
  provider,
  override_params: { model, ...overrides },
})

function boundOf(config: Config, prices?: readonly PlanPrice[]): number | undefined {
  const gateway = { ...lowerManifest({}, catalog), ...(prices && { prices }) }
  const { cost } = analyseEnvelope(lowerConfig(config, catalog, STANDALONE), {
    gateway,
    callsService: () => false,
  })
  return 'most' in cost ? cost.most : undefined
}

const costAt = (numbers: Drawn, prices?: readonly PlanPrice[]): number => {
  const { provider, id } = modelOf(numbers)
  const price = createPriceList(prices).find(provider, id, numbers.day)
  return price === undefined ? 0 : priceUsage(usageOf(numbers), price).atLeast / NANO
}

describe('the bound of cost', () => {
  it('has models of many providers', () => {
    expect(new Set(PRICED.map(({ provider }) => provider)).size).toBeGreaterThan(8)
  })

  it('is at least what the list charges for any usage within the window', () => {
    fc.assert(
      fc.property(drawn, numbers => {
        const { provider, id } = modelOf(numbers)
        const bound = boundOf(planOf(provider, id, limitOf(numbers)))
        // Costs are rounded up to a billionth.
        if (bound !== undefined) expect(costAt(numbers)).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1 / NANO)
      }),
      { numRuns: runs(400) },
    )
  })

  it('is at least what prices of the manifest charge', () => {
    const written = fc.record({
      input: fc.integer({ min: 0, max: 90_000 }),
      output: fc.integer({ min: 0, max: 90_000 }),
      isLater: fc.boolean(),
    })
    fc.assert(
      fc.property(drawn, written, (numbers, { input, output, isLater }) => {
        const { provider, id } = modelOf(numbers)
        const prices: readonly PlanPrice[] = [
          { provider, model: `${id.slice(0, 4)}*`, input, output, ...(isLater && { from: DAYS[1] ?? 0 }) },
        ]
        const bound = boundOf(planOf(provider, id, limitOf(numbers)), prices)
        if (bound !== undefined)
          expect(costAt(numbers, prices)).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1 / NANO)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is at least what prices of a stored provider and discounts charge', () => {
    const written = fc.record({
      input: fc.integer({ min: 0, max: 90_000 }),
      rates: fc.constantFrom('slug', 'provider', 'none'),
      off: fc.constantFrom('slug', 'provider', 'none'),
      discount: fc.integer({ min: 1, max: 9999 }).map(part => part / 10_000),
      isLater: fc.boolean(),
    })
    fc.assert(
      fc.property(drawn, written, (numbers, { input, rates, off, discount, isLater }) => {
        const { provider, id } = modelOf(numbers)
        const from = isLater ? { from: DAYS[1] ?? 0 } : {}
        const of = (name: string) => (name === 'slug' ? '@main' : provider)
        const prices: readonly PlanPrice[] = [
          ...(rates === 'none' ? [] : [{ provider: of(rates), model: id, input, output: input, ...from }]),
          ...(off === 'none' ? [] : [{ provider: of(off), model: `${id.slice(0, 4)}*`, discount }]),
        ]
        const config: Config = { provider: '@main', override_params: { model: id, ...limitOf(numbers) } }
        const stored = lowerManifest({ providers: { main: { provider } } }, catalog)
        const environment = { ...STANDALONE, providers: stored.providers }
        const { cost } = analyseEnvelope(lowerConfig(config, catalog, environment), {
          gateway: { ...stored, prices },
          callsService: () => false,
        })
        const price = createPriceList(prices).find(provider, id, numbers.day, undefined, 'main')
        const charged = price === undefined ? 0 : priceUsage(usageOf(numbers), price).atLeast / NANO
        if ('most' in cost) expect(charged).toBeLessThanOrEqual(cost.most * (1 + 1e-9) + 1 / NANO)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is that of the stored provider, less its discount', () => {
    const stored = lowerManifest({ providers: { main: { provider: 'openai' } } }, catalog)
    const config: Config = { provider: '@main', override_params: { model: 'gpt-4o' } }
    const plan = lowerConfig(config, catalog, { ...STANDALONE, providers: stored.providers })
    const boundBy = (...prices: readonly PlanPrice[]) => {
      const { cost } = analyseEnvelope(plan, { gateway: { ...stored, prices }, callsService: () => false })
      return 'most' in cost ? cost.most : 0
    }
    const listed = boundBy()
    expect(listed).toBeGreaterThan(0)
    expect(boundBy({ provider: '@main', model: '*', discount: 0.25 })).toBeCloseTo(listed * 0.75, 9)
    expect(boundBy({ provider: '@other', model: '*', discount: 0.25 })).toBe(listed)
    const free = { provider: '@main', model: 'gpt-4o', input: 0, output: 0, cached: 0 }
    expect(boundBy(free, { provider: 'openai', model: '*', input: 9000, output: 9000 })).toBe(0)
  })

  it.each<readonly [string, object, object]>([
    ['the tier', { service_tier: 'default' }, {}],
    ['the length of the output', { max_tokens: 100 }, {}],
  ])('is less where the plan sets %s', (_title, overrides) => {
    const model = 'gpt-5.4'
    expect(boundOf(planOf('openai', model, overrides))).toBeLessThan(boundOf(planOf('openai', model)) ?? 0)
  })

  it('is less where the plan sets what multiplies prices', () => {
    const model = 'claude-opus-4-6'
    const all = boundOf(planOf('anthropic', model)) ?? 0
    expect(boundOf(planOf('anthropic', model, { speed: 'standard' }))).toBeLessThan(all)
    expect(boundOf(planOf('anthropic', model, { speed: 'standard', inference_geo: 'global' }))).toBeCloseTo(
      all / 6 / 1.1,
      6,
    )
  })

  it('is not decided without a window', () => {
    const gateway = lowerManifest({}, catalog)
    const plan = lowerConfig(planOf('openai', 'tts-1'), catalog, STANDALONE)
    const [call] = plan.nodes
    if (call?.kind !== 'call') throw new Error('The plan is not one call.')
    expect(callCost(call, gateway, listPrices())).toMatchObject({
      none: { reason: { kind: 'unknown-price' } },
    })
  })
})
