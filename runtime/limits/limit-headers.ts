// How a client learns of limits: headers of the tightest rule, and the failures 429 and 412.

import type { LimitRefusal } from '../values/call-limits.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { WINDOW_LENGTHS } from './counter-rule.ts'
import type { CounterReading } from './counters.ts'
import type { LinkedPolicy } from './linked-policy.ts'

/** A policy and what its counter said. */
export interface PolicyReading {
  readonly policy: LinkedPolicy
  readonly reading: CounterReading
  /** Milliseconds of the window; 0 for a budget. */
  readonly length: number
  /** When the period of a budget ends, in milliseconds since the epoch. */
  readonly end: number | undefined
}

interface HeaderNames {
  readonly limit: string
  readonly remaining: string
  readonly reset: string
}

const namesOf = (measure: string): HeaderNames => ({
  limit: `x-ratelimit-limit-${measure}`,
  remaining: `x-ratelimit-remaining-${measure}`,
  reset: `x-ratelimit-reset-${measure}`,
})
const REQUESTS = namesOf('requests')
const TOKENS = namesOf('tokens')

/** The headers of the limit with the least room, for requests and for tokens. */
export function limitHeaders(readings: readonly PolicyReading[]): string[] {
  let requests: PolicyReading | undefined
  let tokens: PolicyReading | undefined
  for (const each of readings) {
    if (each.policy.kind !== 'rate') continue
    if (each.policy.measure === 'requests') requests = tighter(requests, each)
    else tokens = tighter(tokens, each)
  }
  const headers: string[] = []
  if (requests !== undefined) pushHeaders(headers, REQUESTS, requests)
  if (tokens !== undefined) pushHeaders(headers, TOKENS, tokens)
  return headers
}

const tighter = (left: PolicyReading | undefined, right: PolicyReading): PolicyReading =>
  left === undefined || roomOf(right) < roomOf(left) ? right : left

const roomOf = ({ policy, reading }: PolicyReading): number =>
  reading.fits ? policy.limit - reading.used : -(reading.wait ?? 0)

function pushHeaders(
  headers: string[],
  names: HeaderNames,
  { policy, reading, length }: PolicyReading,
): void {
  const remaining = Math.max(0, policy.limit - reading.used)
  const reset = reading.fits
    ? (WHOLE_WINDOWS[length] ?? resetText(length))
    : resetText(reading.wait ?? length)
  headers.push(names.limit, policy.limitText, names.remaining, String(remaining), names.reset, reset)
}

const resetText = (milliseconds: number): string => `${secondsOf(milliseconds)}s`

/** The resets of admitted calls, by the milliseconds of their windows. */
const WHOLE_WINDOWS: Readonly<Record<number, string>> = Object.fromEntries(
  WINDOW_LENGTHS.map(length => [length, `${length / 1000}s`]),
)

/** The headers of a reply with those of the limits, which replace the provider's of the same names. */
export function withLimitHeaders(headers: Headers, added: readonly string[]): Headers {
  if (added.length === 0) return headers
  const merged: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (!isLimitName(name) || !added.includes(name.toLowerCase())) merged.push(name, headers[index + 1] ?? '')
  }
  merged.push(...added)
  return merged
}

const isLimitName = (name: string): boolean => name.length > 20 && /^x-ratelimit-/i.test(name)

/** The refusal of the tightest limit. A budget wins: waiting for the window of a rate would not help. */
export function refusalOf(
  readings: readonly PolicyReading[],
): LimitRefusal & { readonly policy: LinkedPolicy } {
  const refused = readings.filter(({ reading }) => !reading.fits)
  const budget = refused.find(({ policy }) => policy.kind === 'usage')
  if (budget !== undefined) return { policy: budget.policy, failure: budgetExceeded(budget), headers: [] }
  const [tightest] = refused.toSorted((left, right) => (right.reading.wait ?? 0) - (left.reading.wait ?? 0))
  if (tightest === undefined) throw new Error('Counters refused a call without naming a limit.')
  const { policy, reading } = tightest
  const seconds = secondsOf(reading.wait ?? 0)
  return {
    policy,
    failure: failure(
      'rate_limit_exceeded',
      `The rate limit ${quoted(policy.name)} of ${policy.limit} ${policy.measure} per ${WINDOWS[policy.unit ?? 'rpm']} has no room for this call; retry in ${seconds} s.`,
    ),
    headers: ['retry-after', String(seconds), ...limitHeaders(readings)],
  }
}

const WINDOWS = { rpm: 'minute', rph: 'hour', rpd: 'day', rpw: 'week' } as const

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))

function budgetExceeded({ policy, end }: PolicyReading): Failure {
  const reset =
    end === undefined
      ? 'Its usage does not start anew by itself.'
      : `Its usage starts anew at ${new Date(end).toISOString()}.`
  return failure(
    'budget_exceeded',
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
