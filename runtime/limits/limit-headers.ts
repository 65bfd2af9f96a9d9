// How a client learns of limits: headers of the tightest rule, and the failures 429 and 412.

import type { LimitRefusal } from '../values/call-limits.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { CounterGrant, CounterReading, CounterRefusal, Measure } from './counters.ts'
import { type LinkedPolicy, resetText, secondsOf } from './linked-policy.ts'
import type { PolicyCounter } from './policy-counter.ts'

/** The counters of a reservation, and what each said. */
export interface LimitReadings {
  readonly counters: readonly PolicyCounter[]
  readonly result: CounterGrant | CounterRefusal
}

/** The headers of one measure. */
interface MeasureHeaders {
  readonly measure: Measure
  readonly limit: string
  readonly remaining: string
  readonly reset: string
}

const headersOf = (measure: Measure): MeasureHeaders => ({
  measure,
  limit: `x-ratelimit-limit-${measure}`,
  remaining: `x-ratelimit-remaining-${measure}`,
  reset: `x-ratelimit-reset-${measure}`,
})
const REQUESTS = headersOf('requests')
const TOKENS = headersOf('tokens')

/** The headers of the limit with the least room, for requests and for tokens. */
export function limitHeaders(all: readonly LimitReadings[]): string[] {
  const headers: string[] = []
  pushTightest(headers, REQUESTS, all)
  pushTightest(headers, TOKENS, all)
  return headers
}

function pushTightest(headers: string[], names: MeasureHeaders, all: readonly LimitReadings[]): void {
  let tightest: LinkedPolicy | undefined
  let least: CounterReading | undefined
  for (const { counters, result } of all)
    for (let index = 0; index < counters.length; index += 1) {
      const policy = counters[index]?.policy
      const reading = result.readings[index]
      if (policy?.windowText === undefined || policy.measure !== names.measure || reading === undefined)
        continue
      if (tightest !== undefined && least !== undefined && roomOf(policy, reading) >= roomOf(tightest, least))
        continue
      tightest = policy
      least = reading
    }
  if (tightest === undefined || least === undefined) return
  const { limit, limitText, windowText = '' } = tightest
  const remaining = Math.max(0, limit - least.used)
  const reset = least.fits ? windowText : resetText(least.wait ?? 0)
  headers.push(names.limit, limitText, names.remaining, String(remaining), names.reset, reset)
}

const roomOf = ({ limit }: LinkedPolicy, { fits, used, wait }: CounterReading): number =>
  fits ? limit - used : -(wait ?? 0)

/** The headers of a reply with those of the limits, which replace the provider's of the same names. */
export function withLimitHeaders(headers: Headers, added: readonly string[]): Headers {
  if (added.length === 0) return headers
  return [...(headers.some(isLimitName) ? withoutNames(headers, added) : headers), ...added]
}

const withoutNames = (headers: Headers, names: readonly string[]): Headers =>
  headers.filter((_each, index) => {
    const name = headers[index - (index % 2)] ?? ''
    return !isLimitName(name) || !names.includes(name.toLowerCase())
  })

const isLimitName = (name: string): boolean => name.length > 20 && /^x-ratelimit-/i.test(name)

/** The refusal of the tightest limit. A budget wins: waiting for the window of a rate would not help. */
export function refusalOf(read: LimitReadings): LimitRefusal & { readonly policy: LinkedPolicy } {
  const refused = read.counters.flatMap((counter, index) => {
    const { fits = true, wait = 0 } = read.result.readings[index] ?? {}
    return fits ? [] : [{ ...counter, wait }]
  })
  const budget = refused.find(({ policy }) => policy.kind === 'usage')
  if (budget !== undefined) return { policy: budget.policy, failure: budgetExceeded(budget), headers: [] }
  const [tightest] = refused.toSorted((left, right) => right.wait - left.wait)
  if (tightest === undefined) throw new Error('Counters refused a call without naming a limit.')
  const { policy, wait } = tightest
  const seconds = secondsOf(wait)
  return {
    policy,
    failure: failure(
      'rate_limited',
      `The rate limit ${quoted(policy.name)} of ${policy.limit} ${policy.measure} per ${WINDOWS[policy.unit ?? 'rpm']} has no room for this call; retry in ${seconds} s.`,
    ),
    headers: ['retry-after', String(seconds), ...limitHeaders([read])],
  }
}

const WINDOWS = { rpm: 'minute', rph: 'hour', rpd: 'day', rpw: 'week' } as const

function budgetExceeded({ policy, end }: PolicyCounter): Failure {
  const reset =
    end === undefined
      ? 'Its usage does not start anew by itself.'
      : `Its usage starts anew at ${new Date(end).toISOString()}.`
  return failure(
    'budget_exhausted',
    `The usage limit ${quoted(policy.name)} (${policy.id}) of ${amountText(policy)} has no credit left for this call. ${reset}`,
  )
}

/** Billionths of a US dollar in one. */
export const NANO_DOLLARS = 1_000_000_000

const amountText = ({ measure, limit }: LinkedPolicy): string =>
  measure === 'cost' ? `${limit / NANO_DOLLARS} US dollars` : `${limit} ${measure}`

/** The refusal of a call whose usage cannot be counted. */
export const uncountedRefusal = (policy: LinkedPolicy): LimitRefusal => ({
  failure: failure(
    'forbidden',
    `What this call uses cannot be counted, so the limit ${quoted(policy.name)} of ${policy.measure} refuses it. A policy with "uncounted: allow" lets such calls pass.`,
  ),
  headers: [],
})
