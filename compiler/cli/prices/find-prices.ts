// The prices that `portolan prices` shows: those of the manifest first, then those of the lists, by host.
import { createPriceList, type FoundPrice, type PriceList } from '../../../runtime/providers/model-prices.ts'
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { PlanPrice } from '../../../schemas/generated/types.ts'
import type { UnpricedBecause } from '../../../schemas/values/priced-name.ts'

/** The price of a model at a provider. */
export interface ShownPrice {
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

/** The identifiers of providers of which there are prices. */
export const providersWithPrices = (own: readonly PlanPrice[]): readonly string[] => [
  ...new Set([...own.map(({ provider }) => provider), ...Object.keys(models), ...Object.keys(pricedLike)]),
]

/** `provider` is the only one that is wanted. */
export function findPrices(
  model: string,
  provider: string | undefined,
  own: readonly PlanPrice[],
  now: number,
): FoundPrices {
  const list = createPriceList(own)
  const hosts = provider === undefined ? providersWithPrices(own) : [provider]
  const results = hosts.map(host => ({ provider: host, found: list.explain(host, model, now) }))
  const priced = results.flatMap(({ provider: host, found }) =>
    typeof found === 'string' ? [] : [{ provider: host, model, found }],
  )
  const unpriced = results.flatMap(({ provider: host, found }) =>
    typeof found === 'string' && (found !== 'unlisted' || provider !== undefined)
      ? [{ provider: host, because: found }]
      : [],
  )
  return { priced: [...priced].sort(ownFirst), unpriced }
}

const rank = ({ found }: ShownPrice): number => Number(found.by !== 'manifest')
const ownFirst = (one: ShownPrice, other: ShownPrice): number => rank(one) - rank(other)

/** The prices of the manifest, and with a provider all that are listed for it. */
export function allPrices(
  provider: string | undefined,
  own: readonly PlanPrice[],
  now: number,
): readonly ShownPrice[] {
  const list = createPriceList(own)
  const written = own.filter(price => provider === undefined || price.provider === provider)
  const names = [
    ...written.map(price => [price.provider, price.model] as const),
    ...listedNames(provider).map(model => [provider ?? '', model] as const),
  ]
  const unique = new Map(names.map(name => [name.join(' '), name]))
  return Array.from(unique.values(), ([host, model]) => priceAt(list, host, model, now)).filter(
    price => price !== undefined,
  )
}

function listedNames(provider: string | undefined): readonly string[] {
  if (provider === undefined || !Object.hasOwn(models, provider)) return []
  return (models[provider] ?? []).filter(({ hidden }) => hidden !== true).map(({ id }) => id)
}

function priceAt(list: PriceList, provider: string, model: string, now: number): ShownPrice | undefined {
  const found = list.explain(provider, model, now)
  return typeof found === 'string' ? undefined : { provider, model, found }
}
