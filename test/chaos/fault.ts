// What a row of the table of faults is: what the provider does, and how an attempt at it must end.
import type { Cause, FailureCode } from '../../runtime/values/failures.ts'
import type { Mode, Step } from './scripted-provider.ts'

/** How one attempt ends. */
export type Effect =
  /** The client gets a sound reply. */
  | { readonly kind: 'reply' }
  /** Nothing was sent to the client: a failure of the table of failures. */
  | {
      readonly kind: 'failure'
      readonly code: FailureCode
      readonly cause?: Cause
      /** The stream had begun, and a guard withheld it. */
      readonly isWithheld?: true
    }
  /** An error of the provider, which passes. */
  | { readonly kind: 'error'; readonly status: number }
  /** The stream fails after its first content. */
  | { readonly kind: 'broken'; readonly cause?: Cause }

/** Where a provider of the gateway leads. */
export type Destination = 'main' | 'refused' | 'unanswered' | 'unresolved' | 'rebound'

export interface Fault {
  readonly name: string
  readonly destination?: Destination
  readonly script: (mode: Mode) => readonly Step[]
  readonly whole: Effect
  readonly stream: Effect
  /** Where the gateway parses what it otherwise passes on unread: a cached or guarded whole reply, a guarded stream. */
  readonly parsedWhole?: Effect
  readonly parsedStream?: Effect
  /** Where a reply to the request of a stream is none, and is stored. */
  readonly cachedStream?: Effect
  /** The provider would send it again: it is called once. */
  readonly isLasting?: true
  /** A stream that passes, but not into the cache. */
  readonly isStored?: false
}

export const REPLY: Effect = { kind: 'reply' }
export const error = (status: number): Effect => ({ kind: 'error', status })
export const broken = (cause?: Cause): Effect => ({ kind: 'broken', ...(cause && { cause }) })
export const unreachable = (cause: Cause): Effect => ({
  kind: 'failure',
  code: 'upstream_unreachable',
  cause,
})
export const invalid = (cause?: Cause): Effect => ({
  kind: 'failure',
  code: 'invalid_upstream_reply',
  ...(cause && { cause }),
})
export const TIMEOUT: Effect = { kind: 'failure', code: 'timeout', cause: 'timeout' }
