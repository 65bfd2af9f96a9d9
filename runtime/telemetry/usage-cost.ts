// The tokens of a request and what they cost: those of the reply, and those of replies that another attempt has replaced, each at
// the price of the model that was asked.
import type { LogTokens } from '../../schemas/generated/types.ts'
import type { PriceUnit } from '../../schemas/values/price-table.ts'
import type { CallOutcome } from '../gateway/request.ts'
import type { FindDatedPrice } from '../limits/measured-usage.ts'
import { pricedBy, reportedCost, type UsageCost } from '../limits/reported-cost.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { BilledUsage, UsageUnits } from '../values/prices/cost.ts'
import { reportedUsage } from '../values/reported-usage.ts'

/** What the cost of a request depends on. */
export interface PricedOutcome extends Pick<CallOutcome, 'model'> {
  readonly record: Pick<CallRecord, 'usage' | 'discardedUsage' | 'counted' | 'servedModel' | 'attempts'>
  readonly reply: Pick<Reply, 'provider'>
}

/** Undefined without any usage. The cost is absent where no list has a price of one of the models. */
export function usageCost(outcome: PricedOutcome, price: FindDatedPrice, now: number): UsageCost | undefined {
  const { record, reply, model } = outcome
  const { discardedUsage, servedModel } = record
  const last = costOfReport(record.usage, reply.provider, servedModel ?? model, price, now)
  if (discardedUsage === undefined) return last ?? countedCost(outcome, price, now)
  const discarded = discardedUsage.flatMap(
    ({ provider, model: asked, usage }) => costOfReport(usage, provider, asked, price, now) ?? [],
  )
  if (last !== undefined) return [...discarded, last].reduce(addUsage)
  const counted = record.counted?.counted()
  // What was counted for limits has all attempts, which may be of several models.
  if (counted?.source === 'counted') {
    const { input, output, cost } = counted
    return { tokens: { input, output, source: 'counted' }, ...(cost !== undefined && { cost }) }
  }
  const sum = discarded.length === 0 ? undefined : discarded.reduce(addUsage)
  // The last attempt was answered, and nobody knows what that took.
  const isPartial = (record.attempts.at(-1)?.status ?? 0) < 300
  return sum?.tokens === undefined || !isPartial ? sum : { tokens: sum.tokens }
}

/** What was counted for limits, of a reply that reports nothing. */
function countedCost(
  { record, reply, model }: PricedOutcome,
  price: FindDatedPrice,
  now: number,
): UsageCost | undefined {
  const counted = record.counted?.counted()
  if (counted?.source !== 'counted') return undefined
  const { input, output } = counted
  const usage = { input, output, cached: 0 }
  const tokens: LogTokens = { input, output, source: 'counted' }
  return { tokens, ...priced(usage, reply.provider, record.servedModel ?? model, price, now) }
}

/** Of what a provider reported; undefined where that counts nothing. */
function costOfReport(
  sent: CallRecord['usage'],
  provider: string | undefined,
  model: string | undefined,
  price: FindDatedPrice,
  now: number,
): UsageCost | undefined {
  const reported = reportedUsage(sent)
  if (reported === undefined) return undefined
  return reportedCost(reported, usage => priced(usage, provider, model, price, now))
}

function priced(
  usage: BilledUsage,
  provider: string | undefined,
  model: string | undefined,
  price: FindDatedPrice,
  now: number,
): Omit<UsageCost, 'tokens' | 'units'> {
  const listed = provider === undefined ? undefined : price(provider, model ?? '', now)
  return listed === undefined ? {} : pricedBy(usage, listed)
}

function addUsage(one: UsageCost, other: UsageCost): UsageCost {
  const units = addUnits(one.units, other.units)
  const unpriced = [...new Set([...(one.unpriced ?? []), ...(other.unpriced ?? [])])]
  const sum: UsageCost = {
    ...addTokens(one.tokens, other.tokens),
    ...(units !== undefined && { units }),
    ...(unpriced.length > 0 && { unpriced }),
  }
  if (one.cost === undefined || other.cost === undefined) return sum
  const { priced: dated } = other
  const rates = [...new Set([one.rates ?? '', other.rates ?? ''])].join('; ')
  return { ...sum, cost: one.cost + other.cost, ...(dated !== undefined && { priced: dated, rates }) }
}

function addTokens(one: LogTokens | undefined, other: LogTokens | undefined): Pick<UsageCost, 'tokens'> {
  if (one === undefined || other === undefined) {
    const tokens = one ?? other
    return tokens === undefined ? {} : { tokens }
  }
  const cached = (one.cached ?? 0) + (other.cached ?? 0)
  const reasoning = (one.reasoning ?? 0) + (other.reasoning ?? 0)
  return {
    tokens: {
      input: one.input + other.input,
      output: one.output + other.output,
      ...(cached > 0 && { cached }),
      ...(reasoning > 0 && { reasoning }),
      source: 'provider',
    },
  }
}

function addUnits(one: UsageUnits | undefined, other: UsageUnits | undefined): UsageUnits | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const sum: { [unit in PriceUnit]?: number } = { ...one }
  for (const [unit, count] of Object.entries(other) as [PriceUnit, number][])
    sum[unit] = (sum[unit] ?? 0) + count
  return sum
}
