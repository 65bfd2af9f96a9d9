// What one call node takes at most: attempts, time, and money.
import { models, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type { Attempt, CallNode, Gateway } from '../../schemas/generated/types.ts'
import { ListedPrices } from '../../schemas/values/priced-name.ts'
import { hasStatus } from '../plan/status-set.ts'
import { type Bound, bounded, type NoBoundReason, timesBound } from './bound.ts'
import { providerOfCall } from './call-provider.ts'
import { dearestAttempt } from './dearest-attempt.ts'
import { waitsOf } from './retries.ts'
import { TOO_MANY_REQUESTS } from './status-classes.ts'

export const attemptsOf = ({ attempt }: CallNode): number => attempt.retries + 1

/** Milliseconds of one attempt, until its whole reply or the first content of its stream. */
export const attemptTime = ({ attempt }: CallNode, { limits }: Pick<Gateway, 'limits'>): number =>
  attempt.timeout ?? limits.request_timeout

/** A provider may reply with 429 and an error of any kind: the body of the error decides about its kind. */
const mayRetryRateLimited = ({ onStatus, onErrors = [] }: Attempt): boolean =>
  hasStatus(onStatus, TOO_MANY_REQUESTS) || onErrors.some(kind => kind !== 'connection')

/** Milliseconds of all attempts and the waits between them. */
export function callTime(call: CallNode, gateway: Pick<Gateway, 'limits'>): number {
  const { retries, useRetryAfter } = call.attempt
  const waits = waitsOf(retries, mayRetryRateLimited(call.attempt), useRetryAfter && retries > 0)
  return attemptsOf(call) * attemptTime(call, gateway) + waits.most
}

/** US dollars of all attempts, each with a full context window: an attempt that failed may have been billed. */
export function callCost(
  call: CallNode,
  gateway: Pick<Gateway, 'providers' | 'prices'>,
  prices: ListedPrices,
): Bound {
  const none = (reason: NoBoundReason): Bound => ({ none: { reason, pointer: '' }, atLeast: 0 })
  const { overrides } = call
  const provider = providerOfCall(call, gateway)
  if (provider === undefined)
    return none({ kind: call.binding.from === 'slug' ? 'external-provider' : 'provider-of-request' })
  const { model } = overrides
  if (typeof model !== 'string') return none({ kind: 'model-of-request' })
  const listed = prices.find(provider, model)
  const one =
    typeof listed === 'string'
      ? undefined
      : dearestAttempt(
          { host: provider, provider: listed.provider, entry: listed.entry, model },
          gateway.prices ?? [],
          overrides,
        )
  return one === undefined
    ? none({ kind: 'unknown-price', provider, model })
    : timesBound(bounded(one), attemptsOf(call))
}

/** The list prices, which are read at their first use. */
export const listPrices = (): ListedPrices => new ListedPrices({ models, pricedLike, priceRules })
