// Which price of a list a model has (semantics, section 20): that of its exact name at its host; then that of its region; then that
// of its dated family, where all its dates have one price. A fine-tuned model has no other price than one of fine-tuned models.
import { originalModel, undated } from './model-name.ts'
import type { ModelFacts } from './price-table.ts'

/** The provider in the process: its calls reach nobody who charges for them, so no budget needs a price of them. */
export const FREE_PROVIDER = 'mock'

/** By what a price was found. */
export type PricedBy = 'name' | 'region' | 'family' | 'fine-tuned'

/** Why there is none. */
export type UnpricedBecause = 'unlisted' | 'dates-differ' | 'fine-tuned' | 'other-region'

export interface PricedName<T> {
  readonly entry: T
  readonly by: PricedBy
}

/** A price of a list, with all its names. */
export interface NamedPrice {
  readonly id: string
  readonly also?: readonly string[]
  readonly regional?: true
}

/** Inference profiles of AWS send a call to any region of a class, at the price of the region that was asked. */
const REGION_CLASS = /^(?:us|eu|apac|au|jp|ca|sa|in)\.(?=[a-z])/
/** The class whose prices the list has where it does not have those of all classes. */
const LISTED_CLASS = 'us.'
const AWS_RESOURCE = /^arn:aws[\w-]*:bedrock:.*:(?:foundation-model|inference-profile)\//
const AWS_VERSION = /(?:-v1)?(?::0)?(?::\d+k)?$/
/** `projects/…/publishers/google/models/`, `publishers/google/models/`, `models/`. */
const GOOGLE_PATH = /^(?:.*\/)?models\//
const GOOGLE_PUBLISHER = /^(?:anthropic|google|meta|mistralai|deepseek-ai|qwen|openai)[./]/

/** The name as its host's list has it: without what its other interfaces write before it. */
export function nameAtHost(model: string, host: string): string {
  if (host.startsWith('bedrock')) return model.replace(AWS_RESOURCE, '')
  if (host !== 'google' && host !== 'vertex') return model
  const name = model.replace(GOOGLE_PATH, '')
  if (host === 'google') return name
  return name
    .replace(GOOGLE_PUBLISHER, '')
    .replace(/@(?:default|latest)$/, '')
    .replace('@', '-')
}

/** What names of one family share; revisions of Gemini count as dates, and the first version as none. */
function familyOf(name: string, host: string): string {
  if (host.startsWith('bedrock')) return undated(name.replace(AWS_VERSION, ''))
  return undated(name.startsWith('gemini-') ? name.replace(/-00\d$/, '') : name)
}

export class PricedNames<T extends NamedPrice> {
  readonly #host: string
  readonly #names = new Map<string, T>()
  readonly #samePrice: (one: T, other: T) => boolean
  /** Made when a name is not among those of the list; undefined where the dates of a family differ in price. */
  #families: ReadonlyMap<string, T | undefined> | undefined

  /** `host` is the identifier of a provider in the catalog. */
  constructor(host: string, entries: readonly T[], samePrice: (one: T, other: T) => boolean) {
    this.#host = host
    this.#samePrice = samePrice
    for (const entry of entries)
      for (const name of entry.also === undefined ? [entry.id] : [entry.id, ...entry.also])
        this.#names.set(name, entry)
  }

  /** The price under exactly this name. */
  named(model: string): T | undefined {
    return this.#names.get(model)
  }

  find(model: string): PricedName<T> | UnpricedBecause {
    const named = this.#names.get(model)
    if (named !== undefined) return { entry: named, by: 'name' }
    const original = originalModel(model)
    if (original !== undefined) {
      const tuned = this.#inFamily(model.startsWith('ft:') ? `ft:${original}` : `${original}.ft-`)
      return tuned === undefined ? 'fine-tuned' : { entry: tuned, by: 'fine-tuned' }
    }
    const name = nameAtHost(model, this.#host)
    const isRegional = this.#host.startsWith('bedrock') && REGION_CLASS.test(name)
    const place = isRegional ? name.replace(REGION_CLASS, '') : name
    const exact = this.#names.get(name)
    if (exact !== undefined) return { entry: exact, by: 'name' }
    const ofRegion = isRegional ? (this.#names.get(place) ?? this.#inFamily(place)) : undefined
    if (ofRegion !== undefined)
      return ofRegion.regional === true || name.startsWith(LISTED_CLASS)
        ? { entry: ofRegion, by: 'region' }
        : 'other-region'
    const ofFamily = this.#inFamily(name)
    if (ofFamily !== undefined) return { entry: ofFamily, by: 'family' }
    return this.#familiesOf().has(familyOf(place, this.#host)) ? 'dates-differ' : 'unlisted'
  }

  #inFamily(name: string): T | undefined {
    return this.#familiesOf().get(familyOf(name, this.#host))
  }

  #familiesOf(): ReadonlyMap<string, T | undefined> {
    if (this.#families !== undefined) return this.#families
    const families = new Map<string, T | undefined>()
    for (const [name, entry] of this.#names) {
      const family = familyOf(name, this.#host)
      const known = families.get(family)
      const isNew = !families.has(family)
      families.set(
        family,
        isNew || (known !== undefined && this.#samePrice(known, entry)) ? entry : undefined,
      )
    }
    this.#families = families
    return families
  }
}

/** The price of a model in the lists of several hosts: that of its own, or of a vendor whose prices its host charges. */
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
