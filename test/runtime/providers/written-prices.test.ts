// Prices that operators write, as calls find them: whose entry applies, what a discount is taken off, and what records say of it.
import { describe, expect, it } from 'vitest'
import { lowerPrices } from '../../../compiler/lower/prices.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { costOf, priceUsage } from '../../../runtime/values/prices/cost.ts'
import type { Price } from '../../../schemas/generated/types.ts'

const DAY = Date.UTC(2026, 10, 29)
const list = (file: string, prices: readonly Price[], read?: string) => ({
  file,
  digest: `sha256:${file.padEnd(64, '0')}`,
  read,
  prices,
})
const openai = (model: string, price: object): Price => ({ provider: 'openai', model, ...price })
const eu = (model: string, price: object): Price => ({ provider: '@eu', model, ...price })

interface Row {
  readonly own?: readonly Price[]
  readonly lists?: readonly (readonly Price[])[]
  readonly slug?: string
  readonly model?: string
  readonly answered?: string
  readonly day?: number
  /** Dollars per million tokens of input, of which the list has 2.5 for gpt-4o. */
  readonly input: number | undefined
}

const inputOf = ({ own = [], lists = [], slug, model = 'gpt-4o', answered, day = DAY }: Row) => {
  const read = lists.map((prices, index) => list(`${index}`, prices))
  const { find } = createPriceList(lowerPrices(own, read).prices)
  const reply = answered === undefined ? undefined : { model: answered, tier: undefined }
  const price = find('openai', model, day, reply, slug)
  return price && costOf({ input: 1e6, output: 0, cached: 0 }, price) / 1e9
}

describe('The price that applies', () => {
  it.each<readonly [string, Row]>([
    ['is that of the list without any', { input: 2.5 }],
    ['is that of the provider for calls of no slug', { own: [eu('gpt-4o', { input: 1 })], input: 2.5 }],
    ['is that of the slug', { own: [eu('gpt-4o', { input: 1 })], slug: 'eu', input: 1 }],
    ['is not that of another slug', { own: [eu('gpt-4o', { input: 1 })], slug: 'us', input: 2.5 }],
    [
      'is that of the slug before an exact name of the provider',
      { own: [eu('gpt-*', { input: 1 }), openai('gpt-4o', { input: 3 })], slug: 'eu', input: 1 },
    ],
    [
      'is that of the exact name before the longest beginning',
      {
        own: [openai('gpt-4*', { input: 4 }), openai('gpt-4o', { input: 3 }), openai('gpt-*', { input: 5 })],
        input: 3,
      },
    ],
    [
      'is the newest in effect',
      {
        own: [
          openai('gpt-4o', { input: 5, from: '2026-01-01' }),
          openai('gpt-4o', { input: 6, from: '2027-01-01' }),
          openai('gpt-4o', { input: 4 }),
        ],
        input: 5,
      },
    ],
    [
      'is the later one of two that are alike',
      { own: [openai('gpt-4o', { input: 3 }), openai('gpt-4o', { input: 4 })], input: 4 },
    ],
    [
      'is that of a later list',
      { lists: [[openai('gpt-4o', { input: 3 })], [openai('gpt-*', { input: 4 })]], input: 4 },
    ],
    [
      'is that of an earlier list where a later one has none',
      { lists: [[openai('gpt-4o', { input: 3 })], [openai('o3', { input: 4 })]], input: 3 },
    ],
    [
      'is that of the manifest before its lists',
      { own: [openai('gpt-*', { input: 1 })], lists: [[openai('gpt-4o', { input: 3 })]], input: 1 },
    ],
    [
      'is that of a slug in a list before the provider in the manifest',
      { own: [openai('gpt-4o', { input: 1 })], lists: [[eu('*', { input: 3 })]], slug: 'eu', input: 3 },
    ],
    [
      'is that of the model that has answered before that of the one that was sent',
      {
        own: [openai('gpt-4o', { input: 1 }), openai('gpt-4o-2024-08-06', { input: 3 })],
        answered: 'gpt-4o-2024-08-06',
        input: 3,
      },
    ],
  ])('%s', (_title, row) => {
    expect(inputOf(row)).toBe(row.input)
  })
})

describe('A discount', () => {
  it.each<readonly [string, Row]>([
    ['is taken off the list', { own: [openai('*', { discount: '12%' })], input: 2.2 }],
    ['is taken off its own prices', { own: [openai('*', { input: 3, discount: '7.5%' })], input: 2.775 }],
    [
      'of a slug is taken off the price of the provider in the manifest',
      { own: [openai('gpt-4o', { input: 3 }), eu('*', { discount: '10%' })], slug: 'eu', input: 2.7 },
    ],
    [
      'in the manifest is taken off the price in a list',
      { own: [openai('*', { discount: '10%' })], lists: [[openai('gpt-4o', { input: 3 })]], input: 2.7 },
    ],
    [
      'is not taken off the price of a more exact name, which is that of the contract',
      { own: [openai('*', { discount: '10%' }), openai('gpt-4o', { input: 3 })], input: 3 },
    ],
    [
      'is taken off the price of a less exact name',
      { own: [openai('gpt-4o', { discount: '10%' }), openai('gpt-*', { input: 3 })], input: 2.7 },
    ],
    [
      'applies once: the one of the slug, and not that of the provider too',
      { own: [openai('*', { discount: '50%' }), eu('*', { discount: '10%' })], slug: 'eu', input: 2.25 },
    ],
    ['begins on its day', { own: [openai('*', { discount: '10%', from: '2027-01-01' })], input: 2.5 }],
    [
      'of the model that has answered leaves the own price of the one that was sent',
      {
        own: [openai('gpt-4o', { input: 3 }), openai('*', { discount: '10%' })],
        answered: 'gpt-4o-2024-08-06',
        input: 3,
      },
    ],
    ['makes no price', { own: [openai('*', { discount: '10%' })], model: 'home-made', input: undefined }],
  ])('%s', (_title, row) => {
    expect(inputOf(row)).toBe(row.input)
  })

  const { find } = createPriceList(lowerPrices([openai('*', { discount: '20%' })]).prices)
  const discounted = (model: string) => find('openai', model, DAY)
  const listed = (model: string) => createPriceList().find('openai', model, DAY)
  const usage = { input: 1_000_000, output: 1000, cached: 400_000 }

  it.each([
    ['batches', { tier: 'batch' }],
    ['service tiers that the list has', { tier: 'priority' }],
    ['tiers by a factor', { tier: 'flex' }],
    ['bands of the size of the input', {}],
  ])('is taken off %s', (_title, more) => {
    const [full, less] = [listed('gpt-5.4'), discounted('gpt-5.4')]
    if (full === undefined || less === undefined) throw new Error('gpt-5.4 has no price.')
    const costs = [full, less].map(price => priceUsage({ ...usage, ...more }, price).cost ?? 0)
    expect(costs[0]).toBeGreaterThan(0)
    expect(costs[1]).toBe(Math.round((costs[0] ?? 0) * 0.8))
  })

  it('leaves fees of the vendor’s tools, and shows in the rates', () => {
    const price = discounted('gpt-5.4')
    if (price === undefined) throw new Error('gpt-5.4 has no price.')
    const searches = { input: 0, output: 0, cached: 0, units: { per_search: 100 } }
    expect(priceUsage(searches, price)).toEqual({
      cost: 1e9,
      atLeast: 1e9,
      rates: 'less 20%: input 2, cached 0.2, output 12, per_search 0.01',
    })
    expect(price.tier('flex')?.text).toBe('less 20%: flex: input 1, cached 0.1, output 6, per_search 0.01')
  })
})

describe('A record has as the day of a price', () => {
  const dated = (own: readonly Price[], lists: Parameters<typeof lowerPrices>[1] = []) => {
    const price = createPriceList(lowerPrices(own, lists).prices).find('openai', 'gpt-4o', DAY)
    return [price?.dated, price?.isOwn]
  }

  it.each<readonly [string, readonly (string | boolean | undefined)[], readonly (string | boolean)[]]>([
    ['manifest, without any', dated([openai('gpt-4o', { input: 1 })]), ['manifest', true]],
    ['that of the entry', dated([openai('gpt-4o', { input: 1, read: '2026-11-01' })]), ['2026-11-01', true]],
    [
      'that of the list',
      dated([], [list('a', [openai('gpt-4o', { input: 1 })], '2026-11-02')]),
      ['2026-11-02', true],
    ],
    [
      'that of the entry before that of its list',
      dated([], [list('a', [openai('gpt-4o', { input: 1, read: '2026-10-03' })], '2026-11-02')]),
      ['2026-10-03', true],
    ],
    [
      'the start of the digest of a list without a day',
      dated([], [list('abc', [openai('gpt-4o', { input: 1 })])]),
      ['sha256:abc000000000', true],
    ],
    ['that of what a discount is taken off', dated([openai('*', { discount: '5%' })]), ['2026-11-10', true]],
    ['that of the built-in list', dated([]), ['2026-11-10', false]],
  ])('%s', (_title, found, expected) => {
    expect(found).toEqual(expected)
  })
})

/** Every choice of one of each. */
const combined = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap(each => list.map(one => [...each, one])),
    [[]],
  )

describe('A price that is the same for every call', () => {
  const NAMES = ['gpt-4o', 'gpt-*', 'nothing', '*']
  const PRICES = [{ input: 1 }, { discount: '50%' }, { input: 3, discount: '10%' }, undefined]
  const projects = combined(NAMES.map(name => PRICES.map(price => price && openai(name, price)))).map(own =>
    own.filter(each => each !== undefined),
  )

  it('is what the search for it finds, first and remembered', () => {
    // A price of a stored provider that is not called makes each call search.
    const other = eu('gpt-4o', { input: 9 })
    for (const own of projects)
      for (const model of ['gpt-4o', 'nothing', 'gpt-4o-2024-08-06'])
        for (const answered of [undefined, 'gpt-4o', 'other', 'nothing']) {
          const row = { own, model, input: undefined, ...(answered !== undefined && { answered }) }
          const searched = inputOf({ ...row, own: [...own, other] })
          const { find } = createPriceList(lowerPrices(own, []).prices)
          const reply = answered === undefined ? undefined : { model: answered, tier: undefined }
          const inputs = [1, 2].map(() => {
            const price = find('openai', model, DAY, reply)
            return price && costOf({ input: 1e6, output: 0, cached: 0 }, price) / 1e9
          })
          expect([own, model, answered, ...inputs]).toEqual([own, model, answered, searched, searched])
        }
  })
})
