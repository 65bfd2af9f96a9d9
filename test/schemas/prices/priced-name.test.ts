// Which names take the price of another name of their family (semantics, section 20), and prices that were wrong (decisions).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { models, priceDate } from '../../../schemas/generated/models.ts'
import type { PriceRules } from '../../../schemas/values/price-table.ts'
import { PricedNames } from '../../../schemas/values/priced-name.ts'
import { ROOT } from '../../support/folder.ts'

const FOLDER = join(ROOT, 'schemas/prices')

interface RulesFile extends PriceRules {
  readonly sources: readonly { readonly read: string }[]
}

interface Entry {
  readonly id: string
  readonly input: number
}

const samePrice = (one: Entry, other: Entry): boolean => one.input === other.input

const find = (listed: Readonly<Record<string, number>>, model: string, aliases: readonly string[] = []) => {
  const entries = Object.entries(listed).map(([id, input]) => ({ id, input }))
  const found = new PricedNames('openai', entries, samePrice, aliases).find(model)
  return typeof found === 'string' ? found : found.entry.input
}

const CASES: readonly (readonly [
  string,
  Record<string, number>,
  string,
  readonly string[],
  number | string,
])[] = [
  ['two dates of one price', { 'm-2407': 1, 'm-2411': 1 }, 'm-2502', [], 1],
  ['two dates of two prices', { 'm-2407': 1, 'm-2411': 2 }, 'm-2502', [], 'dates-differ'],
  ['one date', { 'm-2407': 1 }, 'm-2502', [], 'one-date'],
  ['an alias that is not documented', { m: 1 }, 'm-2502', [], 'one-date'],
  ['a documented alias', { m: 1 }, 'm-2502', ['m'], 1],
  ['a documented beginning', { m: 1 }, 'm-2502', ['m*'], 1],
  [
    'a documented alias beside a date of another price',
    { m: 1, 'm-2407': 2 },
    'm-2502',
    ['m'],
    'dates-differ',
  ],
  ['latest, of a bare name', { m: 1 }, 'm-latest', ['m'], 'alias'],
  ['latest, of two dates', { 'm-2407': 1, 'm-2411': 1 }, 'm-latest', [], 'alias'],
  ['stable', { m: 1 }, 'm-stable', ['m'], 'unlisted'],
  ['a bare name of two dates', { 'm-2407': 1, 'm-2411': 1 }, 'm', [], 'alias'],
  ['latest with an entry of its own', { m: 1, 'm-latest': 2 }, 'm-latest', [], 2],
]

describe('An unlisted name', () => {
  it.each(CASES)('%s', (_, listed, model, aliases, expected) => {
    expect(find(listed, model, aliases)).toBe(expected)
  })

  it('that is an alias never has a price, whatever dates are listed', () => {
    const month = fc.integer({ min: 1, max: 12 }).map(value => `m-24${String(value).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        fc.dictionary(month, fc.integer({ min: 1, max: 3 }), { minKeys: 1 }),
        fc.constantFrom('m', 'm-latest', 'm-stable', 'm@latest'),
        fc.boolean(),
        (listed, alias, isDocumented) => {
          expect(find(listed, alias, isDocumented ? ['m*'] : [])).toBeTypeOf('string')
        },
      ),
    )
  })

  it('with a date has a price only of at least two dates, and only one that all have', () => {
    const month = fc.integer({ min: 1, max: 11 }).map(value => `m-24${String(value).padStart(2, '0')}`)
    fc.assert(
      fc.property(fc.dictionary(month, fc.integer({ min: 1, max: 2 }), { minKeys: 1 }), listed => {
        const prices = Object.values(listed)
        const isPriced = prices.length > 1 && new Set(prices).size === 1
        expect(find(listed, 'm-2412')).toBe(
          isPriced ? prices[0] : new Set(prices).size === 1 ? 'one-date' : 'dates-differ',
        )
      }),
    )
  })
})

/** Provider, model, and input and output in dollars per million tokens, or why there is no price. */
const CORRECTED: readonly (readonly [string, string, string])[] = [
  ['google', 'gemini-pro-latest', '2 12'],
  ['mistral', 'magistral-small-latest', 'alias'],
  ['mistral', 'magistral-medium-latest', 'alias'],
  ['mistral', 'mistral-large-latest', '0.5 1.5'],
  ['mistral', 'mistral-small-latest', '0.15 0.6'],
  ['mistral', 'mistral-medium', '1.5 7.5'],
  ['mistral', 'mistral-medium-2505', '0.4 2'],
  ['xai', 'grok-code-fast-1', '1 2'],
  ['xai', 'grok-4.20-multi-agent', '1.25 2.5'],
  ['xai', 'grok-4.20-multi-agent-latest', '1.25 2.5'],
  ['bedrock', 'mistral.mistral-large-2407-v1:0', '2 6'],
  ['bedrock', 'us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', '3.6 18'],
  ['bedrock', 'us-gov.anthropic.claude-sonnet-5', '2.4 12'],
  ['azure', 'gpt-35-turbo-1106', '1 2'],
  ['azure', 'deepseek-r1', '1.35 5.4'],
  ['azure', 'deepseek-v3.2', '0.58 1.68'],
  ['azure', 'deepseek-r1-0528', 'one-date'],
  ['azure', 'deepseek-chat', 'unlisted'],
  ['azure', 'phi-3-medium-128k-instruct', '0.17 0.68'],
  ['azure', 'phi-4-reasoning-plus', '0.125 0.5'],
  ['deepseek', 'deepseek-v4-flash', '0.3 1.2'],
  ['deepseek', 'deepseek-flash', '0.3 1.2'],
  ['openrouter', 'deepseek/deepseek-r1', 'alias'],
  ['cohere', 'command-r-plus-04-2024', 'one-date'],
  ['bedrock', 'us-gov.anthropic.claude-haiku-4-5-20251001-v1:0', '1.2 6'],
  ['bedrock', 'us-gov.anthropic.claude-opus-4-1-20250805-v1:0', 'unlisted'],
  ['bedrock', 'us.openai.gpt-6.2-sol', '2.2 11'],
  ['anthropic', 'claude-sonnet-5-5', '2 10'],
  ['anthropic', 'claude-haiku-5-5', '0.1 0.5'],
  ['anthropic', 'claude-fable-5-2', '8 40'],
  ['anthropic', 'claude-mythos-5', '10 50'],
  ['anthropic', 'claude-mythos-5-1', '10 50'],
  ['anthropic', 'claude-mythos-5-2', '8 40'],
  ['openai', 'gpt-6.1-sol', '2 10'],
  ['openai', 'gpt-6.2-sol', '2 10'],
  ['openai', 'gpt-6.2-astra', '8 40'],
  ['azure', 'gpt-6.2-astra', '8 40'],
  ['google', 'gemini-4-neon', '3 15'],
  ['google', 'gemini-4-hydrogen', '1.5 7.5'],
  ['google', 'gemini-4-carbon', '2 10'],
  ['google', 'gemini-flash-latest', '0.75 3.75'],
]

describe('A corrected price', () => {
  const prices = createPriceList()
  const day = Date.parse(`${priceDate}T12:00:00Z`)

  it.each(CORRECTED)('%s %s: %s', (provider, model, expected) => {
    const found = prices.explain(provider, model, day)
    expect(typeof found === 'string' ? found : `${found.table.input} ${found.table.output}`).toBe(expected)
  })
})

/** Provider, model, tier, and input and output in dollars per million tokens. */
const TIERS: readonly (readonly [string, string, string, string])[] = [
  ['openai', 'gpt-6.1-sol', 'priority', '4 20'],
  ['openai', 'gpt-6.2-astra', 'priority', '16 80'],
  ['openai', 'o3', 'priority', '3.5 14'],
  ['openai', 'o4-mini-2025-04-16', 'priority', '2 8'],
  ['azure', 'gpt-5.4', 'priority', '5 30'],
  ['azure', 'gpt-5-mini', 'priority', '0.45 3.6'],
  ['azure', 'gpt-6.1-sol', 'flex', '1 5'],
  ['azure', 'gpt-4o', 'priority', 'none'],
  ['google', 'gemini-4-hydrogen', 'priority', '2.7 13.5'],
  ['vertex', 'gemini-3.1-pro-preview', 'flex', '1 6'],
  ['vertex', 'claude-sonnet-5-5', 'batch', '1 5'],
  ['xai', 'grok-4.7', 'batch', '1.6 4.8'],
]

describe('A tier', () => {
  const prices = createPriceList()
  const day = Date.parse(`${priceDate}T12:00:00Z`)

  it.each(TIERS)('%s %s %s: %s', (provider, model, tier, expected) => {
    const found = prices.explain(provider, model, day)
    const rates = typeof found === 'string' ? undefined : found.price.tier(tier)
    const dollars = (amount = 0): number => amount / (rates?.perNanoDollar ?? 1) / 1000
    expect(rates === undefined ? 'none' : `${dollars(rates.input)} ${dollars(rates.output)}`).toBe(expected)
  })
})

describe('The day of a price', () => {
  const prices = createPriceList()
  const dated = (provider: string, model: string): string => {
    const found = prices.explain(provider, model, Date.parse(`${priceDate}T12:00:00Z`))
    return typeof found === 'string' ? found : found.price.dated
  }

  it('is that of its correction, or that of the list', () => {
    expect(dated('openai', 'gpt-6.2-sol')).toBe('2026-11-20')
    expect(dated('azure', 'gpt-6.2-sol')).toBe('2026-11-20')
    expect(dated('openai', 'gpt-4o')).toBe(priceDate)
  })

  it('of each correction is written, and no later than its newest source', () => {
    const later = readdirSync(FOLDER)
      .filter(name => name.endsWith('.json'))
      .flatMap(name => {
        const { corrections = {}, sources } = JSON.parse(
          readFileSync(join(FOLDER, name), 'utf8'),
        ) as RulesFile
        const newest =
          sources
            .map(({ read }) => read)
            .toSorted()
            .at(-1) ?? ''
        return Object.entries(corrections)
          .filter(([, { read }]) => !/^20\d\d-\d\d-\d\d$/.test(read) || read > newest)
          .map(([model]) => `${name} ${model}`)
      })
    expect(later).toEqual([])
  })
})

describe('Bands of the list', () => {
  it('hold above whole thousands of tokens, of 1000 or of 1024, as vendors write them', () => {
    const bounds = Object.values(models).flatMap(list =>
      list.flatMap(({ above = [], dated = [] }) =>
        [...above, ...dated.flatMap(table => table.above ?? [])].map(({ tokens }) => tokens),
      ),
    )
    expect(bounds).toContain(272_000)
    expect(bounds.filter(tokens => tokens % 1000 !== 0 && tokens % 1024 !== 0)).toEqual([])
  })
})
