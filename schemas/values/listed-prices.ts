// The price of a model in the lists of several hosts: that of its own, or of a vendor whose prices its host charges.
import type { ModelFacts } from './price-table.ts'
import { nameAtHost, type PricedBy, PricedNames, type UnpricedBecause } from './priced-name.ts'

export interface ListedPrice {
  readonly entry: ModelFacts
  readonly by: PricedBy
  /** The provider whose list it is. */
  readonly provider: string
}

interface Lists {
  readonly models: { readonly [provider: string]: readonly ModelFacts[] }
  readonly pricedLike: { readonly [provider: string]: readonly string[] }
}

/** Reads the list of a provider at its first use. */
export class ListedPrices {
  readonly #lists: Lists
  readonly #names = new Map<string, PricedNames<ModelFacts>>()

  constructor(lists: Lists) {
    this.#lists = lists
  }

  find(provider: string, model: string): ListedPrice | UnpricedBecause {
    const own = this.#namesOf(provider).find(model)
    if (typeof own !== 'string') return { ...own, provider }
    // Where the list has several prices of a family, that of another host is as little known to be the right one.
    if (own !== 'unlisted') return own
    for (const other of ownValue(this.#lists.pricedLike, provider) ?? []) {
      const found = this.find(other, nameAtHost(model, provider))
      if (typeof found !== 'string') return found
    }
    return own
  }

  #namesOf(provider: string): PricedNames<ModelFacts> {
    const known = this.#names.get(provider)
    if (known !== undefined) return known
    const names = new PricedNames(provider, ownValue(this.#lists.models, provider) ?? [], samePrice)
    this.#names.set(provider, names)
    return names
  }
}

const ownValue = <T>(lists: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(lists, name) ? lists[name] : undefined

const priceOf = ({
  id: _,
  also: _also,
  hidden: _hidden,
  regional: _regional,
  context: _context,
  ...price
}: ModelFacts): string => JSON.stringify(price)

const samePrice = (one: ModelFacts, other: ModelFacts): boolean => priceOf(one) === priceOf(other)
