// What calls cost by published prices, to the billionth of a dollar (semantics, section 20).
import { describe, expect, it } from 'vitest'
import { reportedCost } from '../../../../runtime/limits/reported-cost.ts'
import { createPriceList } from '../../../../runtime/providers/model-prices.ts'
import { type CompiledPrice, compilePrice } from '../../../../runtime/values/prices/compile-price.ts'
import { HOSTED } from './hosted-prices.ts'
import type { PricePage } from './price-page.ts'
import { PAGES as OF_VENDORS } from './published-prices.ts'

const PAGES = [...OF_VENDORS, ...HOSTED]

const listed = createPriceList()
const day = Date.parse('2026-11-10T12:00:00Z')

function priceOf({ prices }: PricePage, model: string): CompiledPrice {
  const table = prices[model]
  if (table !== undefined) return compilePrice(table, 'published')
  const [host = '', ...name] = model.split('/')
  const found = listed.find(host, name.join('/'), day)
  if (found === undefined) throw new Error(`The list has no price of ${model}.`)
  return found
}

describe('Published prices', () => {
  it('are of at least 20 pages, with at least 60 calls', () => {
    expect(new Set(PAGES.map(({ address }) => address)).size).toBeGreaterThanOrEqual(20)
    expect(PAGES.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(60)
    expect(
      PAGES.filter(({ address, read }) => !/^https:/.test(address) || Date.parse(read) > 0 !== true),
    ).toEqual([])
  })

  it.each(
    PAGES.flatMap(page =>
      page.cases.map(([model, usage, cost]) => [page.address, model, cost, usage, page] as const),
    ),
  )('%s: %s is charged %d', (_, model, cost, usage, page) => {
    const price = priceOf(page, model)
    const found = reportedCost(usage, { provider: 'any', model, answered: undefined }, () => price)
    expect(found).toMatchObject({ cost })
    expect(found?.unpriced).toBeUndefined()
  })
})
