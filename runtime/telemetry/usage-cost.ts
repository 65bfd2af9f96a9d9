// The tokens of a request and what they cost: those of the reply, and those of replies that another attempt has replaced, each at
// the price of the model that is billed.
import type { LogTokens } from '../../schemas/generated/types.ts'
import type { CallOutcome } from '../gateway/request.ts'
import {
  type BilledModel,
  chargeFor,
  countsOf,
  reportedCost,
  type UsageCost,
} from '../limits/reported-cost.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { FindDatedPrice } from '../values/prices/find-price.ts'
import { addUnits, readUsage } from '../values/prices/read-usage.ts'
import { PartialUsage, pricedSlug, reportedUsage } from '../values/reported-usage.ts'

/** What the cost of a request depends on. */
export interface PricedOutcome extends Pick<CallOutcome, 'model'> {
  readonly record: Pick<
    CallRecord,
    | 'usage'
    | 'discardedUsage'
    | 'hasUnmetered'
    | 'counted'
    | 'slug'
    | 'member'
    | 'servedModel'
    | 'answeredModel'
    | 'isRegional'
    | 'attempts'
  >
  readonly reply: Pick<Reply, 'provider'>
}

/** Undefined without any usage. The cost is absent if no list has a price of one of the models. */
export function usageCost(outcome: PricedOutcome, price: FindDatedPrice, now: number): UsageCost | undefined {
  const { record, reply, model } = outcome
  if (record.hasUnmetered === true) {
    const { hasUnmetered: _, ...metered } = record
    const known = usageCost({ ...outcome, record: metered }, price, now)
    return { ...known, unpriced: [...(known?.unpriced ?? []), UNMETERED] }
  }
  const { discardedUsage } = record
  const billed = billedModel(record, reply.provider, model)
  const last =
    record.usage instanceof PartialUsage
      ? partialCost(record.usage, outcome, billed, price, now)
      : costOfReport(record.usage, billed, price, now)
  if (discardedUsage === undefined) return last ?? countedCost(outcome, billed, price, now)
  const discarded = discardedUsage.flatMap(
    ({ usage, slug, member, ...discarded }) =>
      costOfReport(usage, { ...discarded, slug: pricedSlug(slug, member) }, price, now) ?? [],
  )
  if (last !== undefined) return [...discarded, last].reduce(addUsage)
  const counted = record.counted?.counted()
  // What was counted for limits has all attempts, which may be of several models.
  if (counted?.source === 'counted') {
    const { input, output, cost } = counted
    return { tokens: { input, output, source: 'counted' }, ...(cost !== undefined && { cost }) }
  }
  const sum = discarded.length === 0 ? undefined : discarded.reduce(addUsage)
  // The last attempt was answered, and its usage is unknown.
  const isPartial = (record.attempts.at(-1)?.status ?? 0) < 300
  return sum?.tokens === undefined || !isPartial ? sum : { tokens: sum.tokens }
}

/** In `unpriced`: an answer that its client did not get, and that reported nothing. */
const UNMETERED = 'answer without usage'

/** Of a stream that was left: the larger of what was reported and what is estimated. */
function partialCost(
  partial: PartialUsage,
  { record }: PricedOutcome,
  billed: BilledModel,
  price: FindDatedPrice,
  now: number,
): UsageCost | undefined {
  const reported = readUsage(partial.read(), billed.provider)
  if (reported === undefined) return undefined
  const counted = record.discardedUsage === undefined ? record.counted?.counted() : undefined
  const input = Math.max(reported.input, counted?.input ?? 0)
  const output = Math.max(reported.output, counted?.output ?? 0)
  const usage = { ...reported, input, output }
  const { tokens, units } = countsOf(usage)
  const isCounted = input > reported.input || output > reported.output
  return {
    ...(tokens && { tokens: isCounted ? { ...tokens, source: 'counted' } : tokens }),
    ...(units && { units }),
    ...chargeFor(usage, billed, priceAt(price, now)),
  }
}

const billedModel = (
  { slug, member, servedModel, answeredModel, isRegional }: PricedOutcome['record'],
  provider: string | undefined,
  model: string | undefined,
): BilledModel => ({
  provider,
  slug: pricedSlug(slug, member),
  model: servedModel ?? model,
  answered: answeredModel,
  isRegional,
})

/** What was counted for limits, of a reply that reports nothing. */
function countedCost(
  { record }: PricedOutcome,
  billed: BilledModel,
  price: FindDatedPrice,
  now: number,
): UsageCost | undefined {
  const counted = record.counted?.counted()
  if (counted?.source !== 'counted') return undefined
  const { input, output } = counted
  const tokens: LogTokens = { input, output, source: 'counted' }
  return { tokens, ...chargeFor({ input, output, cached: 0 }, billed, priceAt(price, now)) }
}

const priceAt =
  (price: FindDatedPrice, now: number): Parameters<typeof chargeFor>[2] =>
  (provider, model, reply, slug) =>
    price(provider, model, now, reply, slug)

/** Of what a provider reported; undefined where that counts nothing. */
function costOfReport(
  sent: CallRecord['usage'],
  billed: BilledModel,
  price: FindDatedPrice,
  now: number,
): UsageCost | undefined {
  const reported = reportedUsage(sent)
  return reported === undefined ? undefined : reportedCost(reported, billed, priceAt(price, now))
}

function addUsage(one: UsageCost, other: UsageCost): UsageCost {
  const units = addUnits(one.units, other.units)
  const unpriced = [...new Set([...(one.unpriced ?? []), ...(other.unpriced ?? [])])]
  const upstream = addOptional(one.upstreamCost, other.upstreamCost)
  const sum: UsageCost = {
    ...addTokens(one.tokens, other.tokens),
    ...(units !== undefined && { units }),
    ...(unpriced.length > 0 && { unpriced }),
    ...(upstream !== undefined && { upstreamCost: upstream }),
  }
  if (one.cost === undefined || other.cost === undefined) return sum
  const dated = other.priced ?? one.priced
  const rates = [...new Set([one.rates ?? '', other.rates ?? ''])].filter(text => text !== '').join('; ')
  const computed =
    one.computedCost === undefined && other.computedCost === undefined
      ? undefined
      : (one.computedCost ?? one.cost) + (other.computedCost ?? other.cost)
  const source = one.costSource === other.costSource ? other.costSource : 'list'
  return {
    ...sum,
    cost: one.cost + other.cost,
    ...(source !== undefined && { costSource: source }),
    ...(computed !== undefined && { computedCost: computed }),
    ...(dated !== undefined && { priced: dated, rates }),
  }
}

const addOptional = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one + other

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
