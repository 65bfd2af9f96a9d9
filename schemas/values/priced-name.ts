// Which price of a list a model has (semantics, section 20): that of its exact name at its host; then that of its region; then, for a
// date that is not listed, that of its family, where at least two dates have one price, or where the vendor documents the alias that
// has it. An alias (`latest`, `stable`, the bare name of a family) has an entry of its own or none: what it names changes. A fine-tuned
// model has no other price than one of fine-tuned models.
import { isAlias, originalModel, undated } from './model-name.ts'
import type { ModelFacts, PriceRules } from './price-table.ts'

/** The provider in the process: its calls reach no provider that charges for them, so no budget needs a price of them. */
export const FREE_PROVIDER = 'mock'

/** By what a price was found. */
export type PricedBy = 'name' | 'region' | 'family' | 'fine-tuned'

/** Why there is none. */
export type UnpricedBecause =
  | 'unlisted'
  | 'alias'
  | 'one-date'
  | 'dates-differ'
  | 'fine-tuned'
  | 'other-region'

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

/** The name without the version that hosts write after it; AWS takes some names with and without it. */
const spellingOf = (name: string, host: string): string =>
  host.startsWith('bedrock') ? name.replace(AWS_VERSION, '') : name

/** What names of one family share; revisions of Gemini count as dates. */
function familyOf(name: string, host: string): string {
  const spelling = spellingOf(name, host)
  return undated(spelling.startsWith('gemini-') ? spelling.replace(/-00\d$/, '') : spelling)
}

/** The names of a family that the list has. */
interface Family<T> {
  readonly entry: T
  readonly dates: number
  /** Whether one of them is an alias that the vendor documents as a name of its dates. */
  readonly isDocumented: boolean
  readonly isOnePrice: boolean
}

export class PricedNames<T extends NamedPrice> {
  readonly #host: string
  readonly #names = new Map<string, T>()
  readonly #samePrice: (one: T, other: T) => boolean
  readonly #aliases: readonly string[]
  /** Made when a name is not among those of the list. */
  #families: ReadonlyMap<string, Family<T>> | undefined
  #spellings: ReadonlyMap<string, T> | undefined

  /**
   * `host` is the identifier of a provider in the catalog; `aliases` are the names without a date, or their beginnings before `*`, that
   * its vendor documents as names of dated models.
   */
  constructor(
    host: string,
    entries: readonly T[],
    samePrice: (one: T, other: T) => boolean,
    aliases: readonly string[] = [],
  ) {
    this.#host = host
    this.#samePrice = samePrice
    this.#aliases = aliases
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
      const tuned = this.#ofFineTuned(model.startsWith('ft:') ? `ft:${original}` : `${original}.ft-`)
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
    const family = this.#familiesOf().get(familyOf(place, this.#host))
    if (family === undefined) return 'unlisted'
    if (!this.#isDated(place)) return 'alias'
    return family.isOnePrice ? 'one-date' : 'dates-differ'
  }

  #isDated(name: string): boolean {
    const spelling = spellingOf(name, this.#host)
    return !isAlias(spelling) && familyOf(name, this.#host) !== spelling
  }

  /** That of the same model in another spelling, or of a date of its family. */
  #inFamily(name: string): T | undefined {
    const spelled = this.#spellingsOf().get(spellingOf(name, this.#host))
    if (spelled !== undefined) return spelled
    if (!this.#isDated(name)) return undefined
    const family = this.#familiesOf().get(familyOf(name, this.#host))
    return family?.isOnePrice === true && (family.dates > 1 || family.isDocumented) ? family.entry : undefined
  }

  #ofFineTuned(name: string): T | undefined {
    const family = this.#familiesOf().get(familyOf(name, this.#host))
    return family?.isOnePrice === true ? family.entry : undefined
  }

  #isDocumented(name: string): boolean {
    return this.#aliases.some(alias =>
      alias.endsWith('*') ? name.startsWith(alias.slice(0, -1)) : name === alias,
    )
  }

  /** None where one spelling means several prices. */
  #spellingsOf(): ReadonlyMap<string, T> {
    if (this.#spellings !== undefined) return this.#spellings
    const bySpelling = Map.groupBy(this.#names, ([name]) => spellingOf(name, this.#host))
    this.#spellings = new Map(
      [...bySpelling].flatMap(([spelling, [first, ...others]]) =>
        first !== undefined && others.every(([, entry]) => this.#samePrice(first[1], entry))
          ? [[spelling, first[1]] as const]
          : [],
      ),
    )
    return this.#spellings
  }

  #familiesOf(): ReadonlyMap<string, Family<T>> {
    if (this.#families !== undefined) return this.#families
    const byFamily = Map.groupBy(this.#names, ([name]) => familyOf(name, this.#host))
    this.#families = new Map(
      [...byFamily].flatMap(([family, names]) => {
        const [, entry] = names[0] ?? []
        if (entry === undefined) return []
        const dated = names.filter(([name]) => this.#isDated(name))
        const isDocumented = names.some(([name]) => !this.#isDated(name) && this.#isDocumented(name))
        const isOnePrice = names.every(([, other]) => this.#samePrice(entry, other))
        const dates = new Set(dated.map(([name]) => spellingOf(name, this.#host))).size
        return [[family, { entry, dates, isDocumented, isOnePrice }] as const]
      }),
    )
    return this.#families
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
  readonly priceRules: { readonly [provider: string]: Pick<PriceRules, 'aliases'> }
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
    if (own !== 'unlisted' && own !== 'alias' && own !== 'one-date') return own
    for (const other of ownValue(this.#lists.pricedLike, provider) ?? []) {
      const found = this.find(other, nameAtHost(model, provider))
      if (typeof found !== 'string') return found
    }
    return own
  }

  #namesOf(provider: string): PricedNames<ModelFacts> {
    const known = this.#names.get(provider)
    if (known !== undefined) return known
    const names = new PricedNames(
      provider,
      ownValue(this.#lists.models, provider) ?? [],
      samePrice,
      ownValue(this.#lists.priceRules, provider)?.aliases,
    )
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
  read: _read,
  ...price
}: ModelFacts): string => JSON.stringify(price)

const samePrice = (one: ModelFacts, other: ModelFacts): boolean => priceOf(one) === priceOf(other)
