// Names and prices of models that exist: how each is found at its host (semantics, section 20), and a second list beside ours.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { modelFamily } from '../../../runtime/wire/model-family.ts'
import { priceDate } from '../../../schemas/generated/models.ts'
import type { PriceTable } from '../../../schemas/values/price-table.ts'
import { ROOT } from '../../support/folder.ts'
import { DIFFERENCES } from './price-differences.ts'

const rows = readFileSync(join(ROOT, 'test/schemas/prices/real-models.tsv'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split('\t'))
const prices = createPriceList()
const day = Date.parse(`${priceDate}T12:00:00Z`)

const shown = ({ input, output, cached, cache_writes }: PriceTable): string =>
  [input, output, cached, cache_writes].map(price => price ?? '-').join(' ')

/** Of two prices that both lists have, those that differ; a list without caches writes 0 for them. */
function differing(ours: string, theirs: string): readonly number[] {
  const own = ours.split(' ').map(price => (price === '-' ? 0 : Number(price)))
  return theirs.split(' ').flatMap((price, index) => {
    const isUnknown = index > 1 && Number(price) === 0
    return isUnknown || Math.abs(Number(price) - (own[index] ?? 0)) < 1e-9 ? [] : [index]
  })
}

describe('Real models', () => {
  it('are at least 300, of at least 15 hosts, each once', () => {
    const names = rows.map(([host, model]) => `${host} ${model}`)
    expect(names).toEqual([...new Set(names)])
    expect(names.length).toBeGreaterThan(300)
    expect(new Set(rows.map(([host]) => host)).size).toBeGreaterThan(15)
  })

  it.each(rows.map(row => [`${row[0]} ${row[1]}`, row] as const))(
    '%s: family, price and how it is found',
    (_, [host = '', model = '', family, by, name = '', ours]) => {
      expect(modelFamily(model) ?? '-').toBe(family)
      const found = prices.explain(host, model, day)
      if (typeof found === 'string') return expect([found, '', '']).toEqual([by, name, ours])
      const place = found.provider === host ? found.name : `${found.provider} ${found.name}`
      expect([found.by, found.name === model ? '' : place, shown(found.table)]).toEqual([by, name, ours])
    },
  )

  it('cost the same in another list, or the difference is explained', () => {
    const compared = rows.filter(([, , , , , ours = '', theirs = '']) => ours !== '' && theirs !== '')
    expect(compared.length).toBeGreaterThan(300)
    const wrong = compared.filter(([, , , , , ours = '', theirs = '', why = '']) =>
      differing(ours, theirs).length === 0 ? why !== '' : !Object.hasOwn(DIFFERENCES, why),
    )
    expect(wrong).toEqual([])
  })

  it('have no explanation that none needs', () => {
    const used = new Set(rows.map(row => row[7]))
    expect(Object.keys(DIFFERENCES).filter(name => !used.has(name))).toEqual([])
  })
})
