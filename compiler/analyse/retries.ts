// How often a target is called again after an outcome, and how long the gateway waits in between (semantics, section 3).
import type { Attempt, CallNode } from '../../schemas/generated/types.ts'
import { LEAST_SHARE, longestWait, MAX_WAIT } from '../plan/retry-waits.ts'
import { hasStatus } from '../plan/status-set.ts'
import { isTriggeredBy } from '../plan/trigger.ts'
import type { OutcomeFacts } from './outcome.ts'
import { TOO_MANY_REQUESTS } from './status-classes.ts'

/** Milliseconds, the least and the most. */
export interface Waits {
  readonly least: number
  readonly most: number
}

const NO_WAITS: Waits = { least: 0, most: 0 }

/** Why there may be fewer retries than configured. */
export type EarlyEnd =
  /** The circuit opens after so many failures, also those of other requests. */
  | { readonly kind: 'circuit'; readonly threshold: number }
  /** The provider asks for a wait of more milliseconds, or for more than a minute in total. */
  | { readonly kind: 'retry-after'; readonly longest: number }

export interface Retries {
  readonly most: number
  readonly earlyEnds: readonly EarlyEnd[]
  readonly waits: Waits
}

export const NO_RETRIES: Retries = { most: 0, earlyEnds: [], waits: NO_WAITS }

/** The lowest status of a class: every list treats all of them alike. */
export const statusOf = ({ statuses }: Pick<OutcomeFacts, 'statuses'>): number => statuses[0]?.[0] ?? 0

/** The retries if each attempt ends in the outcome, which `counts` for the circuit breaker or not. */
export function retriesAfter(
  { attempt, breaker }: CallNode,
  outcome: OutcomeFacts,
  counts: boolean,
): Retries {
  const { retries: most, useRetryAfter, maxWait = MAX_WAIT } = attempt
  if (most === 0 || !isRetried(attempt, outcome)) return NO_RETRIES
  return {
    most,
    earlyEnds: [
      ...(counts && breaker !== undefined
        ? [{ kind: 'circuit', threshold: breaker.threshold } as const]
        : []),
      ...(useRetryAfter && !isWithoutReply(outcome)
        ? [{ kind: 'retry-after', longest: maxWait } as const]
        : []),
    ],
    waits: waitsOf(
      most,
      statusOf(outcome) === TOO_MANY_REQUESTS,
      useRetryAfter && !isWithoutReply(outcome) ? maxWait : undefined,
    ),
  }
}

function isRetried(attempt: Attempt, outcome: OutcomeFacts): boolean {
  if (outcome.isNetworkFailure) return true
  const isExcepted = attempt.exceptTimeouts === true && outcome.isTimeout
  return isTriggeredBy(attempt, statusOf(outcome), outcome.error) && !isExcepted
}

export const countsForBreaker = (failures: Attempt['onStatus'], outcome: OutcomeFacts): boolean =>
  outcome.alwaysCounts || hasStatus(failures, statusOf(outcome))

/** Failures of the gateway have no headers of the provider. */
const isWithoutReply = ({ code }: OutcomeFacts): boolean => code !== undefined

/** The waits before so many retries together. `asked`: the longest that a provider may ask for; undefined if it may not. */
export function waitsOf(retries: number, isRateLimited: boolean, asked: number | undefined): Waits {
  let most = 0
  for (let retry = 1; retry <= retries; retry += 1)
    most += Math.max(longestWait(retry, isRateLimited), asked ?? 0)
  return asked === undefined
    ? { least: most * LEAST_SHARE, most }
    : { least: 0, most: Math.min(most, MAX_WAIT) }
}
