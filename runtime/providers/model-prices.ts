// List prices of models, in integers: billionths of a US dollar for one token. Dated names have the price of their model.
import { type ModelFacts, models } from '../../schemas/generated/models.ts'

export interface ListPrice {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** Dollars per million tokens, in billionths of a dollar for one token. */
const SCALE = 1_000

const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/

/** Looks prices up in one step; the list of a provider is read at its first use. */
export function createPriceList(): (provider: string, model: string) => ListPrice | undefined {
  const lists = new Map<string, ReadonlyMap<string, ListPrice>>()
  return (provider, model) => {
    let list = lists.get(provider)
    if (list === undefined) {
      list = new Map((models[provider] ?? []).flatMap(priceEntry))
      lists.set(provider, list)
    }
    return list.get(model) ?? list.get(model.replace(DATE, '')) ?? list.get(`${model}-latest`)
  }
}

/** A model without a price of output has none, as embeddings. */
function priceEntry({ id, input, output = 0, cached = input }: ModelFacts): readonly [string, ListPrice][] {
  if (input === undefined || cached === undefined) return []
  return [[id, { input: input * SCALE, output: output * SCALE, cached: cached * SCALE }]]
}
