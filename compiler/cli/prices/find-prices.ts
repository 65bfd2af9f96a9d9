// The prices that `portolan prices` shows: those of the manifest and of its lists first, then those of the built-in list, by host.
import { createPriceList, type FoundPrice, type PriceList } from '../../../runtime/providers/model-prices.ts'
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { Gateway, PlanPrice } from '../../../schemas/generated/types.ts'
import type { UnpricedBecause } from '../../../schemas/values/priced-name.ts'
import { membersWith, modelAt, poolOf } from '../../facts/pool-members.ts'

/** The price of a model at a provider. */
export interface ShownPrice {
  /** Of the catalog, or `@slug`. */
  readonly provider: string
  readonly model: string
  readonly found: FoundPrice
}

export interface Unpriced {
  readonly provider: string
  readonly because: UnpricedBecause
}

export interface FoundPrices {
  readonly priced: readonly ShownPrice[]
  /** Why others have none; empty where nothing is known of the name. */
  readonly unpriced: readonly Unpriced[]
}

/** What a project has of prices. */
export type PricedProject = Pick<Gateway, 'prices' | 'priceLists' | 'providers' | 'pools'>

/** Where a model may be called: a provider of the catalog, or the stored one, by the name that is shown. */
interface Host {
  readonly name: string
  readonly provider: string
  readonly slug: string | undefined
}

/** The identifiers of providers of which there are prices. */
export const providersWithPrices = ({ prices = [] }: Pick<PricedProject, 'prices'>): readonly string[] => [
  ...new Set([
    ...prices.map(({ provider }) => provider).filter(name => !name.startsWith('@')),
    ...Object.keys(models),
    ...Object.keys(pricedLike),
  ]),
]

const ofCatalog = (provider: string): Host => ({ name: provider, provider, slug: undefined })

/** The provider of a slug that only the store has is not known: it has the prices that are written for it. */
const ofSlug = (name: string, { providers }: PricedProject): Host => {
  const slug = name.slice(1)
  return { name, provider: Object.hasOwn(providers, slug) ? (providers[slug]?.provider ?? '') : '', slug }
}

/** One provider, or the members of a pool. */
function hostsOf(name: string, model: string, project: PricedProject): readonly Host[] {
  if (!name.startsWith('@')) return [ofCatalog(name)]
  const pool = poolOf(name.slice(1), project)
  const slugs = pool === undefined ? [name.slice(1)] : membersWith(pool, model).map(({ slug }) => slug)
  return slugs.map(slug => ofSlug(`@${slug}`, project))
}

/** The stored providers that prices name. */
const pricedSlugs = ({ prices = [] }: PricedProject): readonly string[] => [
  ...new Set(prices.map(({ provider }) => provider).filter(name => name.startsWith('@'))),
]

/** Whether the price is one of the stored provider, and not of its provider in the catalog. */
const isOfSlug = ({ provider, discount }: FoundPrice): boolean =>
  provider.startsWith('@') || discount?.provider.startsWith('@') === true

/** `wanted` is the only provider that is wanted. */
export function findPrices(
  model: string,
  wanted: string | undefined,
  project: PricedProject,
  now: number,
): FoundPrices {
  const list = createPriceList(project.prices)
  const pool = wanted?.startsWith('@') === true ? poolOf(wanted.slice(1), project) : undefined
  const find = (host: Host) => {
    const member = pool?.members.find(({ slug }) => slug === host.slug)
    const name = pool && member ? (modelAt(pool, member, model) ?? model) : model
    return { name: host.name, model: name, found: list.explain(host.provider, name, now, host.slug) }
  }
  const ofSlugs = wanted === undefined ? pricedSlugs(project).map(name => find(ofSlug(name, project))) : []
  const hosts =
    wanted === undefined ? providersWithPrices(project).map(ofCatalog) : hostsOf(wanted, model, project)
  const results = [
    ...ofSlugs.filter(({ found }) => typeof found !== 'string' && isOfSlug(found)),
    ...hosts.map(find),
  ]
  const priced = results.flatMap(({ name, model: sent, found }) =>
    typeof found === 'string' ? [] : [{ provider: name, model: sent, found }],
  )
  const unpriced = results.flatMap(({ name, found }) =>
    typeof found === 'string' && (found !== 'unlisted' || wanted !== undefined)
      ? [{ provider: name, because: found }]
      : [],
  )
  return { priced: [...priced].sort(ownFirst), unpriced }
}

const rank = ({ found }: ShownPrice): number =>
  Number(found.by !== 'manifest' && found.discount === undefined)
const ownFirst = (one: ShownPrice, other: ShownPrice): number => rank(one) - rank(other)

/** The prices of the manifest, and with a provider all that are listed for it, also in files. */
export function allPrices(
  wanted: string | undefined,
  project: PricedProject,
  now: number,
): readonly ShownPrice[] {
  const list = createPriceList(project.prices)
  const written = (project.prices ?? []).filter(price =>
    wanted === undefined ? price.list === undefined : price.provider === wanted,
  )
  const names = [
    ...written.map(price => [price.provider, price.model] as const),
    ...listedNames(wanted).map(model => [wanted ?? '', model] as const),
  ]
  const unique = new Map(names.map(name => [name.join(' '), name]))
  return [...unique.values()]
    .flatMap(([host, model]) => hostsOf(host, model, project).map(each => priceAt(list, each, model, now)))
    .filter(price => price !== undefined)
}

function listedNames(provider: string | undefined): readonly string[] {
  if (provider === undefined || !Object.hasOwn(models, provider)) return []
  return (models[provider] ?? []).filter(({ hidden }) => hidden !== true).map(({ id }) => id)
}

function priceAt(
  list: PriceList,
  { name, provider, slug }: Host,
  model: string,
  now: number,
): ShownPrice | undefined {
  const found = list.explain(provider, model, now, slug)
  return typeof found === 'string' ? undefined : { provider: name, model, found }
}

/** Where the prices of a project are written. */
export interface PriceSources extends Pick<Gateway, 'priceLists'> {
  /** Such as `gateway.yaml:12`; undefined where it is not known. */
  readonly lineOf: (price: PlanPrice) => string | undefined
}
