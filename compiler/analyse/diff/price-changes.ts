// Prices that two manifests and their lists have differently, entry by entry.
import type { Gateway, PlanPrice } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { writtenTable } from '../../../schemas/values/price-rules.ts'
import { PRICE_UNITS, type RateTable } from '../../../schemas/values/price-table.ts'

export interface PriceChange {
  /** Of the catalog, or `@slug`. */
  readonly provider: string
  readonly model: string
  /** The day from which it applies, as 2027-01-31; absent for always. */
  readonly from?: string
  /** As text; absent on the side that does not have it. */
  readonly before?: string
  readonly after?: string
}

export function priceChanges(before: Gateway['prices'], after: Gateway['prices']): readonly PriceChange[] {
  const [left, right] = [entriesOf(before), entriesOf(after)]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap(key => {
    const [was, is] = [left.get(key), right.get(key)]
    const entry = is ?? was
    if (entry === undefined || (was && is && termsOf(was) === termsOf(is))) return []
    const { provider, model, from } = entry
    return [
      {
        provider,
        model,
        ...(from !== undefined && { from: new Date(from).toISOString().slice(0, 10) }),
        ...(was && { before: formatWritten(was) }),
        ...(is && { after: formatWritten(is) }),
      },
    ]
  })
}

/** What applies of entries of one name: those of the manifest, of its last list, and of these the last one. */
function entriesOf(prices: Gateway['prices'] = []): ReadonlyMap<string, PlanPrice> {
  const own = Number.POSITIVE_INFINITY
  const ordered = prices.toSorted(({ list: one = own }, { list: other = own }) =>
    one === other ? 0 : one - other,
  )
  return new Map(ordered.map(price => [`${price.provider} ${price.model} ${price.from ?? ''}`, price]))
}

/** What it costs, whatever it is from. */
const termsOf = ({ list: _list, dated: _dated, ...terms }: PlanPrice): string => canonicalJson(terms)

/** In US dollars, as the manifest has it: `input 2, output 8, less 12%`. */
function formatWritten(price: PlanPrice): string {
  const { discount } = price
  const { above = [], service_tiers: tiers = {}, batch, ...rates } = writtenTable(price)
  const parts = [
    ratesText(rates),
    ...above.map(({ tokens, ...band }) => `above ${tokens} tokens: ${ratesText(band)}`),
    ...Object.entries({ ...tiers, ...(batch && { batch }) }).map(
      ([name, table]) => `${name}: ${ratesText(table)}`,
    ),
  ].filter(text => text !== '')
  const less = discount === undefined ? [] : [`less ${Number((discount * 100).toPrecision(12))}%`]
  return [parts.join('; '), ...less].filter(text => text !== '').join(', ')
}

const ratesText = (rates: RateTable): string =>
  PRICE_UNITS.flatMap(unit => (rates[unit] === undefined ? [] : [`${unit} ${rates[unit]}`])).join(', ')
