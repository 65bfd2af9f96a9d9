// Costs are exact whatever is counted; what has no price is named, and is no part of the cost (semantics, section 20).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportedCost } from '../../../../runtime/limits/reported-cost.ts'
import { compilePrice } from '../../../../runtime/values/prices/compile-price.ts'
import { type BilledUsage, costOf, priceUsage } from '../../../../runtime/values/prices/cost.ts'
import type { PriceTable } from '../../../../schemas/values/price-table.ts'
import { runs } from '../../../support/property-seed.ts'

const usage = (more: Partial<BilledUsage> = {}): BilledUsage => ({ input: 0, output: 0, cached: 0, ...more })

/** A decimal with so many digits as an exact fraction of 10^12. */
const decimal = fc.bigInt({ min: 0n, max: 10n ** 11n })
const inDollars = (value: bigint): number => Number(`${value}e-9`)
const tokens = fc.integer({ min: 0, max: 2_000_000_000 })

describe('A cost', () => {
  it('is the exact sum, rounded up once, for any prices and counts', () => {
    fc.assert(
      fc.property(fc.tuple(decimal, decimal, decimal), fc.tuple(tokens, tokens, tokens), (rates, counts) => {
        const [input, output, cached] = rates
        const [text, written, read] = counts
        const price = compilePrice(
          { input: inDollars(input), output: inDollars(output), cached: inDollars(cached) },
          'manifest',
        )
        // A rate of 10^-9 dollars per million is 10^-6 billionths of a dollar per token.
        const sum = BigInt(text) * input + BigInt(read) * cached + BigInt(written) * output
        const exact = (sum + 999_999n) / 1_000_000n
        const found = costOf({ input: text + read, output: written, cached: read }, price)
        expect(found).toBe(Number(exact))
      }),
      { numRuns: runs(300) },
    )
  })

  it('with a discount is the cost less that part, within a unit', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(10_000_000), fc.nat(10_000_000)),
        fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)),
        fc.integer({ min: 1, max: 9999 }),
        ([input, output], [text, written], part) => {
          const price = compilePrice({ input: input / 10_000, output: output / 10_000 }, 'manifest')
          const billed = { input: text, output: written, cached: 0 }
          const less = costOf(billed, price.discounted(part / 10_000))
          const sum = BigInt(text) * BigInt(input) + BigInt(written) * BigInt(output)
          // A rate of a ten-thousandth of a dollar per million is a tenth of a billionth per token.
          const exact = (sum * BigInt(10_000 - part) + 99_999n) / 100_000n
          expect(less).toBe(Number(exact))
          expect(price.discounted(part / 10_000)).toBe(price.discounted(part / 10_000))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.each<readonly [string, PriceTable, BilledUsage, number]>([
    ['per request', { input: 1, output: 1, per_request: 0.005 }, usage({ input: 10, output: 10 }), 5_020_000],
    ['per page', { per_page: 0.002 }, usage({ units: { per_page: 7 } }), 14_000_000],
    ['per character', { per_character: 0.000015 }, usage({ units: { per_character: 1001 } }), 15_015_000],
    ['per image', { per_image: 0.04 }, usage({ units: { per_image: 3 } }), 120_000_000],
    ['per second', { per_second: 0.0001 }, usage({ units: { per_second: 8.47 } }), 847_000],
    [
      'per second, without its tokens',
      { per_second: 0.1 },
      usage({ input: 50, units: { per_second: 4 } }),
      400_000_000,
    ],
    [
      'per second of an hour at 0.111 dollars',
      { per_second: 0.0000308333333333333 },
      usage({ units: { per_second: 3600 } }),
      111_000_000,
    ],
    [
      'per search beside tokens',
      { input: 3, output: 15, per_search: 0.01 },
      usage({ input: 100, output: 10, units: { per_search: 2 } }),
      20_450_000,
    ],
    [
      'by a tier of size of its service tier',
      {
        input: 1,
        output: 2,
        service_tiers: { flex: { input: 0.5, output: 1, above: [{ tokens: 10, input: 0.8 }] } },
      },
      usage({ input: 11, output: 1, tier: 'flex' }),
      9800,
    ],
    [
      'by the highest tier that it exceeds',
      {
        input: 1,
        output: 1,
        above: [
          { tokens: 100, input: 2 },
          { tokens: 10, input: 3 },
        ],
      },
      usage({ input: 101 }),
      202_000,
    ],
    ['nothing for nothing', { input: 1, output: 1 }, usage(), 0],
  ])('%s', (_, table, counts, cost) => {
    expect(priceUsage(counts, compilePrice(table, 'manifest'))).toMatchObject({ cost })
  })

  it.each<readonly [string, PriceTable, BilledUsage, number | undefined, number, readonly string[]]>([
    [
      'writes to a cache',
      { input: 3, output: 15, cached: 0.3 },
      usage({ input: 100, units: { cache_writes: 40 } }),
      180_000,
      300_000,
      ['cache_writes'],
    ],
    [
      'sound at the price of text',
      { input: 2.5, output: 10 },
      usage({ input: 100, output: 20, units: { audio_input: 60, audio_output: 20 } }),
      100_000,
      450_000,
      ['audio_input', 'audio_output'],
    ],
    [
      'a service tier',
      { input: 1, output: 2 },
      usage({ input: 10, output: 10, tier: 'priority' }),
      undefined,
      30_000,
      ['service tier priority'],
    ],
    [
      'tokens of a model that is sold otherwise, where nothing else is counted',
      { per_second: 1 },
      usage({ input: 5 }),
      undefined,
      0,
      ['input'],
    ],
    [
      'characters of a model that is sold by tokens',
      { input: 0.6, output: 12 },
      usage({ units: { per_character: 9 } }),
      undefined,
      0,
      ['per_character'],
    ],
  ])('never counts %s', (_, table, counts, cost, atLeast, unpriced) => {
    const price = compilePrice(table, 'manifest')
    expect(priceUsage(counts, price)).toMatchObject({ cost, atLeast, unpriced })
    // A budget holds all the same.
    expect(costOf(counts, price)).toBe(atLeast)
  })

  it('says by which prices it was computed', () => {
    const price = compilePrice(
      { input: 2.5, cached: 0.25, output: 15, above: [{ tokens: 272_000, input: 5, output: 22.5 }] },
      'manifest',
      { service_tiers: { flex: 0.5 } },
    )
    const rates = (counts: Partial<BilledUsage>): string => priceUsage(usage(counts), price).rates
    expect(rates({ input: 1 })).toBe('input 2.5, cached 0.25, output 15')
    expect(rates({ input: 272_001 })).toBe('above 272000 tokens: input 5, cached 0.25, output 22.5')
    expect(rates({ input: 1, tier: 'flex' })).toBe('flex: input 1.25, cached 0.125, output 7.5')
  })

  it('counts the same in any tier that is the standard one', () => {
    const price = compilePrice({ input: 1, output: 1 }, 'manifest')
    for (const tier of ['default', 'standard', 'auto', 'on_demand', 'standard_only']) {
      const reported = { prompt_tokens: 5, completion_tokens: 5, service_tier: tier }
      const billed = { provider: 'openai', model: 'm', answered: undefined }
      expect(reportedCost(reported, billed, () => price)).toMatchObject({ cost: 10_000 })
    }
  })
})
