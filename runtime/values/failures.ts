// Every failure that the gateway itself can reply with: code, status and vendor-style type, in one table (semantics,
// section 13). A failure is a value; error-reply.ts turns it into a reply.

interface FailureKind {
  readonly status: number
  /** The `type` of the vendor-style error body. */
  readonly type: string
}

const failureEntry = (status: number, type = 'invalid_request_error'): FailureKind => ({ status, type })

export const failureTable = {
  invalid_config: failureEntry(400),
  invalid_json: failureEntry(400),
  invalid_request: failureEntry(400),
  invalid_metadata: failureEntry(400),
  unsupported_endpoint: failureEntry(400),
  blocked_host: failureEntry(400),
  missing_api_key: failureEntry(401, 'authentication_error'),
  invalid_api_key: failureEntry(401, 'authentication_error'),
  forbidden: failureEntry(403, 'permission_error'),
  unknown_config: failureEntry(404),
  not_found: failureEntry(404),
  method_not_allowed: failureEntry(405),
  timeout: failureEntry(408, 'timeout_error'),
  body_too_large: failureEntry(413),
  unsupported_media_type: failureEntry(415),
  headers_too_large: failureEntry(431),
  guardrail_denied: failureEntry(446),
  internal: failureEntry(500, 'server_error'),
  not_implemented: failureEntry(501),
  upstream_unreachable: failureEntry(502, 'upstream_error'),
  invalid_upstream_reply: failureEntry(502, 'upstream_error'),
  circuit_open: failureEntry(503, 'server_error'),
  overloaded: failureEntry(503, 'server_error'),
  shutting_down: failureEntry(503, 'server_error'),
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failureTable

/** Why an upstream call failed, in one word for logs and messages. */
export type Cause =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'cut'
  | 'decode'
  | 'timeout'
  | 'blocked'
  | 'too-large'
  | 'connect'

/** Distinguishes failures from other values: parsed JSON can never carry it. */
const FAILURE: unique symbol = Symbol('failure')

export interface Failure {
  readonly [FAILURE]: true
  readonly code: FailureCode
  /** One sentence for the developer of the client; without secrets or stack traces. */
  readonly message: string
  readonly param?: string
  readonly cause?: Cause
  /** Diagnostics of a config sent in a header. */
  readonly diagnostics?: readonly unknown[]
}

export function failure(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message' | typeof FAILURE> = {},
): Failure {
  return { [FAILURE]: true, code, message, ...more }
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && FAILURE in value

/** Quotes a client's string for a message, truncated to 64 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text)
