// Generated from schemas/ by schemas/generate.ts. Do not edit.

/** The failures of the gateway by code: the status, and the `type` of the vendor-style error body. */
export const failureTable = {
  /** The config in the request header has errors, or a provider setting of the config is not usable. */
  invalid_config: { status: 400, type: "invalid_request_error" },
  /** The request body is not a JSON object, is nested too deeply, or has a repeated key. */
  invalid_json: { status: 400, type: "invalid_request_error" },
  /** A parameter, header or path is invalid, or the provider does not support it. */
  invalid_request: { status: 400, type: "invalid_request_error" },
  /** The metadata header is not a JSON object. */
  invalid_metadata: { status: 400, type: "invalid_request_error" },
  /** The selected provider does not serve this route, or a guardrail cannot read what it carries. */
  unsupported_endpoint: { status: 400, type: "invalid_request_error" },
  /** The host is private, reserved or otherwise not allowed, or a credential is not bound to its origin. */
  blocked_host: { status: 400, type: "invalid_request_error" },
  /** The request has no key of the gateway, or the config has no complete credential for the provider. */
  missing_api_key: { status: 401, type: "authentication_error" },
  /** The key of the gateway is unknown, disabled, expired, or was replaced. */
  invalid_api_key: { status: 401, type: "authentication_error" },
  /** The session of the console has expired or was ended, or its key or person is no longer accepted. */
  session_ended: { status: 401, type: "authentication_error" },
  /** The key may not be used for this request, configs in headers are disabled, or a gateway without `api_keys` was not called from its own host. */
  forbidden: { status: 403, type: "permission_error" },
  /** The token lacks OAuth scopes that the MCP server needs; `WWW-Authenticate` names all of them. */
  insufficient_scope: { status: 403, type: "permission_error" },
  /** The account of a person at an MCP server cannot be connected or renewed, because of the server or its authorization server. */
  connection_failed: { status: 502, type: "server_error" },
  /** The MCP server requires the account of a person, and the caller has not connected one. */
  connection_required: { status: 403, type: "permission_error" },
  /** The key belongs to a person who has not accepted it, so it does not reach the accounts that the person has connected. */
  not_accepted: { status: 403, type: "permission_error" },
  /** No saved config has this identifier. */
  unknown_config: { status: 404, type: "invalid_request_error" },
  /** No saved prompt has this identifier, or the prompt has no such version or label. */
  unknown_prompt: { status: 404, type: "invalid_request_error" },
  /** The path or the resource does not exist. */
  not_found: { status: 404, type: "invalid_request_error" },
  /** The route does not accept the method. */
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  /** The request was not received in time, or the provider did not reply within the time limit. */
  timeout: { status: 408, type: "timeout_error" },
  /** A usage limit has no credit left for the call. The message names the policy and when its usage resets; there is no `retry-after`, since retrying earlier does not help. */
  budget_exhausted: { status: 412, type: "insufficient_quota" },
  /** The client disconnected, or the gateway stopped, before the reply arrived. The code and the status are in records and metrics only. */
  cancelled: { status: 499, type: "invalid_request_error" },
  /** A saved resource with this name exists already, or was changed at the same time. */
  conflict: { status: 409, type: "invalid_request_error" },
  /** The resource is defined in the git repository of the project, so it cannot be changed by the API. */
  owned_by_git: { status: 409, type: "invalid_request_error" },
  /** The resource does not have the revision that `If-Match` names. */
  precondition_failed: { status: 412, type: "invalid_request_error" },
  /** The request body exceeds a limit, or is too large for an operation that needs all of it. */
  body_too_large: { status: 413, type: "invalid_request_error" },
  /** The route, or a guardrail that reads the request, does not accept the content type or encoding of the body. */
  unsupported_media_type: { status: 415, type: "invalid_request_error" },
  /** The request has an `Expect` header other than `100-continue`. */
  expectation_failed: { status: 417, type: "invalid_request_error" },
  /** The request headers exceed the limit. */
  headers_too_large: { status: 431, type: "invalid_request_error" },
  /** A rate limit has no room left in its window; refused calls do not count. `retry-after` and the `x-ratelimit` headers belong to the tightest limit. */
  rate_limited: { status: 429, type: "rate_limit_error" },
  /** A limit of requests in flight (`unit: concurrent`) has no room; or the caller (its key, or its address if it has none) has its share of what is short: of `limits.concurrent_requests`, few of which are free, or of the time in which configs of headers are compiled. Others are served. */
  too_many_concurrent: { status: 429, type: "rate_limit_error" },
  /** A guardrail denied the request or the reply. */
  guardrail_denied: { status: 446, type: "invalid_request_error" },
  /** The gateway failed unexpectedly, which is a bug. */
  internal: { status: 500, type: "server_error" },
  /** The path is reserved for the gateway, which does not support it yet, or the request has a transfer coding besides chunked. */
  not_implemented: { status: 501, type: "invalid_request_error" },
  /** The gateway has no store, so nothing can be written. */
  store_required: { status: 501, type: "invalid_request_error" },
  /** Runtimes of this store use only what a trusted key has signed, and this process has no key to sign the change with. */
  signature_required: { status: 403, type: "invalid_request_error" },
  /** The gateway has no encryption key, so secrets cannot be stored. */
  encryption_key_required: { status: 501, type: "invalid_request_error" },
  /** The provider, or a service that the call requires, could not be reached or sent no response. */
  upstream_unreachable: { status: 502, type: "upstream_error" },
  /** The provider sent a reply that is truncated, too large or not in the expected format. */
  invalid_upstream_reply: { status: 502, type: "upstream_error" },
  /** Every member of a pool that could serve the request is full or has spent its quota, as its provider reported. No provider was called. */
  pool_exhausted: { status: 429, type: "rate_limit_error" },
  /** The circuit breaker of the target is open after repeated failures. */
  circuit_open: { status: 503, type: "server_error" },
  /** A budget of cost concerns the call, and the price of the model that would serve it is unknown. */
  unpriced_model: { status: 403, type: "invalid_request_error" },
  /** The store that several processes count limits in does not answer, and the policy that the message names has `on_store_away: refuse`. */
  limits_unavailable: { status: 503, type: "server_error" },
  /** The gateway has reached its limit of concurrent requests, of buffered bytes, or of connections to a provider, or it is too busy. */
  overloaded: { status: 503, type: "server_error" },
  /** The store of saved resources cannot be used, and the request needs what only it has. Requests that do not are served. */
  store_unavailable: { status: 503, type: "server_error" },
  /** The secret manager of the provider's credential does not respond, and no cached value may be used any longer. */
  secret_unavailable: { status: 503, type: "server_error" },
  /** The gateway is stopping. */
  shutting_down: { status: 503, type: "server_error" },
} as const satisfies Record<string, { readonly status: number; readonly type: string }>

/** Why a call to a provider failed, in one word for logs and messages. */
export type Cause =
  /** The host name could not be resolved. */
  | "dns"
  /** The connection was refused. */
  | "refused"
  /** The connection was closed. */
  | "reset"
  /** The proxy of `outbound` could not be reached, or refused the connection. */
  | "proxy"
  /** The TLS handshake failed. */
  | "tls"
  /** The certificate of the server has expired, or is not valid yet. */
  | "tls-expired"
  /** The certificate of the server is for another host name. */
  | "tls-host"
  /** The certificate of the server was issued by an authority that this machine does not trust. */
  | "tls-issuer"
  /** All connections to the provider were busy until the time limit. */
  | "busy"
  /** The reply was truncated. */
  | "cut"
  /** The reply could not be decoded or parsed. */
  | "decode"
  /** The time limit was reached. */
  | "timeout"
  /** The address is private or reserved. */
  | "blocked"
  /** The reply exceeds a limit. */
  | "too-large"
  /** The connection timed out. */
  | "connect"
