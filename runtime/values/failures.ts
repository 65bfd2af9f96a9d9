// Failures that the gateway itself replies with (semantics, section 13). A failure is a value; error-reply.ts turns it
// into a reply. Codes, statuses and causes are defined in schemas/api/failures.json.
import { type Cause, failureTable } from '../../schemas/generated/failures.ts'
import type { JsonObject } from '../../schemas/values/json.ts'

export { type Cause, failureTable }

export type FailureCode = keyof typeof failureTable

/** Distinguishes failures from other values: parsed JSON can never carry it. */
const FAILURE: unique symbol = Symbol('failure')

/** A key of this gateway, as records name it. */
export interface KeyIdentity {
  readonly id: string
  readonly workspace: string
}

export interface Failure {
  readonly [FAILURE]: true
  readonly code: FailureCode
  /** One sentence for the developer of the client; without secrets or stack traces. */
  readonly message: string
  readonly param?: string
  readonly cause?: Cause
  /** The list of the manifest that could open a blocked host. */
  readonly openedBy?: string
  /** Scopes of which a token has too few: those that it has and those that it needs. */
  readonly scopes?: readonly string[]
  /** The key that is refused, where its secret proves whose it is: for the record, not for the reply. */
  readonly key?: KeyIdentity
  /** What the clients of the dialect tell the failure apart by. */
  readonly details?: JsonObject
  /** Diagnostics of a config sent in a header. */
  readonly diagnostics?: readonly unknown[]
}

/** Why a stream ended before its end: a failure, or an error that the provider sent. */
export type StreamBreak = Pick<Failure, 'message'> &
  Partial<Pick<Failure, 'code' | 'cause'>> & {
    /** The client gets the provider's own event, in its dialect. */
    readonly passed?: true
  }

export function failure(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message' | typeof FAILURE> = {},
): Failure {
  return { [FAILURE]: true, code, message, ...more }
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as Partial<Failure>)[FAILURE] === true

/** Quotes a client's string for a message, truncated to 64 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text)
