// The tokens of a request and what they cost: those of the reply, and those of replies that another attempt has replaced, each at
// the price of the model that was asked.
import type { LogTokens } from '../../schemas/generated/types.ts'
import type { CallOutcome } from '../gateway/request.ts'
import { costOf, type FindDatedPrice, measuredUsage, reasoningOf } from '../limits/measured-usage.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import { reportedUsage } from '../values/reported-usage.ts'

/** What the cost of a request depends on. */
export interface PricedOutcome extends Pick<CallOutcome, 'model'> {
  readonly record: Pick<CallRecord, 'usage' | 'discardedUsage' | 'counted' | 'servedModel' | 'attempts'>
  readonly reply: Pick<Reply, 'provider'>
}

export interface UsageCost {
  readonly tokens: LogTokens
  /** In billionths of a US dollar; absent where it is not known. */
  readonly cost?: number
  /** Where the price is from: the day of the list, or `manifest`. */
  readonly priced?: string
}

/** Undefined without any tokens. The cost is absent where no list has a price of one of the models. */
export function usageCost(outcome: PricedOutcome, price: FindDatedPrice, now: number): UsageCost | undefined {
  const { record, reply, model } = outcome
  const reported = reportedTokens(record.usage)
  const { discardedUsage, servedModel } = record
  const last = reported && pricedTokens(reported, reply.provider, servedModel ?? model, price, now)
  if (discardedUsage === undefined) return last ?? countedCost(outcome, price, now)
  const discarded = discardedUsage.flatMap(({ provider, model: asked, usage }) => {
    const tokens = reportedTokens(usage)
    return tokens === undefined ? [] : [pricedTokens(tokens, provider, asked, price, now)]
  })
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
  return sum === undefined || !isPartial ? sum : { tokens: sum.tokens }
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
  const tokens: LogTokens = { input, output, source: 'counted' }
  return pricedTokens(tokens, reply.provider, record.servedModel ?? model, price, now)
}

function pricedTokens(
  tokens: LogTokens,
  provider: string | undefined,
  model: string | undefined,
  price: FindDatedPrice,
  now: number,
): UsageCost {
  const listed = provider === undefined ? undefined : price(provider, model ?? '', now)
  if (listed === undefined) return { tokens }
  return { tokens, cost: costOf({ ...tokens, cached: tokens.cached ?? 0 }, listed), priced: listed.dated }
}

function addUsage(one: UsageCost, other: UsageCost): UsageCost {
  const cached = (one.tokens.cached ?? 0) + (other.tokens.cached ?? 0)
  const reasoning = (one.tokens.reasoning ?? 0) + (other.tokens.reasoning ?? 0)
  const tokens: LogTokens = {
    input: one.tokens.input + other.tokens.input,
    output: one.tokens.output + other.tokens.output,
    ...(cached > 0 && { cached }),
    ...(reasoning > 0 && { reasoning }),
    source: 'provider',
  }
  if (one.cost === undefined || other.cost === undefined) return { tokens }
  const { priced } = other
  return { tokens, cost: one.cost + other.cost, ...(priced !== undefined && { priced }) }
}

/** The tokens that a provider reported. */
function reportedTokens(sent: CallRecord['usage']): LogTokens | undefined {
  const usage = reportedUsage(sent)
  const reported = usage === undefined ? undefined : measuredUsage(usage, 0)
  if (reported === undefined) return undefined
  const { input, output, cached } = reported
  const reasoning = reasoningOf(usage)
  return {
    input,
    output,
    ...(cached > 0 && { cached }),
    ...(reasoning > 0 && { reasoning }),
    source: 'provider',
  }
}
