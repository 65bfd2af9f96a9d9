// Prices that operators write, as they apply: those of a stored provider before those of its provider, those of the manifest before those of
// its lists, of which later ones precede, the exact name of a model before the longest beginning of it, and the newest first. Where two are
// alike the later one applies.

/** As a plan has it. */
interface Written {
  /** Of the catalog, or `@slug`. */
  readonly provider: string
  /** The beginning of a name before `*`, or a name. */
  readonly model: string
  readonly input?: number
  readonly table?: unknown
  readonly from?: number
  readonly list?: number
}

/** Whether it has prices of its own. One with only a discount takes it off what the model costs otherwise. */
export const hasRates = ({ input, table }: Pick<Written, 'input' | 'table'>): boolean =>
  input !== undefined || table !== undefined

export const isNamedBy = ({ model: name }: Pick<Written, 'model'>, model: string): boolean =>
  name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : model === name

/** A provider of the catalog with its prices, and those of the stored provider that a call goes to. */
type Layers<T> = readonly Layer<T>[]

export class WrittenPrices<T extends Written> {
  readonly #prices: readonly T[]
  readonly #members: ReadonlyMap<string, readonly string[]>
  readonly #byProvider = new Map<string, Layers<T>>()
  /** By slug; undefined where no price names one. */
  readonly #bySlug: ReadonlyMap<string, Layers<T>> | undefined

  /** `members`: the slugs whose prices apply to a member of a pool, by the member's, the nearest first. */
  constructor(prices: readonly T[], members: ReadonlyMap<string, readonly string[]> = NO_MEMBERS) {
    this.#prices = prices
    const bySlug = new Map<string, Layers<T>>()
    const ofMembers = new Map<string, Layers<T>>()
    for (const [name, group] of Map.groupBy(prices, ({ provider }) => provider))
      if (name.startsWith('@')) bySlug.set(name.slice(1), layersOf(group))
      else this.#byProvider.set(name, layersOf(group))
    this.#members = members
    for (const [member, slugs] of members) {
      const layers = slugs.flatMap(slug => bySlug.get(slug) ?? NO_LAYERS)
      if (layers.length > 0) ofMembers.set(member, layers)
    }
    for (const [member, layers] of ofMembers) bySlug.set(member, layers)
    this.#bySlug = bySlug.size === 0 ? undefined : bySlug
  }

  /** What applies at a time in milliseconds since the epoch. */
  find(provider: string, slug: string | undefined, model: string, now: number): T | undefined {
    return this.#first(provider, slug, model, now, isAny)
  }

  /** What the discount of a price is taken off, among the prices that are written; undefined where the built-in list has it. */
  findRates(provider: string, slug: string | undefined, model: string, now: number): T | undefined {
    return this.#first(provider, slug, model, now, hasRates)
  }

  /** When another price may apply than before. */
  changes(provider: string, slug: string | undefined, model: string): readonly number[] {
    const slugs = slug === undefined ? [] : (this.#members.get(slug) ?? [slug])
    const times = this.#prices.flatMap(price => {
      const { provider: named, from } = price
      const isOf = named === provider || slugs.some(each => named === `@${each}`)
      return from !== undefined && isOf && isNamedBy(price, model) ? [from] : []
    })
    return [...new Set(times)]
  }

  #first(
    provider: string,
    slug: string | undefined,
    model: string,
    now: number,
    accepts: (price: T) => boolean,
  ): T | undefined {
    const ofSlug = slug === undefined ? undefined : this.#bySlug?.get(slug)
    return (
      (ofSlug && firstIn(ofSlug, model, now, accepts)) ??
      firstIn(this.#byProvider.get(provider) ?? NO_LAYERS, model, now, accepts)
    )
  }
}

const isAny = (): boolean => true

const NO_LAYERS: Layers<never> = []

const NO_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map()

function firstIn<T>(
  layers: Layers<T>,
  model: string,
  now: number,
  accepts: (price: T) => boolean,
): T | undefined {
  for (const layer of layers) {
    const found = layer(model, now, accepts)
    if (found !== undefined) return found
  }
  return undefined
}

/** Those of the manifest, or of one of its lists. */
type Layer<T> = (model: string, now: number, accepts: (price: T) => boolean) => T | undefined

const layersOf = <T extends Written>(prices: readonly T[]): Layers<T> =>
  [...Map.groupBy(prices, ({ list = Number.POSITIVE_INFINITY }) => list)]
    .toSorted(([one], [other]) => (one === other ? 0 : other - one))
    .map(([, group]) => createLayer(group))

function createLayer<T extends Written>(prices: readonly T[]): Layer<T> {
  const newestFirst = prices.toReversed().toSorted(({ from: one = 0 }, { from: other = 0 }) => other - one)
  const exact = Map.groupBy(newestFirst, ({ model }) => model)
  const beginnings = [...exact.keys()]
    .filter(name => name.endsWith('*'))
    .sort((one, other) => other.length - one.length)
  const namesOf = (model: string): readonly string[] =>
    beginnings.length === 0
      ? [model]
      : [model, ...beginnings.filter(name => model.startsWith(name.slice(0, -1)))]
  return (model, now, accepts) => {
    for (const name of namesOf(model)) {
      const found = exact.get(name)?.find(price => (price.from ?? 0) <= now && accepts(price))
      if (found !== undefined) return found
    }
    return undefined
  }
}

// Members of pools: the pool and the member, joined by a dot, is the slug that their prices may be written for.

/** What a pool has of its members here. */
interface PoolSlugs {
  readonly members: readonly { readonly name: string; readonly slug: string }[]
}

/** The slugs whose prices apply to a member, the nearest first: its own provider, then the pool. */
export const slugsOfMembers = (
  pools: Readonly<Record<string, PoolSlugs>> = {},
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(pools).flatMap(([pool, { members }]) =>
      members.map(({ name, slug }) => [`${pool}.${name}`, [slug, pool]] as const),
    ),
  )
