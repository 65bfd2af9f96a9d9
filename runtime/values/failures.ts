// Failures that the gateway itself replies with (semantics, section 13). A failure is a value; error-reply.ts turns it
// into a reply. Codes, statuses and causes are defined in schemas/api/failures.json.

import type { Failure, FailureCode, FailureMark } from '../../schemas/contracts/failure.ts'
import { type Cause, failureTable } from '../../schemas/generated/failures.ts'

export type { Failure, FailureCode, KeyIdentity } from '../../schemas/contracts/failure.ts'
export { type Cause, failureTable }

/** Distinguishes failures from other values (schemas/contracts/failure.ts). */
const FAILURE: FailureMark = Symbol('failure') as FailureMark

/** Why a stream ended before its end: a failure, or an error that the provider sent. */
export type StreamBreak = Pick<Failure, 'message'> &
  Partial<Pick<Failure, 'code' | 'cause'>> & {
    /** The client gets the provider's own event, in its dialect. */
    readonly passed?: true
  }

export function failure(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message' | FailureMark> = {},
): Failure {
  return { [FAILURE]: true, code, message, ...more }
}

/** Another method than those that the path has: replies name them in `Allow`. */
export const methodNotAllowed = (allow: readonly string[], message: string): Failure =>
  failure('method_not_allowed', message, { allow })

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as Partial<Failure>)[FAILURE] === true

/** Quotes a client's string for a message, truncated to 64 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text)
