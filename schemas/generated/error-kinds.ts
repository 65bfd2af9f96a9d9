// Generated from schemas/ by schemas/generate.ts. Do not edit.

import type { ErrorKind } from './types.ts'

/** A kind of errors that clients recognize. */
export type SpecificKind = "context_length" | "content_filter" | "rate_limit" | "quota" | "overloaded" | "timeout" | "key" | "permission" | "model" | "state" | "invalid_request"

/** A dialect of clients. */
export type ErrorDialect = "chat" | "messages" | "gemini" | "converse"

/** An error of a kind as the clients of a dialect recognize it; they search its message for the words. */
export interface ErrorForm {
  readonly status: number
  readonly type: string
  readonly code?: string
  readonly words?: string
}

/** The kind of `on_errors` that each is a part of. */
export const configKinds: Readonly<Record<SpecificKind, ErrorKind>> = {"context_length":"context_length","content_filter":"content_filter","rate_limit":"rate_limit","quota":"rate_limit","overloaded":"overloaded","timeout":"timeout","key":"auth","permission":"auth","model":"invalid_request","state":"invalid_request","invalid_request":"invalid_request"}

/** The form of each kind, by the dialect of the client. */
export const kindForms: Readonly<Record<ErrorDialect, Readonly<Record<SpecificKind, ErrorForm>>>> = {
  "chat": {
    "context_length": {
      "status": 400,
      "type": "invalid_request_error",
      "code": "context_length_exceeded",
      "words": "Input tokens exceed the configured limit. This model's maximum context length is exceeded. Your input exceeds the context window of this model"
    },
    "content_filter": {
      "status": 400,
      "type": "invalid_request_error",
      "code": "content_filter"
    },
    "rate_limit": {
      "status": 429,
      "type": "rate_limit_error",
      "code": "rate_limit_exceeded"
    },
    "quota": {
      "status": 429,
      "type": "insufficient_quota",
      "code": "insufficient_quota"
    },
    "overloaded": {
      "status": 503,
      "type": "server_error",
      "code": "server_is_overloaded"
    },
    "timeout": {
      "status": 504,
      "type": "server_error",
      "code": "timeout"
    },
    "key": {
      "status": 401,
      "type": "invalid_request_error",
      "code": "invalid_api_key"
    },
    "permission": {
      "status": 403,
      "type": "permission_error",
      "code": "permission_denied"
    },
    "model": {
      "status": 404,
      "type": "invalid_request_error",
      "code": "model_not_found"
    },
    "state": {
      "status": 400,
      "type": "invalid_request_error",
      "code": "previous_response_not_found"
    },
    "invalid_request": {
      "status": 400,
      "type": "invalid_request_error"
    }
  },
  "messages": {
    "context_length": {
      "status": 400,
      "type": "invalid_request_error",
      "words": "prompt is too long"
    },
    "content_filter": {
      "status": 400,
      "type": "invalid_request_error",
      "words": "Output blocked by content filtering policy"
    },
    "rate_limit": {
      "status": 429,
      "type": "rate_limit_error"
    },
    "quota": {
      "status": 402,
      "type": "billing_error",
      "words": "Your credit balance is too low"
    },
    "overloaded": {
      "status": 529,
      "type": "overloaded_error"
    },
    "timeout": {
      "status": 504,
      "type": "timeout_error"
    },
    "key": {
      "status": 401,
      "type": "authentication_error"
    },
    "permission": {
      "status": 403,
      "type": "permission_error"
    },
    "model": {
      "status": 404,
      "type": "not_found_error"
    },
    "state": {
      "status": 400,
      "type": "invalid_request_error"
    },
    "invalid_request": {
      "status": 400,
      "type": "invalid_request_error"
    }
  },
  "gemini": {
    "context_length": {
      "status": 400,
      "type": "INVALID_ARGUMENT",
      "words": "The input token count exceeds the maximum number of tokens allowed"
    },
    "content_filter": {
      "status": 400,
      "type": "INVALID_ARGUMENT"
    },
    "rate_limit": {
      "status": 429,
      "type": "RESOURCE_EXHAUSTED",
      "code": "RATE_LIMIT_EXCEEDED"
    },
    "quota": {
      "status": 429,
      "type": "RESOURCE_EXHAUSTED",
      "words": "You exceeded your current quota, please check your plan and billing details"
    },
    "overloaded": {
      "status": 503,
      "type": "UNAVAILABLE",
      "words": "The model is overloaded"
    },
    "timeout": {
      "status": 504,
      "type": "DEADLINE_EXCEEDED"
    },
    "key": {
      "status": 400,
      "type": "INVALID_ARGUMENT",
      "code": "API_KEY_INVALID",
      "words": "API key not valid"
    },
    "permission": {
      "status": 403,
      "type": "PERMISSION_DENIED"
    },
    "model": {
      "status": 404,
      "type": "NOT_FOUND"
    },
    "state": {
      "status": 400,
      "type": "FAILED_PRECONDITION"
    },
    "invalid_request": {
      "status": 400,
      "type": "INVALID_ARGUMENT"
    }
  },
  "converse": {
    "context_length": {
      "status": 400,
      "type": "ValidationException",
      "words": "Input is too long for requested model"
    },
    "content_filter": {
      "status": 400,
      "type": "ValidationException"
    },
    "rate_limit": {
      "status": 429,
      "type": "ThrottlingException"
    },
    "quota": {
      "status": 400,
      "type": "ServiceQuotaExceededException"
    },
    "overloaded": {
      "status": 503,
      "type": "ServiceUnavailableException"
    },
    "timeout": {
      "status": 408,
      "type": "ModelTimeoutException"
    },
    "key": {
      "status": 403,
      "type": "UnrecognizedClientException",
      "words": "The security token included in the request is invalid"
    },
    "permission": {
      "status": 403,
      "type": "AccessDeniedException"
    },
    "model": {
      "status": 404,
      "type": "ResourceNotFoundException"
    },
    "state": {
      "status": 400,
      "type": "ValidationException"
    },
    "invalid_request": {
      "status": 400,
      "type": "ValidationException"
    }
  }
}

type Kinds<Value> = readonly (readonly [value: Value, kind: SpecificKind])[]

/** Statuses that are always of a kind, whatever the body says. */
export const statusKinds: Kinds<number> = [
  [429, "rate_limit"],
  [503, "overloaded"],
  [529, "overloaded"],
  [408, "timeout"],
  [504, "timeout"],
  [401, "key"],
]

/** The kinds of statuses whose body names none. */
export const otherwiseKinds: Kinds<number> = [
  [400, "invalid_request"],
  [404, "invalid_request"],
  [405, "invalid_request"],
  [413, "invalid_request"],
  [415, "invalid_request"],
  [422, "invalid_request"],
  [403, "permission"],
  [402, "quota"],
]

/** Codes and types of errors. */
export const errorNames: Kinds<string> = [
  ["overloaded_error", "overloaded"],
  ["timeout_error", "timeout"],
  ["billing_error", "quota"],
  ["thread_unsupported_request", "state"],
  ["ResponsibleAIPolicyViolation", "content_filter"],
  ["ThrottlingException", "rate_limit"],
  ["throttlingException", "rate_limit"],
  ["ServiceUnavailableException", "overloaded"],
  ["serviceUnavailableException", "overloaded"],
  ["ModelNotReadyException", "overloaded"],
  ["ModelTimeoutException", "timeout"],
  ["modelTimeoutException", "timeout"],
  ["ServiceQuotaExceededException", "quota"],
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
  ["too_many_requests", "rate_limit"],
  ["server_is_overloaded", "overloaded"],
  ["server_overloaded", "overloaded"],
  ["engine_overloaded", "overloaded"],
  ["service_unavailable", "overloaded"],
  ["capacity_exceeded", "overloaded"],
  ["insufficient_quota", "quota"],
  ["quota_exceeded", "quota"],
  ["previous_response_not_found", "state"],
]

/** Codes and types that many errors have: texts say more. */
export const broadNames: Kinds<string> = [
  ["request_too_large", "invalid_request"],
  ["authentication_error", "key"],
  ["permission_error", "permission"],
  ["not_found_error", "model"],
  ["PermissionDenied", "permission"],
  ["DeploymentNotFound", "model"],
  ["ValidationException", "invalid_request"],
  ["validationException", "invalid_request"],
  ["AccessDeniedException", "permission"],
  ["UnrecognizedClientException", "key"],
  ["ExpiredTokenException", "key"],
  ["InvalidSignatureException", "key"],
  ["ResourceNotFoundException", "model"],
  ["INVALID_ARGUMENT", "invalid_request"],
  ["FAILED_PRECONDITION", "invalid_request"],
  ["UNAUTHENTICATED", "key"],
  ["PERMISSION_DENIED", "permission"],
  ["NOT_FOUND", "model"],
  ["invalid_value", "invalid_request"],
  ["unsupported_value", "invalid_request"],
  ["unsupported_parameter", "invalid_request"],
  ["missing_required_parameter", "invalid_request"],
  ["invalid_api_key", "key"],
  ["invalid_authentication", "key"],
  ["model_not_found", "model"],
]

/** Parts of messages, in lower case. */
export const errorTexts: Kinds<string> = [
  ["prompt is too long", "context_length"],
  ["exceed context limit", "context_length"],
  ["blocked by content filtering policy", "content_filter"],
  ["credit balance is too low", "quota"],
  ["content management policy", "content_filter"],
  ["invalid subscription key", "key"],
  ["input is too long for requested model", "context_length"],
  ["provided model identifier is invalid", "model"],
  ["too many tokens: total number of tokens in the prompt", "context_length"],
  ["too many tokens: size limit exceeded", "context_length"],
  ["trial token rate limit exceeded", "rate_limit"],
  ["past the per minute request limit", "rate_limit"],
  ["invalid api token", "key"],
  ["no api key supplied", "key"],
  ["content exists risk", "content_filter"],
  ["authentication fails", "key"],
  ["exceeds the maximum number of tokens allowed", "context_length"],
  ["the model is overloaded", "overloaded"],
  ["api key not valid", "key"],
  ["is not found for api version", "model"],
  ["too large for model with", "context_length"],
  ["maximum context length", "context_length"],
  ["maximum prompt length", "context_length"],
  ["less than the context length", "context_length"],
  ["exceeds the context window", "context_length"],
  ["rejected as a result of our safety system", "content_filter"],
  ["is currently overloaded", "overloaded"],
  ["incorrect api key provided", "key"],
  ["` does not exist", "model"],
]
