// A file of prices, as the manifest names it: a list of prices in the form of the manifest, one a line, so that a changed price is a
// changed line.
import type { Price } from '../../../schemas/generated/types.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import { type PublishedPrice, readPublishedList } from './published-list.ts'

/** The text of a file, or why there is none, as a sentence. */
export type PriceFile =
  | { readonly text: string; readonly prices: number; readonly providers: number }
  | { readonly fault: string }

/** The dearest price that a manifest may have. */
const MAX_PRICE = 1_000_000

/**
 * Prices that a public list has in one of its two forms, as a file of prices. `isWanted`: whether prices of a provider of the catalog are
 * wanted.
 */
export function fileOfPublished(text: string, isWanted: (provider: string) => boolean): PriceFile {
  const published = readPublishedList(parseJson(text))
  if (published.length === 0) return { fault: 'It is not a list of prices in a form that is known.' }
  const entries = new Map<string, Price>()
  for (const each of published) {
    const price = entryOf(each)
    if (isWanted(each.provider) && !each.model.endsWith('*') && isPossible(price))
      entries.set(`${each.provider} ${each.model}`, price)
  }
  if (entries.size === 0) return { fault: 'It has no price of a provider of the catalog.' }
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, price]) => price)
  return {
    text: `[\n${sorted.map(price => `  ${JSON.stringify(price)}`).join(',\n')}\n]\n`,
    prices: sorted.length,
    providers: new Set(sorted.map(({ provider }) => provider)).size,
  }
}

const entryOf = ({ provider, model, table, batch }: PublishedPrice): Price => ({
  provider,
  model,
  ...table,
  ...(Object.keys(batch).length > 0 && { batch }),
})

const isPossible = (value: unknown): boolean =>
  typeof value === 'number'
    ? value >= 0 && value <= MAX_PRICE
    : typeof value !== 'object' || value === null || Object.values(value).every(isPossible)
