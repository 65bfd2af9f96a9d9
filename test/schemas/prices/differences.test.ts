// Each price that a published list has differently is in schemas/prices/differences.tsv with a reason, and ours there is still ours.
// The lists are not here: compare-lists.ts compares with them.
import { describe, expect, it } from 'vitest'
import { isSamePrice, ownPrice } from '../../../compiler/cli/prices/compare-prices.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { readDifferences, writeLine } from './difference-file.ts'

const { lists, reasons, lines } = readDifferences()
const prices = createPriceList()
const dayOf = new Map(lists.map(({ name, day }) => [name, Date.parse(`${day}T12:00:00Z`)]))

const rows = lines.flatMap(line => line.models.map(model => ({ ...line, model })))

describe('A difference', () => {
  it('has a list and a reason that the head of the file explains, and no more are explained', () => {
    expect(lines.filter(({ list, reason }) => !dayOf.has(list) || !reasons.has(reason))).toEqual([])
    const used = new Set(lines.map(({ reason }) => reason))
    expect([...reasons].filter(word => !used.has(word))).toEqual([])
  })

  it('is written once, in order', () => {
    const written = lines.map(writeLine)
    expect(written).toEqual([...new Set(written)].toSorted())
    const named = rows.map(({ provider, model, list }) => `${provider} ${model} ${list}`)
    expect(named).toEqual([...new Set(named)])
  })

  it('is one', () => {
    const equal = lines.filter(({ units, ours, theirs }) =>
      units.some((_, index) => isSamePrice(ours[index] ?? Number.NaN, theirs[index] ?? Number.NaN)),
    )
    expect(equal).toEqual([])
    expect(
      lines.filter(
        ({ units, ours, theirs }) => units.length !== ours.length || units.length !== theirs.length,
      ),
    ).toEqual([])
  })

  it.each(rows)(
    'of $provider $model and $list is from the price that we have',
    ({ provider, model, units, ours, list }) => {
      const found = prices.explain(provider, model, dayOf.get(list) ?? 0)
      const now = units.map(unit => (typeof found === 'string' ? found : ownPrice(found, unit)))
      expect(now).toEqual(ours)
    },
  )
})
