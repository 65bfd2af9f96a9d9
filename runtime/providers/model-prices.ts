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

/** Looks prices up in one step; the list of a provider is read at its first use. */
export function createPriceList(first?: readonly PlanPrice[]): PriceList {
  const lists = new Map<string, ReadonlyMap<string, ListPrice>>()
  let own: ReadonlyMap<string, readonly (ListPrice & Pick<PlanPrice, 'from'>)[]> | undefined
  const listOf = (provider: string): ReadonlyMap<string, ListPrice> => {
    const known = lists.get(provider)
    if (known !== undefined) return known
    const list = new Map((models[provider] ?? []).flatMap(priceEntry))
    lists.set(provider, list)
    return list
  }
  const replace: PriceList['replace'] = prices => {
    own =
      prices &&
      new Map(
        Object.entries(Object.groupBy(prices, ({ provider, model }) => keyOf(provider, model))).map(
          ([key, group = []]) => [
            key,
            group.map(({ provider: _provider, model: _model, ...price }) => ({
              ...price,
              dated: 'manifest',
            })),
          ],
        ),
      )
  }
  replace(first)
  return {
    find: (provider, model, now) => {
      const written = own?.get(keyOf(provider, model))?.find(({ from = 0 }) => from <= now)
      if (written !== undefined) return written
      const list = listOf(provider)
      return list.get(model) ?? list.get(model.replace(DATE, '')) ?? list.get(`${model}-latest`)
    },
    replace,
  }
}

const keyOf = (provider: string, model: string): string => `${provider} ${model}`

/** A model without a price of output has none, as embeddings. */
function priceEntry({ id, input, output = 0, cached = input }: ModelFacts): readonly [string, ListPrice][] {
  if (input === undefined || cached === undefined) return []
  return [[id, { input: input * SCALE, output: output * SCALE, cached: cached * SCALE, dated: priceDate }]]
}
