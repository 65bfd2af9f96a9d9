// What one attempt at a provider, or the guards around it, can end in: the classes of outcomes that the retries, fallbacks
// and circuit breakers of a plan distinguish. The only list of them; runtime/link/ is what it describes, and the test of the
// failure table holds the two together.
import { type Cause, failureTable } from '../../schemas/generated/failures.ts'
import type { ErrorKind, Plan, StatusSet } from '../../schemas/generated/types.ts'
import { ERRORS, errorKindsOf, intersectStatuses, replyClasses, statusSetsOf } from './status-classes.ts'

/** A code of the gateway's own failures. */
export type OutcomeCode = keyof typeof failureTable

export type Outcome =
  /** The provider replied with one of these statuses: an error of this kind, or of none that the plan lists. */
  | { readonly kind: 'status'; readonly statuses: StatusSet; readonly error?: ErrorKind }
  /** It replied 2xx, and the body or the first event of the stream is such an error that means one of these. */
  | { readonly kind: 'error-in-success'; readonly statuses: StatusSet; readonly error?: ErrorKind }
  /** No usable reply: `cut` is before the first content of a stream, or anywhere in a whole reply. */
  | { readonly kind: 'failure'; readonly cause: OutcomeCause }
  /** The stream was cut after its first content, when the client has part of it. */
  | { readonly kind: 'cut-after-content' }
  | { readonly kind: GuardOutcomeKind }

/** The guards of the target denied the request or the reply, or one that cannot deny failed and the provider replied 2xx. */
export type GuardOutcomeKind = 'request-denied' | 'reply-denied' | 'request-failed' | 'reply-failed'

/** Causes that plans distinguish: the kinds of `tls` are as `tls`, and `busy` is a limit of the gateway, as `overloaded` is. */
export type OutcomeCause = Exclude<Cause, `tls-${string}` | 'busy'>

/** The failure of the gateway that a cause becomes. Exhaustive, so a new cause is classified before it compiles. */
const CODES: { readonly [cause in OutcomeCause]: OutcomeCode } = {
  dns: 'upstream_unreachable',
  refused: 'upstream_unreachable',
  reset: 'upstream_unreachable',
  tls: 'upstream_unreachable',
  connect: 'upstream_unreachable',
  proxy: 'upstream_unreachable',
  cut: 'invalid_upstream_reply',
  decode: 'invalid_upstream_reply',
  'too-large': 'invalid_upstream_reply',
  timeout: 'timeout',
  blocked: 'blocked_host',
}

/** Retried regardless of the list of statuses: nothing, or only part of a reply, arrived. */
const NETWORK: ReadonlySet<OutcomeCause> = new Set<OutcomeCause>([
  'dns',
  'refused',
  'reset',
  'tls',
  'cut',
  'connect',
  'proxy',
])

/** Counted by every circuit breaker. */
const ALWAYS_COUNTED: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>(['upstream_unreachable', 'timeout'])

/** The statuses that an error within a 2xx reply can mean (runtime/wire/error-status.ts). */
export const ERRORS_IN_SUCCESS: StatusSet = ERRORS

const single = (status: number): StatusSet => [[status, status]]

/** How retries, fallbacks and breakers see an outcome. */
export interface OutcomeFacts {
  /** Every list of the plan treats them alike. */
  readonly statuses: StatusSet
  /** The code in the body of the reply; absent if the provider's code is passed on. */
  readonly code?: OutcomeCode
  /** The kind of the error, where the plan lists it or it is the gateway's own. */
  readonly error?: ErrorKind
  readonly isNetworkFailure: boolean
  /** A timeout of the gateway, not a provider's reply with 408. */
  readonly isTimeout: boolean
  /** Counted by every circuit breaker, regardless of its list. */
  readonly alwaysCounts: boolean
}

const REPLY = { isNetworkFailure: false, isTimeout: false, alwaysCounts: false } as const

/** 446 and 246 of the interface. */
const DENIED = single(failureTable.guardrail_denied.status)
const GUARD_FAILED = single(246)

export function factsOf(outcome: Outcome): OutcomeFacts {
  switch (outcome.kind) {
    case 'status':
    case 'error-in-success':
      return { ...REPLY, statuses: outcome.statuses, ...withError(outcome.error) }
    case 'failure': {
      const { cause } = outcome
      const code = CODES[cause]
      return {
        statuses: single(failureTable[code].status),
        code,
        ...withError(code === 'timeout' ? 'timeout' : NETWORK.has(cause) ? 'connection' : undefined),
        isNetworkFailure: NETWORK.has(cause),
        isTimeout: code === 'timeout',
        alwaysCounts: ALWAYS_COUNTED.has(code) || cause === 'cut',
      }
    }
    case 'cut-after-content':
      return { ...REPLY, statuses: single(200), alwaysCounts: true }
    case 'request-denied':
    case 'reply-denied':
      return { ...REPLY, statuses: DENIED, code: 'guardrail_denied' }
    case 'request-failed':
    case 'reply-failed':
      return { ...REPLY, statuses: GUARD_FAILED }
  }
}

const withError = (error: ErrorKind | undefined): { readonly error?: ErrorKind } =>
  error === undefined ? {} : { error }

/** The outcomes of an attempt that these plans distinguish; the first is success. */
export const outcomesOf = (...plans: readonly Plan[]): readonly Outcome[] => outcomesAmong([], plans)

/** Those that some lists of statuses distinguish, too. */
export function outcomesAmong(lists: readonly StatusSet[], plans: readonly Plan[]): readonly Outcome[] {
  // That there is no connection is a failure of the gateway.
  const kinds = plans.flatMap(errorKindsOf).filter(kind => kind !== 'connection')
  const classes = replyClasses([...lists, ...plans.flatMap(statusSetsOf)], kinds)
  const errors = classes
    .map(each => ({ ...each, statuses: intersectStatuses(each.statuses, ERRORS_IN_SUCCESS) }))
    .filter(({ statuses }) => statuses.length > 0)
  const causes = Object.keys(CODES) as readonly OutcomeCause[]
  return [
    ...classes.map(each => ({ kind: 'status', ...each }) as const),
    ...errors.map(each => ({ kind: 'error-in-success', ...each }) as const),
    ...causes.map(cause => ({ kind: 'failure', cause }) as const),
    { kind: 'cut-after-content' },
  ]
}
