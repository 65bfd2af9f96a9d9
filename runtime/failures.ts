// Every failure that the gateway itself can reply with: code, status and vendor-style type, in one table (semantics,
// section 13). A failure is a value; error-reply.ts turns it into a reply.

interface FailureEntry {
  readonly status: number
  /** The `type` of the vendor-style error body. */
  readonly type: string
}

const entry = (status: number, type = 'invalid_request_error'): FailureEntry => ({ status, type })

export const failureTable = {
  invalid_config: entry(400),
  invalid_json: entry(400),
  invalid_request: entry(400),
  invalid_metadata: entry(400),
  unsupported_endpoint: entry(400),
  blocked_host: entry(400),
  missing_api_key: entry(401, 'authentication_error'),
  invalid_api_key: entry(401, 'authentication_error'),
  forbidden: entry(403, 'permission_error'),
  unknown_config: entry(404),
  not_found: entry(404),
  method_not_allowed: entry(405),
  timeout: entry(408, 'timeout_error'),
  body_too_large: entry(413),
  unsupported_media_type: entry(415),
  headers_too_large: entry(431),
  guardrail_denied: entry(446),
  internal: entry(500, 'server_error'),
  not_implemented: entry(501),
  upstream_unreachable: entry(502, 'upstream_error'),
  invalid_upstream_reply: entry(502, 'upstream_error'),
  circuit_open: entry(503, 'server_error'),
  overloaded: entry(503, 'server_error'),
  shutting_down: entry(503, 'server_error'),
} as const satisfies Record<string, FailureEntry>

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
