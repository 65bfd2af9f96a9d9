// Prices of models, in integers: billionths of a US dollar for one token. Those of the manifest go before those of the
// built-in list, where dated names have the price of their model.
import { type ModelFacts, models, priceDate } from '../../schemas/generated/models.ts'
import type { PlanPrice } from '../../schemas/generated/types.ts'

export interface ListPrice {
  readonly input: number
  readonly output: number
  readonly cached: number
  /** The day of the list, or `manifest`. */
  readonly dated: string
}

export interface PriceList {
  /** The price at a time in milliseconds since the epoch; undefined where neither list has one. */
  readonly find: (provider: string, model: string, now: number) => ListPrice | undefined
  /** Replaces the prices of the manifest, the newest first. */
  readonly replace: (prices: readonly PlanPrice[] | undefined) => void
}

/** Dollars per million tokens, in billionths of a dollar for one token. */
const SCALE = 1_000

const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/

interface PricesOfProvider {
  readonly listed: ReadonlyMap<string, ListPrice>
  /** What was found for other spellings, also that nothing was. */
  readonly spelled: Map<string, ListPrice | undefined>
}

/** Spellings that are remembered for each provider. */
const MAX_SPELLED = 1000

/** Looks prices up in one step; the list of a provider is read at its first use. */
export function createPriceList(first?: readonly PlanPrice[]): PriceList {
  const lists = new Map<string, PricesOfProvider>()
  let own: ReadonlyMap<string, PricesByModel> | undefined
  const listOf = (provider: string): PricesOfProvider => {
    const known = lists.get(provider)
    if (known !== undefined) return known
    const list = { listed: new Map((models[provider] ?? []).flatMap(priceEntry)), spelled: new Map() }
    lists.set(provider, list)
    return list
  }
  /** Models under another spelling than that of the list: clients name them, and most do so again and again. */
  const findSpelled = ({ listed, spelled }: PricesOfProvider, model: string): ListPrice | undefined => {
    if (spelled.has(model)) return spelled.get(model)
    const found = listed.get(model.replace(DATE, '')) ?? listed.get(`${model}-latest`)
    if (spelled.size >= MAX_SPELLED) spelled.clear()
    spelled.set(model, found)
    return found
  }
  const replace: PriceList['replace'] = prices => {
    own =
      prices &&
      new Map(
        [...Map.groupBy(prices, ({ provider }) => provider)].map(([provider, group]) => [
          provider,
          pricesByModel(group),
        ]),
      )
  }
  replace(first)
  return {
    find: (provider, model, now) => {
      const written = own
        ?.get(provider)
        ?.get(model)
        ?.find(({ from = 0 }) => from <= now)
      if (written !== undefined) return written
      const list = listOf(provider)
      return list.listed.get(model) ?? findSpelled(list, model)
    },
    replace,
  }
}

/** Those that the manifest has of a model, the newest first. */
type PricesByModel = ReadonlyMap<string, readonly (ListPrice & Pick<PlanPrice, 'from'>)[]>

const pricesByModel = (prices: readonly PlanPrice[]): PricesByModel =>
  new Map(
    [...Map.groupBy(prices, ({ model }) => model)].map(([model, group]) => [
      model,
      group.map(({ provider: _provider, model: _model, ...price }) => ({ ...price, dated: 'manifest' })),
    ]),
  )

/** A model without a price of output has none, as embeddings. */
function priceEntry({ id, input, output = 0, cached = input }: ModelFacts): readonly [string, ListPrice][] {
  if (input === undefined || cached === undefined) return []
  return [[id, { input: input * SCALE, output: output * SCALE, cached: cached * SCALE, dated: priceDate }]]
}
