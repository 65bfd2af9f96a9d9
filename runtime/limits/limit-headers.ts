// How a client learns of limits: headers of the tightest rule, and the failures 429 and 412.
import type { LimitRefusal } from '../values/call-limits.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { CounterGrant, CounterReading, CounterRefusal, Measure } from './counters.ts'
import { type LinkedPolicy, resetText, secondsOf } from './linked-policy.ts'
import type { PolicyCounter } from './policy-counter.ts'

/** The counters of a reservation, and the reading of each. */
export interface LimitReadings {
  readonly counters: readonly PolicyCounter[]
  readonly result: CounterGrant | CounterRefusal
}

interface HeaderNames {
  readonly limit: string
  readonly remaining: string
  readonly reset: string
}

const REQUESTS: HeaderNames = {
  limit: 'x-ratelimit-limit-requests',
  remaining: 'x-ratelimit-remaining-requests',
  reset: 'x-ratelimit-reset-requests',
}
const TOKENS: HeaderNames = {
  limit: 'x-ratelimit-limit-tokens',
  remaining: 'x-ratelimit-remaining-tokens',
  reset: 'x-ratelimit-reset-tokens',
}

/** What a limit has to say: what is left of it, and milliseconds until there is room where it caused a refusal. */
interface LimitState {
  readonly policy: LinkedPolicy
  /** Of the policy, or the share of a process. */
  readonly limit: number
  readonly left: number
  readonly wait: number | undefined
}

/** The headers of a refusal: those of the limit with the least room, for requests and for tokens. */
function refusalHeaders({ counters, result }: LimitReadings): string[] {
  if (result.granted) return []
  const headers: string[] = []
  for (const names of [REQUESTS, TOKENS]) {
    const states = counters.flatMap(({ policy }, index): readonly LimitState[] => {
      const reading = result.readings[index]
      if (namesOf(policy) !== names || reading === undefined) return []
      const limit = result.limits?.[index] ?? policy.limit
      const wait = reading.fits ? undefined : (reading.wait ?? 0)
      return [{ policy, limit, left: limit - reading.used, wait }]
    })
    // The longest wait before what has the least room.
    const [tightest] = states.toSorted((one, other) => roomOf(one) - roomOf(other))
    if (tightest !== undefined)
      appendLimit(headers, names, tightest.policy, tightest.limit, tightest.left, tightest.wait)
  }
  return headers
}

const roomOf = ({ left, wait }: LimitState): number => (wait === undefined ? left : -wait)

/** Undefined for budgets. */
const namesOf = ({ measure, windowText }: LinkedPolicy): HeaderNames | undefined =>
  windowText === undefined
    ? undefined
    : measure === 'requests'
      ? REQUESTS
      : measure === 'tokens'
        ? TOKENS
        : undefined

/** `applied` is the limit of the policy, or the share of a process. */
function appendLimit(
  headers: string[],
  { limit, remaining, reset }: HeaderNames,
  policy: LinkedPolicy,
  applied: number,
  left: number,
  wait: number | undefined,
): void {
  const { limitText, windowText = '' } = policy
  headers.push(limit, applied === policy.limit ? limitText : String(applied))
  headers.push(remaining, String(Math.max(0, left)))
  headers.push(reset, wait === undefined ? windowText : resetText(wait))
}

/** What was reserved, with its readings. */
interface LimitGrant {
  readonly counters: readonly PolicyCounter[]
  readonly result: CounterGrant
}

/**
 * The headers of a reply with those of the limits that admitted it, which replace the provider's of the same names. The same list
 * if there are none.
 */
export function withLimitHeaders(
  headers: Headers,
  ofCall: LimitGrant | undefined,
  atTargets: readonly LimitGrant[] | undefined,
): Headers {
  let requests: LinkedPolicy | undefined
  let requestsLimit = 0
  let requestsLeft = 0
  let tokens: LinkedPolicy | undefined
  let tokensLimit = 0
  let tokensLeft = 0
  const count = atTargets?.length ?? 0
  for (let at = -1; at < count; at += 1) {
    const grant = at < 0 ? ofCall : atTargets?.[at]
    if (grant === undefined) continue
    const { counters, result } = grant
    for (let index = 0; index < counters.length; index += 1) {
      const { policy } = counters[index] as PolicyCounter
      const names = namesOf(policy)
      if (names === undefined) continue
      const limit = result.limits === undefined ? policy.limit : (result.limits[index] ?? policy.limit)
      const left = limit - (result.used[index] ?? 0)
      if (names === REQUESTS) {
        if (requests !== undefined && left >= requestsLeft) continue
        requests = policy
        requestsLimit = limit
        requestsLeft = left
      } else if (tokens === undefined || left < tokensLeft) {
        tokens = policy
        tokensLimit = limit
        tokensLeft = left
      }
    }
  }
  if (requests === undefined && tokens === undefined) return headers
  const added: string[] = []
  if (requests !== undefined) appendLimit(added, REQUESTS, requests, requestsLimit, requestsLeft, undefined)
  if (tokens !== undefined) appendLimit(added, TOKENS, tokens, tokensLimit, tokensLeft, undefined)
  return joinHeaders(headers, added)
}

/** Of its final size, where nothing is replaced: a list that grows is copied. */
function joinHeaders(headers: Headers, added: Headers): Headers {
  const list = new Array<string>(headers.length + added.length)
  let length = 0
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string
    if (name.length > SHORTER_NAMES && isReplaced(name, added)) continue
    list[length] = name
    list[length + 1] = headers[at + 1] as string
    length += 2
  }
  for (const text of added) {
    list[length] = text
    length += 1
  }
  list.length = length
  return list
}

/** The shortest name is `x-ratelimit-limit-tokens`. */
const SHORTER_NAMES = 20

const isReplaced = (name: string, added: Headers): boolean =>
  /^x-ratelimit-/i.test(name) && added.includes(name.toLowerCase())

/** The refusal of the tightest limit. A budget wins: waiting for the window of a rate would not help, nor would a slot before that. */
export function refusalOf(read: LimitReadings): LimitRefusal & { readonly policy: LinkedPolicy } {
  const away = read.result.granted ? undefined : read.counters[read.result.away ?? -1]
  if (away !== undefined) return { policy: away.policy, ...awayRefusal(away.policy) }
  const readings = read.result.granted ? [] : read.result.readings
  const refused = read.counters.flatMap((counter, index) => {
    const { fits = true, wait = 0, used = 0 } = readings[index] ?? {}
    return fits ? [] : [{ ...counter, wait: counter.measure === 'concurrent' ? 0 : wait, used }]
  })
  const budget = refused.find(({ policy }) => policy.kind === 'usage')
  if (budget !== undefined) return { policy: budget.policy, failure: budgetExceeded(budget), headers: [] }
  const [tightest] = refused.toSorted((left, right) => right.wait - left.wait)
  if (tightest === undefined) throw new Error('Counters refused a call without naming a limit.')
  const { policy, wait } = tightest
  if (tightest.measure === 'concurrent') return { policy, ...concurrentRefusal(policy) }
  const seconds = secondsOf(wait)
  return {
    policy,
    failure: failure(
      'rate_limited',
      `The rate limit ${quoted(policy.name)} of ${amountText(policy.measure, policy.limit)} per ${WINDOWS[policy.unit ?? 'rpm']} has no room for this call; retry in ${seconds} s.`,
    ),
    headers: ['retry-after', String(seconds), ...refusalHeaders(read)],
  }
}

const WINDOWS = { rpm: 'minute', rph: 'hour', rpd: 'day', rpw: 'week' } as const

/** A reply of a failure that passes by itself has `retry-after`. */
const concurrentRefusal = ({ name, limit }: LinkedPolicy): LimitRefusal => ({
  failure: failure(
    'too_many_concurrent',
    `The rate limit ${quoted(name)} of ${amountText('requests', limit)} in flight has no room for this call; retry when another has ended.`,
  ),
  headers: [],
})

/** `used`: with what calls in flight have reserved. */
function budgetExceeded({ policy, end, used }: PolicyCounter & Pick<CounterReading, 'used'>): Failure {
  const { name, id, measure, limit } = policy
  const left = limit - used
  const lack =
    left > 0 && measure !== 'requests'
      ? `has ${amountText(measure, left)} left, less than this call may use. A lower max_tokens reserves less.`
      : 'has no credit left for this call.'
  const reset =
    end === undefined
      ? 'Its usage does not reset automatically.'
      : `Its usage resets at ${new Date(end).toISOString()}.`
  return failure(
    'budget_exhausted',
    `The usage limit ${quoted(name)} (${id}) of ${amountText(measure, limit)} ${lack} ${reset}`,
  )
}

/** Billionths of a US dollar in one. */
export const NANO_DOLLARS = 1_000_000_000

const amountText = (measure: Measure, amount: number): string =>
  measure === 'cost'
    ? `${amount / NANO_DOLLARS} US dollars`
    : `${amount} ${amount === 1 ? measure.slice(0, -1) : measure}`

/** Seconds after which a call may be tried again whose limit could not be counted. */
const RETRY_AWAY = 1

const awayRefusal = ({ name }: LinkedPolicy): LimitRefusal => ({
  failure: failure(
    'limits_unavailable',
    `The limit ${quoted(name)} cannot be counted for all processes at the moment, and its policy has "on_store_away: refuse"; retry in ${RETRY_AWAY} s.`,
  ),
  headers: ['retry-after', String(RETRY_AWAY)],
})

/** The refusal of a call whose usage cannot be counted. */
export const uncountedRefusal = (policy: LinkedPolicy): LimitRefusal => ({
  failure: failure(
    'forbidden',
    `The usage of this call cannot be counted, so the limit ${quoted(policy.name)} of ${policy.measure} refuses it. A policy with "uncounted: allow" lets such calls pass.`,
  ),
  headers: [],
})

/** The refusal of a call whose price is unknown. */
export const unpricedRefusal = (
  { name }: LinkedPolicy,
  provider: string,
  model: string | undefined,
): LimitRefusal => ({
  failure: failure(
    'unpriced_model',
    model === undefined
      ? `The call names no model, so its price at ${provider} is unknown, and the budget ${quoted(name)} of cost refuses it. A policy with "uncounted: allow" lets such calls pass.`
      : `The price of ${quoted(model)} at ${provider} is unknown, so the budget ${quoted(name)} of cost refuses it. Add it to "prices" of the manifest: { provider: ${provider}, model: ${quoted(model)}, input: …, output: … } in US dollars per million tokens. A policy with "uncounted: allow" lets such calls pass.`,
  ),
  headers: [],
})
