// What a call costs at a target: the estimate that is reserved, and what is settled by its reply.

import { fallbackModels } from '../../schemas/generated/usage-fields.ts'
import { asList, isObject, type Json } from '../../schemas/values/json.ts'
import type { Call } from '../values/call.ts'
import type { CalledTarget } from '../values/call-limits.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import { costOf } from '../values/prices/cost.ts'
import type { FindPrice } from '../values/prices/find-price.ts'
import { pricedSlug } from '../values/reported-usage.ts'
import { estimateMedia } from './estimate-media.ts'
import { isReadSession, type TokenEstimate } from './estimate-tokens.ts'
import type { OpenTarget, TargetUsage } from './open-target.ts'
import { type SettledCost, settledCost } from './reported-cost.ts'

/** In billionths of a dollar. */
export const estimatedCost = (call: Call, { input, output }: TokenEstimate, price: CompiledPrice): number =>
  costOf(
    estimateMedia(call, price) ??
      (isReadSession(call)
        ? { input, output, cached: 0, units: { audio_input: input, audio_output: output } }
        : { input, output, cached: 0 }),
    price,
  )

/** The price of the model, or of one that may answer in its place, whichever is dearer; undefined where one is not known. */
export function dearestPrice(
  call: Call,
  { provider, slug: named, member }: Pick<CalledTarget, 'provider' | 'slug' | 'member'>,
  model: string,
  estimate: TokenEstimate,
  price: FindPrice,
): CompiledPrice | undefined {
  const slug = pricedSlug(named, member)
  const requested = price(provider, model, undefined, slug)
  const others = fallbackNames(call, provider)
  if (others.length === 0 || requested === undefined) return requested
  const prices = others.map(name => price(provider, name, undefined, slug))
  if (prices.includes(undefined)) return undefined
  const cost = (each: CompiledPrice): number => estimatedCost(call, estimate, each)
  return prices.reduce<CompiledPrice>(
    (dearest, each) => (each !== undefined && cost(each) > cost(dearest) ? each : dearest),
    requested,
  )
}

/**
 * A reply with a part without a price, or one of sound or images that reports nothing, costs at least what was reserved, so that none
 * passes a budget. No cost: nothing of it has a price.
 */
export function settleTarget(
  { provider, slug, model, answered, isRegional, reservedCost, isAnswered, isMedia }: OpenTarget,
  usage: TargetUsage,
  price: FindPrice,
): Partial<SettledCost> {
  const settled = settledCost(usage, { provider, slug, model, answered, isRegional }, price)
  if (settled === undefined) return { isPartial: usage.input + usage.output > 0 || usage.units !== undefined }
  const isSilent = usage.source === undefined && isAnswered && isMedia
  if (!settled.isPartial && !isSilent) return settled
  return { cost: Math.max(settled.cost, reservedCost), isPartial: true }
}

// Models that a request names besides its own, any of which may answer: the parameters that list them are facts of the provider.

/** Names that are looked up for one call. */
const MAX_NAMES = 16
const NONE: readonly string[] = []

/** Without repetitions; empty at providers that have no such parameter. */
export function fallbackNames({ body }: Pick<Call, 'body'>, provider: string): readonly string[] {
  const parameters = Object.hasOwn(fallbackModels, provider) ? fallbackModels[provider] : undefined
  if (parameters === undefined) return NONE
  const names = parameters.flatMap(name => asList(body.field(name)).flatMap(nameIn))
  return [...new Set(names)].slice(0, MAX_NAMES)
}

const nameIn = (item: Json): readonly string[] => {
  const name = isObject(item) ? item['model'] : item
  return typeof name === 'string' ? [name] : NONE
}
