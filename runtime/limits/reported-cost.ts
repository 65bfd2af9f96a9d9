// A usage as a provider reports it, as records of requests have it: its tokens, what else it counts, and what all of it costs.
import type { LogTokens } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import { type BilledUsage, priceUsage, type UsageUnits } from '../values/prices/cost.ts'
import { measuredUsage, reasoningOf, unitsOnly } from './measured-usage.ts'

export interface UsageCost {
  /** Absent of what is not counted in tokens. */
  readonly tokens?: LogTokens
  /** Counts besides text; absent without any. */
  readonly units?: UsageUnits
  /** In billionths of a US dollar; absent where it is not known. */
  readonly cost?: number
  /** Where the price is from: the day of the list, or `manifest`. */
  readonly priced?: string
  /** The prices themselves, by unit. */
  readonly rates?: string
  /** What is not part of the cost: units, or the service tier. */
  readonly unpriced?: readonly string[]
}

/** The tokens and units of a reported usage, and what they cost. */
export function reportedCost(
  reported: Json,
  priceOf: (usage: BilledUsage) => Omit<UsageCost, 'tokens' | 'units'>,
): UsageCost | undefined {
  const usage = measuredUsage(reported, 0)
  if (usage === undefined) {
    const units = unitsOnly(reported)
    return units && { units, ...priceOf({ input: 0, output: 0, cached: 0, units }) }
  }
  const { input, output, cached, units } = usage
  const reasoning = reasoningOf(reported)
  const tokens: LogTokens = {
    input,
    output,
    ...(cached > 0 && { cached }),
    ...(reasoning > 0 && { reasoning }),
    source: 'provider',
  }
  return { tokens, ...(units !== undefined && { units }), ...priceOf(usage) }
}

/** What a usage costs at a price, as records have it. */
export function pricedBy(usage: BilledUsage, listed: CompiledPrice): Omit<UsageCost, 'tokens' | 'units'> {
  const { cost, rates, unpriced } = priceUsage(usage, listed)
  return {
    ...(cost !== undefined && { cost, priced: listed.dated, rates }),
    ...(unpriced !== undefined && { unpriced }),
  }
}
