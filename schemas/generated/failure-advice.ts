// Generated from schemas/ by schemas/generate.ts. Do not edit.

export interface FailureAdvice {
  /** Whose it is. */
  readonly fault: 'caller' | 'operator' | 'provider' | 'gateway'
  readonly description: string
  /** What they can do. */
  readonly action: string
}

/** Advice about failures of the gateway, by code. */
export const failureAdvice: Readonly<Record<string, FailureAdvice>> = {
  invalid_config: { fault: "caller", description: "The config in the request header has errors, or a provider setting of the config is not usable.", action: "Fix the config; `diagnostics` lists each error with its line and column. `portolan explain CODE` explains a diagnostic code." },
  invalid_json: { fault: "caller", description: "The request body is not a JSON object, is nested too deeply, or has a repeated key.", action: "Send a JSON object with distinct keys." },
  invalid_request: { fault: "caller", description: "A parameter, header or path is invalid, or the provider does not support it.", action: "Fix the parameter that `param` names." },
  invalid_metadata: { fault: "caller", description: "The metadata header is not a JSON object.", action: "Send a JSON object in `x-gateway-metadata`." },
  unsupported_endpoint: { fault: "caller", description: "The selected provider does not serve this route, or a guardrail cannot read what it carries.", action: "Route the request to a provider that does; see [Routes](routes.md)." },
  blocked_host: { fault: "operator", description: "The host is private, reserved or otherwise not allowed, or a credential is not bound to its origin.", action: "Use a public host over https, or list the host in `trusted_hosts`, or in `caller_hosts` if a caller named it, and the origin of a stored credential in `allowed_hosts` of the [manifest](manifest.md)." },
  missing_api_key: { fault: "caller", description: "The request has no key of the gateway, or the config has no complete credential for the provider.", action: "Send `x-gateway-api-key`, or set the credential that the message names." },
  invalid_api_key: { fault: "caller", description: "The key of the gateway is unknown, disabled, expired, or was replaced.", action: "Send a key whose hash is in `api_keys` of the [manifest](manifest.md), or an active key of the store." },
  session_ended: { fault: "caller", description: "The session of the console has expired or was ended, or its key or person is no longer accepted.", action: "Sign in to the console again. Programs send a key to the API below `/v1` instead." },
  forbidden: { fault: "caller", description: "The key may not be used for this request, configs in headers are disabled, or a gateway without `api_keys` was not called from its own host.", action: "Use a key with the required scope, a saved config, or configure `api_keys`." },
  insufficient_scope: { fault: "caller", description: "The token lacks OAuth scopes that the MCP server needs; `WWW-Authenticate` names all of them.", action: "Request a token with these scopes from the authorization server." },
  connection_failed: { fault: "provider", description: "The account of a person at an MCP server cannot be connected or renewed, because of the server or its authorization server.", action: "Fix the server that the message names, or retry later." },
  connection_required: { fault: "caller", description: "The MCP server requires the account of a person, and the caller has not connected one.", action: "Open the URL of the error, or call with a token or a key of a person." },
  not_accepted: { fault: "caller", description: "The key belongs to a person who has not accepted it, so it does not reach the accounts that the person has connected.", action: "Ask the person to sign in and call `POST /v1/api-keys/{id}/accept`, which replaces the secret, or call with the person's own token." },
  unknown_config: { fault: "caller", description: "No saved config has this identifier.", action: "Use one of the identifiers that the message lists." },
  unknown_prompt: { fault: "caller", description: "No saved prompt has this identifier, or the prompt has no such version or label.", action: "Use one of the identifiers or versions that the message lists." },
  not_found: { fault: "caller", description: "The path or the resource does not exist.", action: "Check the base URL, which ends in `/v1`, and the identifier." },
  method_not_allowed: { fault: "caller", description: "The route does not accept the method.", action: "Use the method that the message names." },
  timeout: { fault: "provider", description: "The request was not received in time, or the provider did not reply within the time limit.", action: "Retry, or raise `request_timeout`." },
  budget_exhausted: { fault: "caller", description: "A usage limit has no credit left for the call. The message names the policy and when its usage resets; there is no `retry-after`, since retrying earlier does not help.", action: "Wait for the reset, raise `credit_limit`, or reset the usage." },
  cancelled: { fault: "caller", description: "The client disconnected, or the gateway stopped, before the reply arrived. The code and the status are in records and metrics only.", action: "Raise the timeout of the client, or request a stream." },
  conflict: { fault: "caller", description: "A saved resource with this name exists already, or was changed at the same time.", action: "Choose another name, or read the resource again and repeat the change." },
  owned_by_git: { fault: "caller", description: "The resource is defined in the git repository of the project, so it cannot be changed by the API.", action: "Change the file that defines it, and deploy." },
  precondition_failed: { fault: "caller", description: "The resource does not have the revision that `If-Match` names.", action: "Read the resource again and repeat the change." },
  body_too_large: { fault: "caller", description: "The request body exceeds a limit, or is too large for an operation that needs all of it.", action: "Send a smaller body, or raise `limits.body_bytes`." },
  unsupported_media_type: { fault: "caller", description: "The route, or a guardrail that reads the request, does not accept the content type or encoding of the body.", action: "Send the content type that the message names; known content encodings are gzip, deflate, br and zstd." },
  expectation_failed: { fault: "caller", description: "The request has an `Expect` header other than `100-continue`.", action: "Remove the header." },
  headers_too_large: { fault: "caller", description: "The request headers exceed the limit.", action: "Send smaller headers, or raise `limits.header_bytes`; save a large config and send its identifier." },
  rate_limited: { fault: "caller", description: "A rate limit has no room left in its window; refused calls do not count. `retry-after` and the `x-ratelimit` headers belong to the tightest limit.", action: "Retry after the number of seconds in `retry-after`." },
  too_many_concurrent: { fault: "caller", description: "A limit of requests in flight (`unit: concurrent`) has no room; or the caller (its key, or its address if it has none) has its share of what is short: of `limits.concurrent_requests`, few of which are free, or of the time in which configs of headers are compiled. Others are served.", action: "Retry after `retry-after`, with fewer calls at once or saved configs; operators raise `limits.concurrent_requests` or add instances." },
  guardrail_denied: { fault: "caller", description: "A guardrail denied the request or the reply.", action: "Change the content; the message names the guardrail and the reasons of its checks." },
  internal: { fault: "gateway", description: "The gateway failed unexpectedly, which is a bug.", action: "Report it with the trace ID and the log record." },
  not_implemented: { fault: "caller", description: "The path is reserved for the gateway, which does not support it yet, or the request has a transfer coding besides chunked.", action: "Use another route; see [Reserved resources](routes.md#reserved-resources)." },
  store_required: { fault: "operator", description: "The gateway has no store, so nothing can be written.", action: "Set `store` in the [manifest](manifest.md)." },
  signature_required: { fault: "operator", description: "Runtimes of this store use only what a trusted key has signed, and this process has no key to sign the change with.", action: "Start the process that serves saved resources with `--signing-key`, or make the change in the project and push it." },
  encryption_key_required: { fault: "operator", description: "The gateway has no encryption key, so secrets cannot be stored.", action: "Set `PORTOLAN_ENCRYPTION_KEY`, or `encryption_key` in the [manifest](manifest.md)." },
  upstream_unreachable: { fault: "provider", description: "The provider, or a service that the call requires, could not be reached or sent no response.", action: "Check the base URL and the network; retry, or add a fallback target." },
  invalid_upstream_reply: { fault: "provider", description: "The provider sent a reply that is truncated, too large or not in the expected format.", action: "Retry, or add a fallback target." },
  pool_exhausted: { fault: "provider", description: "Every member of a pool that could serve the request is full or has spent its quota, as its provider reported. No provider was called.", action: "Try again after the seconds in `retry-after`, add a member, or raise the limits of those that there are." },
  circuit_open: { fault: "provider", description: "The circuit breaker of the target is open after repeated failures.", action: "Retry after the number of seconds in `retry-after`, or add a fallback target." },
  unpriced_model: { fault: "operator", description: "A budget of cost concerns the call, and the price of the model that would serve it is unknown.", action: "Add the line of `prices` that the message shows, or set `uncounted: allow` for the budget." },
  limits_unavailable: { fault: "operator", description: "The store that several processes count limits in does not answer, and the policy that the message names has `on_store_away: refuse`.", action: "Retry after `retry-after`; look at `portolan_service_available{service=\"limits\"}`, or let the policy share." },
  overloaded: { fault: "operator", description: "The gateway has reached its limit of concurrent requests, of buffered bytes, or of connections to a provider, or it is too busy.", action: "Retry after `retry-after`; raise `limits` or add instances." },
  store_unavailable: { fault: "operator", description: "The store of saved resources cannot be used, and the request needs what only it has. Requests that do not are served.", action: "Retry later; the log of the gateway has the reason." },
  secret_unavailable: { fault: "operator", description: "The secret manager of the provider's credential does not respond, and no cached value may be used any longer.", action: "Retry later; the log of the gateway has the reason." },
  shutting_down: { fault: "gateway", description: "The gateway is stopping.", action: "Retry after `retry-after`: another instance serves the request." },
}

/** Advice about calls to providers that failed, by cause. */
export const causeAdvice: Readonly<Record<string, FailureAdvice>> = {
  "dns": { fault: "operator", description: "The host name could not be resolved.", action: "Check the host name in `custom_host` or the provider, and the resolver of this machine." },
  "refused": { fault: "provider", description: "The connection was refused.", action: "Check that a server listens at this address; retry, or add a fallback target." },
  "reset": { fault: "provider", description: "The connection was closed.", action: "Retry, or add a fallback target; a proxy or a firewall in between may close connections too." },
  "proxy": { fault: "operator", description: "The proxy of `outbound` could not be reached, or refused the connection.", action: "Check that the proxy runs and that its URL, its credentials and `no_proxy` are right; `portolan analyse --only flows` shows which flows use it." },
  "tls": { fault: "operator", description: "The TLS handshake failed.", action: "Check the certificate of the server and the authorities that this machine trusts." },
  "tls-expired": { fault: "provider", description: "The certificate of the server has expired, or is not valid yet.", action: "Renew the certificate of the server, and check the clock of this machine; add a fallback target." },
  "tls-host": { fault: "operator", description: "The certificate of the server is for another host name.", action: "Use a host name of the certificate in `custom_host`, or let the server present a certificate for this one." },
  "tls-issuer": { fault: "operator", description: "The certificate of the server was issued by an authority that this machine does not trust.", action: "Add the authority as `outbound.ca`, or check that no proxy in between terminates TLS." },
  "busy": { fault: "operator", description: "All connections to the provider were busy until the time limit.", action: "Raise `limits.connections`, or add instances; `portolan_connections_waiting` shows how many calls wait." },
  "cut": { fault: "provider", description: "The reply was truncated.", action: "Retry, or add a fallback target." },
  "decode": { fault: "provider", description: "The reply could not be decoded or parsed.", action: "Check that `custom_host` and the provider belong together; retry, or add a fallback target." },
  "timeout": { fault: "provider", description: "The time limit was reached.", action: "Retry, raise `request_timeout`, ask for less output, or add a fallback target." },
  "blocked": { fault: "operator", description: "The address is private or reserved.", action: "Use a public host, or list it in `trusted_hosts`, or in `caller_hosts` if a caller named it." },
  "too-large": { fault: "operator", description: "The reply exceeds a limit.", action: "Raise `limits.reply_bytes`, or ask for less output." },
  "connect": { fault: "provider", description: "The connection timed out.", action: "Check that a firewall lets this machine reach the address; retry, or add a fallback target." },
}

/** Advice about errors of providers, by ranges of statuses: first and last. */
export const providerErrorAdvice: readonly (FailureAdvice & {
  readonly statuses: readonly (readonly [first: number, last: number])[]
})[] = [
  { statuses: [[400, 400], [405, 407], [409, 412], [414, 428], [430, 499]], ...{ fault: "caller", description: "The provider rejected the request.", action: "Fix what the provider's message names. `portolan analyse --only capabilities` lists what each target of a config does not accept." } },
  { statuses: [[401, 401], [403, 403]], ...{ fault: "operator", description: "The provider rejected the credential, or the account may not use the model or the region.", action: "Check the provider's key in the manifest or the store, and its permissions at the provider." } },
  { statuses: [[402, 402]], ...{ fault: "operator", description: "The account at the provider has no credit left.", action: "Top up the account, or add a fallback target at another provider." } },
  { statuses: [[404, 404]], ...{ fault: "operator", description: "The provider does not know the model, the deployment or the path.", action: "Check the model and, where they are set, the deployment and `custom_host`. `portolan prices MODEL` lists the providers of a model." } },
  { statuses: [[408, 408], [504, 504]], ...{ fault: "provider", description: "The provider did not finish in time.", action: "Retry, add a fallback target, or ask for less output." } },
  { statuses: [[413, 413]], ...{ fault: "caller", description: "The request is too large for the provider.", action: "Send less, or route large requests to a provider that accepts them." } },
  { statuses: [[429, 429]], ...{ fault: "provider", description: "The rate limit or the quota of the account at the provider is exhausted.", action: "Add `retry` with `use_retry_after_header`, a fallback target, or a rate limit of your own; raise the quota at the provider." } },
  { statuses: [[500, 503], [505, 599]], ...{ fault: "provider", description: "The provider failed.", action: "Retry or add a fallback target; the provider's status page may report an incident." } },
]
