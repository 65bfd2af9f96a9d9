// Which names take the price of another name of their family (semantics, section 20), and prices that were wrong (decisions).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { models, priceDate } from '../../../schemas/generated/models.ts'
import { PricedNames } from '../../../schemas/values/priced-name.ts'

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
  ['xai', 'grok-4.20-multi-agent-latest', 'alias'],
  ['bedrock', 'mistral.mistral-large-2407-v1:0', '2 6'],
  ['bedrock', 'us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', '3.6 18'],
  ['bedrock', 'us-gov.anthropic.claude-sonnet-5', '2.4 12'],
  ['azure', 'gpt-35-turbo-1106', '1 2'],
  ['azure', 'deepseek-r1', '1.35 5.4'],
  ['azure', 'deepseek-v3.2', '0.58 1.68'],
  ['azure', 'deepseek-r1-0528', 'one-date'],
  ['azure', 'deepseek-chat', 'unlisted'],
  ['azure', 'phi-3-medium-128k-instruct', 'unlisted'],
  ['azure', 'phi-4-reasoning-plus', 'unlisted'],
  ['deepseek', 'deepseek-v4-flash', '0.3 1.2'],
  ['deepseek', 'deepseek-flash', '0.3 1.2'],
  ['openrouter', 'deepseek/deepseek-r1', 'alias'],
  ['cohere', 'command-r-plus-04-2024', 'one-date'],
]

describe('A corrected price', () => {
  const prices = createPriceList()
  const day = Date.parse(`${priceDate}T12:00:00Z`)

  it.each(CORRECTED)('%s %s: %s', (provider, model, expected) => {
    const found = prices.explain(provider, model, day)
    expect(typeof found === 'string' ? found : `${found.table.input} ${found.table.output}`).toBe(expected)
  })
})

describe('Bands of the list', () => {
  it('hold above whole thousands of tokens, as vendors write them', () => {
    const bounds = Object.values(models).flatMap(list =>
      list.flatMap(({ above = [], dated = [] }) =>
        [...above, ...dated.flatMap(table => table.above ?? [])].map(({ tokens }) => tokens),
      ),
    )
    expect(bounds).toContain(272_000)
    expect(bounds.filter(tokens => tokens % 1000 !== 0)).toEqual([])
  })
})
