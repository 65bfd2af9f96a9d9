// Generated from schemas/ by schemas/generate.ts. Do not edit.

import type { ErrorKind } from './types.ts'

type Kinds<Value> = readonly (readonly [value: Value, kind: ErrorKind])[]

/** Statuses that are always of a kind, whatever the body says. */
export const statusKinds: Kinds<number> = [
  [429, "rate_limit"],
  [503, "overloaded"],
  [529, "overloaded"],
  [408, "timeout"],
  [504, "timeout"],
  [401, "auth"],
]

/** The kinds of statuses whose body names none. */
export const otherwiseKinds: Kinds<number> = [
  [403, "auth"],
  [400, "invalid_request"],
  [404, "invalid_request"],
  [405, "invalid_request"],
  [413, "invalid_request"],
  [415, "invalid_request"],
  [422, "invalid_request"],
]

/** Codes and types of errors. */
export const errorNames: Kinds<string> = [
  ["overloaded_error", "overloaded"],
  ["timeout_error", "timeout"],
  ["ResponsibleAIPolicyViolation", "content_filter"],
  ["ThrottlingException", "rate_limit"],
  ["throttlingException", "rate_limit"],
  ["ServiceQuotaExceededException", "rate_limit"],
  ["ServiceUnavailableException", "overloaded"],
  ["serviceUnavailableException", "overloaded"],
  ["ModelNotReadyException", "overloaded"],
  ["ModelTimeoutException", "timeout"],
  ["modelTimeoutException", "timeout"],
  ["RESOURCE_EXHAUSTED", "rate_limit"],
  ["UNAVAILABLE", "overloaded"],
  ["DEADLINE_EXCEEDED", "timeout"],
  ["rate_limited", "rate_limit"],
  ["1300", "rate_limit"],
  ["context_length_exceeded", "context_length"],
  ["string_above_max_length", "context_length"],
  ["content_filter", "content_filter"],
  ["content_policy_violation", "content_filter"],
  ["moderation_blocked", "content_filter"],
  ["rate_limit_exceeded", "rate_limit"],
  ["rate_limit_error", "rate_limit"],
  ["rate_limit_reached", "rate_limit"],
  ["insufficient_quota", "rate_limit"],
  ["quota_exceeded", "rate_limit"],
  ["too_many_requests", "rate_limit"],
  ["server_overloaded", "overloaded"],
  ["engine_overloaded", "overloaded"],
  ["service_unavailable", "overloaded"],
  ["capacity_exceeded", "overloaded"],
]

/** Codes and types that many errors have: texts say more. */
export const broadNames: Kinds<string> = [
  ["authentication_error", "auth"],
  ["permission_error", "auth"],
  ["not_found_error", "invalid_request"],
  ["request_too_large", "invalid_request"],
  ["PermissionDenied", "auth"],
  ["DeploymentNotFound", "invalid_request"],
  ["AccessDeniedException", "auth"],
  ["UnrecognizedClientException", "auth"],
  ["ExpiredTokenException", "auth"],
  ["InvalidSignatureException", "auth"],
  ["ValidationException", "invalid_request"],
  ["validationException", "invalid_request"],
  ["ResourceNotFoundException", "invalid_request"],
  ["UNAUTHENTICATED", "auth"],
  ["PERMISSION_DENIED", "auth"],
  ["INVALID_ARGUMENT", "invalid_request"],
  ["FAILED_PRECONDITION", "invalid_request"],
  ["NOT_FOUND", "invalid_request"],
  ["invalid_api_key", "auth"],
  ["invalid_authentication", "auth"],
  ["invalid_value", "invalid_request"],
  ["unsupported_value", "invalid_request"],
  ["unsupported_parameter", "invalid_request"],
  ["missing_required_parameter", "invalid_request"],
  ["model_not_found", "invalid_request"],
]

/** Parts of messages, in lower case. */
export const errorTexts: Kinds<string> = [
  ["prompt is too long", "context_length"],
  ["exceed context limit", "context_length"],
  ["blocked by content filtering policy", "content_filter"],
  ["credit balance is too low", "rate_limit"],
  ["content management policy", "content_filter"],
  ["invalid subscription key", "auth"],
  ["input is too long for requested model", "context_length"],
  ["too many tokens: total number of tokens in the prompt", "context_length"],
  ["too many tokens: size limit exceeded", "context_length"],
  ["trial token rate limit exceeded", "rate_limit"],
  ["past the per minute request limit", "rate_limit"],
  ["invalid api token", "auth"],
  ["no api key supplied", "auth"],
  ["content exists risk", "content_filter"],
  ["authentication fails", "auth"],
  ["exceeds the maximum number of tokens allowed", "context_length"],
  ["the model is overloaded", "overloaded"],
  ["api key not valid", "auth"],
  ["too large for model with", "context_length"],
  ["maximum context length", "context_length"],
  ["maximum prompt length", "context_length"],
  ["less than the context length", "context_length"],
  ["exceeds the context window", "context_length"],
  ["rejected as a result of our safety system", "content_filter"],
  ["is currently overloaded", "overloaded"],
  ["incorrect api key provided", "auth"],
]
