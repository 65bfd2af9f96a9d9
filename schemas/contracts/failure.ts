// A failure that the gateway itself replies with, as a value (semantics, section 13). Types only: authors of custom checks
// get them from calls of services and models; runtime/values/failures.ts makes them.
import type { Cause, failureTable } from '../generated/failures.ts'
import type { JsonObject } from '../values/json.ts'

export type FailureCode = keyof typeof failureTable

/** Distinguishes failures from other values: parsed JSON can never carry it. `failure` of the runtime makes it. */
declare const FAILURE: unique symbol

export type FailureMark = typeof FAILURE

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
  /** The same target would fail in the same way again, so it is not tried again; nor is one with the cause `too-large`. */
  readonly lasting?: true
  /** The methods that the path has, where the request has another (RFC 9110, section 15.5.6). */
  readonly allow?: readonly string[]
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
