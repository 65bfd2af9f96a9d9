// How a client learns of limits: headers of the tightest rule, and the failures 429 and 412.
import type { LimitRefusal } from '../values/call-limits.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { CounterGrant, CounterReading, CounterRefusal } from './counters.ts'
import { type LinkedPolicy, resetText, secondsOf } from './linked-policy.ts'
import type { PolicyCounter } from './policy-counter.ts'

/** The counters of a reservation, and what each said. */
export interface LimitReadings {
  readonly counters: readonly PolicyCounter[]
  readonly result: CounterGrant | CounterRefusal
}

/** The headers of the limit with the least room, for requests and for tokens. */
export function limitHeaders(all: readonly LimitReadings[]): string[] {
  const requests = new TightestLimit()
  const tokens = new TightestLimit()
  for (const { counters, result } of all)
    for (let index = 0; index < counters.length; index += 1) {
      const policy = counters[index]?.policy
      if (policy?.windowText === undefined) continue
      const tightest =
        policy.measure === 'requests' ? requests : policy.measure === 'tokens' ? tokens : undefined
      if (result.granted) tightest?.take(policy, result.used[index] ?? 0)
      else tightest?.takeReading(policy, result.readings[index])
    }
  const headers: string[] = []
  if (requests.policy !== undefined)
    headers.push(
      'x-ratelimit-limit-requests',
      requests.policy.limitText,
      'x-ratelimit-remaining-requests',
      requests.remaining(),
      'x-ratelimit-reset-requests',
      requests.reset(),
    )
  if (tokens.policy !== undefined)
    headers.push(
      'x-ratelimit-limit-tokens',
      tokens.policy.limitText,
      'x-ratelimit-remaining-tokens',
      tokens.remaining(),
      'x-ratelimit-reset-tokens',
      tokens.reset(),
    )
  return headers
}

/** The limit of one measure with the least room. */
class TightestLimit {
  policy: LinkedPolicy | undefined = undefined
  /** What orders limits: what is left, or how long to wait, below zero. */
  #room = 0
  #left = 0
  /** Milliseconds until there is room, where a call was refused for it. */
  #wait: number | undefined = undefined

  take(policy: LinkedPolicy, used: number): void {
    const left = policy.limit - used
    if (this.policy === undefined || left < this.#room) this.#replace(policy, left, left, undefined)
  }

  takeReading(policy: LinkedPolicy, reading: CounterReading | undefined): void {
    if (reading === undefined) return
    const { fits, used, wait = 0 } = reading
    if (fits) this.take(policy, used)
    else if (this.policy === undefined || -wait < this.#room)
      this.#replace(policy, -wait, policy.limit - used, wait)
  }

  remaining(): string {
    return String(Math.max(0, this.#left))
  }

  reset(): string {
    return this.#wait === undefined ? (this.policy?.windowText ?? '') : resetText(this.#wait)
  }

  #replace(policy: LinkedPolicy, room: number, left: number, wait: number | undefined): void {
    this.policy = policy
    this.#room = room
    this.#left = left
    this.#wait = wait
  }
}

/** The headers of a reply with those of the limits, which replace the provider's of the same names. */
export function withLimitHeaders(headers: Headers, added: readonly string[]): Headers {
  if (added.length === 0) return headers
  for (let at = 0; at < headers.length; at += 2)
    if (isLimitName(headers[at] ?? '')) return withoutNames(headers, added).concat(added)
  return headers.concat(added)
}

const withoutNames = (headers: Headers, names: readonly string[]): Headers =>
  headers.filter((_each, index) => {
    const name = headers[index - (index % 2)] ?? ''
    return !isLimitName(name) || !names.includes(name.toLowerCase())
  })

/** The shortest name is `x-ratelimit-limit-tokens`. */
const isLimitName = (name: string): boolean => name.length > 20 && /^x-ratelimit-/i.test(name)

/** The refusal of the tightest limit. A budget wins: waiting for the window of a rate would not help. */
export function refusalOf(read: LimitReadings): LimitRefusal & { readonly policy: LinkedPolicy } {
  const readings = read.result.granted ? [] : read.result.readings
  const refused = read.counters.flatMap((counter, index) => {
    const { fits = true, wait = 0 } = readings[index] ?? {}
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
