// A usage as a provider reports it, as records of requests have it: its tokens, what else it counts, and what all of it costs. The charge
// that the provider states is the cost; the computed one is beside it where it differs (decisions, section 20).

import type { LogTokens } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { FREE_PROVIDER } from '../../schemas/values/priced-name.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import { type BilledUsage, type Inference, priceUsage, type UsageUnits } from '../values/prices/cost.ts'
import type { BilledReply, FindPrice } from '../values/prices/find-price.ts'
import { type ReportedUsage, readUsage } from '../values/prices/read-usage.ts'

/** The source of a call's cost: its provider, the list of prices, or the prices of the manifest. */
export type CostSource = 'provider' | 'list' | 'own'

export interface UsageCost extends Charge {
  /** Absent of what is not counted in tokens. */
  readonly tokens?: LogTokens
  /** Counts besides text; absent without any. */
  readonly units?: UsageUnits
}

export interface Charge {
  /** In billionths of a US dollar; absent if it is not known. */
  readonly cost?: number
  readonly costSource?: CostSource
  /** The cost by prices, where the provider states another. */
  readonly computedCost?: number
  /** What the customer pays to a provider upstream besides. */
  readonly upstreamCost?: number
  /** Where the price is from: the day on which its source was read, the start of the digest of its list, or `manifest`. */
  readonly priced?: string
  /** The prices themselves, by unit. */
  readonly rates?: string
  /** What is not part of the cost: units, the service tier, fields that no table has, or the model. */
  readonly unpriced?: readonly string[]
}

/** The provider, and the models of a call: as it was sent, and as the reply names it. */
export interface BilledModel {
  readonly provider: string | undefined
  readonly model: string | undefined
  readonly answered?: string | undefined
  /** The slug of the stored provider, if one was called. */
  readonly slug?: string | undefined
  /** It was called at the prices of a region. */
  readonly isRegional?: boolean | undefined
}

/** The price of one inference; undefined if none is known. */
type PriceOfInference = (model: string | undefined) => CompiledPrice | undefined

/** In dollars of a thousand: a difference that rounding does not explain. */
const NAMED_DIFFERENCE = 1e-5

/** The tokens and units of a reported usage, and what they cost; undefined where it counts nothing. */
export function reportedCost(reported: Json, billed: BilledModel, price: FindPrice): UsageCost | undefined {
  const usage = readUsage(reported, billed.provider)
  return usage && { ...countsOf(usage), ...chargeFor(usage, billed, price) }
}

export function countsOf({
  hasTokens,
  input,
  output,
  cached,
  reasoning,
  units,
}: ReportedUsage): Pick<UsageCost, 'tokens' | 'units'> {
  const tokens: LogTokens = {
    input,
    output,
    ...(cached > 0 && { cached }),
    ...(reasoning > 0 && { reasoning }),
    source: 'provider',
  }
  return { ...(hasTokens && { tokens }), ...(units !== undefined && { units }) }
}

/** What a usage costs at the price of the model that is billed. */
export const chargeFor = (usage: BilledUsage, billed: BilledModel, price: FindPrice): Charge =>
  chargeOf(usage, pricesFor(usage, billed, price), billed.provider)

function pricesFor(
  usage: BilledUsage,
  { provider, model, answered, slug, isRegional }: BilledModel,
  price: FindPrice,
): PriceOfInference {
  const reply: BilledReply | undefined =
    answered === undefined ? undefined : { model: answered, tier: usage.tier }
  const find: PriceOfInference = own =>
    provider === undefined
      ? undefined
      : own === undefined
        ? price(provider, model ?? '', reply, slug)
        : price(provider, own, undefined, slug)
  return isRegional === true ? own => regionalPrice(find(own)) : find
}

/** The price in a region, where it differs from the global one. */
export function regionalPrice(price: CompiledPrice | undefined): CompiledPrice | undefined {
  const factor = price?.factor('endpoint', 'regional') ?? 1
  return factor === 1 ? price : price?.multiplied(factor)
}

/** What a usage costs at a price, as records have it. */
export const pricedBy = (usage: BilledUsage, listed: CompiledPrice): Charge => chargeOf(usage, () => listed)

function chargeOf(usage: BilledUsage, priceOf: PriceOfInference, provider?: string): Charge {
  const { charge, upstream } = usage
  const computed = computedCharge(usage, priceOf, provider)
  if (charge === undefined) return computed
  const { cost: ofList, priced, rates, unpriced } = computed
  const differs =
    ofList !== undefined &&
    unpriced === undefined &&
    Math.abs(ofList - charge) > charge * NAMED_DIFFERENCE + 1
  return {
    cost: charge,
    costSource: 'provider',
    ...(differs && { computedCost: ofList }),
    ...(upstream !== undefined && { upstreamCost: upstream }),
    ...(differs && priced !== undefined && { priced }),
    ...(differs && rates !== undefined && { rates }),
  }
}

function computedCharge(usage: BilledUsage, priceOf: PriceOfInference, provider: string | undefined): Charge {
  if (usage.inferences !== undefined || usage.unknown !== undefined)
    return chargeOfParts(usage, priceOf, provider)
  const price = priceOf(undefined)
  if (price === undefined) return provider === FREE_PROVIDER ? {} : { unpriced: ['model'] }
  const { cost, rates, unpriced } = priceUsage(usage, price)
  return {
    ...(cost !== undefined && { cost, costSource: sourceOf(price), priced: price.dated, rates }),
    ...(unpriced !== undefined && { unpriced }),
  }
}

const sourceOf = ({ isOwn }: CompiledPrice): CostSource => (isOwn ? 'own' : 'list')

/** Of several inferences, each at the price of its model, or with fields that have none. */
function chargeOfParts(usage: BilledUsage, priceOf: PriceOfInference, provider: string | undefined): Charge {
  const parts: readonly Inference[] = usage.inferences ?? [{ model: undefined, usage }]
  let cost: number | undefined
  let source: CostSource = 'own'
  let priced: string | undefined
  const rates: string[] = []
  const unpriced: string[] = []
  for (const part of parts) {
    const price = priceOf(part.model)
    if (price === undefined) {
      if (provider !== FREE_PROVIDER)
        unpriced.push(part.model === undefined ? 'model' : `model ${part.model}`)
      continue
    }
    const found = priceUsage(part.usage, price)
    if (found.cost !== undefined) {
      cost = (cost ?? 0) + found.cost
      priced ??= price.dated
      if (sourceOf(price) === 'list') source = 'list'
      if (!rates.includes(found.rates)) rates.push(found.rates)
    }
    unpriced.push(...(found.unpriced ?? []))
  }
  unpriced.push(...(usage.unknown ?? []))
  return {
    ...(cost !== undefined && { cost, costSource: source, priced, rates: rates.join('; ') }),
    ...(unpriced.length > 0 && { unpriced: [...new Set(unpriced)] }),
  } as Charge
}

/** What a budget counts: the charge, or the cost by prices with what has none of its own counted as text. */
export interface SettledCost {
  /** In billionths of a US dollar. */
  readonly cost: number
  /** Whether a part of it has no price. */
  readonly isPartial: boolean
}

/** Undefined where nothing of it has a price. */
export function settledCost(
  usage: BilledUsage,
  billed: BilledModel,
  price: FindPrice,
): SettledCost | undefined {
  const { charge, unknown } = usage
  if (charge !== undefined) return { cost: charge, isPartial: false }
  const priceOf = pricesFor(usage, billed, price)
  const parts: readonly Inference[] = usage.inferences ?? [{ model: undefined, usage }]
  let cost: number | undefined
  let isPartial = unknown !== undefined
  for (const part of parts) {
    const found = priceOf(part.model)
    if (found === undefined) {
      isPartial = true
      continue
    }
    const { atLeast, unpriced } = priceUsage(part.usage, found)
    cost = (cost ?? 0) + atLeast
    if (unpriced !== undefined) isPartial = true
  }
  return cost === undefined ? undefined : { cost, isPartial }
}
