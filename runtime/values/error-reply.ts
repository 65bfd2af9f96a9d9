// Failures as replies: vendor-style error bodies that every client of the vendor understands (semantics, section 13).

import type { VendorError } from './adapter.ts'
import type { Reply } from './call.ts'
import { type Failure, failure, failureTable } from './failures.ts'

const encoder = new TextEncoder()
export const JSON_HEADERS: readonly string[] = ['content-type', 'application/json']

/** Failures that are worth retrying a moment later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'overloaded',
  'shutting_down',
  'store_unavailable',
  'too_many_concurrent',
])
const TRANSIENT_HEADERS: readonly string[] = [...JSON_HEADERS, 'retry-after', '1']

/** The HTTP status of a failure. */
export const statusOfFailure = (failure: Failure): number => failureTable[failure.code].status

/** The vendor's codes are strings or null; some providers use numbers. */
export const codeText = (code: VendorError['code']): string | null =>
  code === undefined || code === null ? null : String(code)

/** An error body in the vendor's format, all four keys always present. */
export function errorBody(
  error: VendorError,
  provider?: string,
  diagnostics?: readonly unknown[],
): Uint8Array {
  const { message, type = null, param = null, code = null, innererror, details } = error
  return encoder.encode(
    JSON.stringify({
      // Fields without a value are not written.
      error: { message, type, param, code: codeText(code), innererror, details, diagnostics },
      ...(provider === undefined ? {} : { provider }),
    }),
  )
}

/** A failure as an error of the vendor's format. */
export function toVendorError(failure: Failure): VendorError {
  return {
    message: failure.message,
    type: failureTable[failure.code].type,
    param: failure.param ?? null,
    code: failure.code,
    ...(failure.details && { details: failure.details }),
  }
}

/** What a client gets to know of a bug: where the log has it. */
export const internalFailure = (trace: string): Failure =>
  failure('internal', `Internal gateway error; the trace ID is ${trace}.`)

/** The reply for a failure; `target` and `provider` name the target that failed, if one was called. */
export function failureReply(failure: Failure, target?: string, provider?: string): Reply {
  return {
    status: statusOfFailure(failure),
    headers: TRANSIENT.has(failure.code)
      ? TRANSIENT_HEADERS
      : failure.allow === undefined
        ? JSON_HEADERS
        : [...JSON_HEADERS, 'allow', failure.allow.join(', ')],
    body: errorBody(toVendorError(failure), provider, failure.diagnostics),
    target,
    provider,
    retries: 0,
    cache: undefined,
    failure,
  }
}
