// Providers whose errors are in `error-bodies.jsonl`, and the errors that a vendor's own clients know by its documentation.
import type { ErrorDialect, SpecificKind } from '../../../schemas/generated/error-kinds.ts'
import type { ErrorKind } from '../../../schemas/generated/types.ts'

const key = (provider: string) => ({ provider, api_key: '${env:KEY}' })

export const ERROR_TARGETS = {
  openai: key('openai'),
  azure: { ...key('azure'), resource_name: 'contoso' },
  anthropic: key('anthropic'),
  bedrock: {
    provider: 'bedrock',
    cloud1_access_key_id: '${env:KEY}',
    cloud1_secret_access_key: '${env:KEY}',
    cloud1_region: 'us-east-1',
  },
  google: key('google'),
  mistral: key('mistral-ai'),
  cohere: key('cohere'),
  deepseek: key('deepseek'),
  groq: key('groq'),
  together: key('together-ai'),
  xai: key('x-ai'),
}

export interface ErrorBody {
  readonly provider: keyof typeof ERROR_TARGETS
  readonly status: number
  readonly body: object | string
  /** The kind of `on_errors`. */
  readonly kind: ErrorKind | null
  /** The kind that clients recognize, where that says more. */
  readonly specific?: SpecificKind
  /** Where the body or its text was found. */
  readonly source: string
}

interface OwnError {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

const openai = (status: number, type: string, code: string | null, message: string): OwnError => ({
  status,
  body: { error: { message, type, param: null, code } },
})

const anthropic = (status: number, type: string, message: string): OwnError => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_1' },
})

const REFUSED = 'invalid_request_error'

/** https://platform.openai.com/docs/guides/error-codes, https://platform.claude.com/docs/en/api/errors */
export const OWN_ERRORS: Readonly<
  Record<Extract<ErrorDialect, 'chat' | 'messages'>, Readonly<Record<SpecificKind, OwnError>>>
> = {
  chat: {
    context_length: openai(
      400,
      REFUSED,
      'context_length_exceeded',
      'Input tokens exceed the configured limit of 8 tokens. Your messages resulted in 9 tokens. Please reduce the length of the messages.',
    ),
    content_filter: openai(400, REFUSED, 'content_filter', 'Filtered.'),
    rate_limit: openai(429, 'rate_limit_error', 'rate_limit_exceeded', 'Slow down.'),
    quota: openai(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.'),
    overloaded: openai(503, 'server_error', 'server_is_overloaded', 'Overloaded.'),
    timeout: openai(504, 'server_error', 'timeout', 'Too slow.'),
    key: openai(401, REFUSED, 'invalid_api_key', 'Incorrect API key provided.'),
    permission: openai(403, 'permission_error', 'permission_denied', 'Not allowed.'),
    model: openai(404, REFUSED, 'model_not_found', 'The model `m` does not exist.'),
    state: openai(400, REFUSED, 'previous_response_not_found', 'Not found.'),
    invalid_request: openai(400, REFUSED, null, 'Wrong.'),
  },
  messages: {
    context_length: anthropic(400, REFUSED, 'prompt is too long: 9 tokens > 8 maximum'),
    content_filter: anthropic(400, REFUSED, 'Output blocked by content filtering policy'),
    rate_limit: anthropic(429, 'rate_limit_error', 'Slow down.'),
    quota: anthropic(402, 'billing_error', 'Your credit balance is too low to access the API.'),
    overloaded: anthropic(529, 'overloaded_error', 'Overloaded'),
    timeout: anthropic(504, 'timeout_error', 'Too slow.'),
    key: anthropic(401, 'authentication_error', 'invalid x-api-key'),
    permission: anthropic(403, 'permission_error', 'Not allowed.'),
    model: anthropic(404, 'not_found_error', 'model: m'),
    state: anthropic(400, REFUSED, 'Not found.'),
    invalid_request: anthropic(400, REFUSED, 'Wrong.'),
  },
}

const google = (status: number, name: string, message: string, reason?: string): OwnError => ({
  status,
  body: {
    error: {
      ...{ code: status, message, status: name },
      ...(reason !== undefined && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
      }),
    },
  },
})

/** The name of an exception is in a header. */
const aws = (status: number, name: string, message: string): OwnError => ({
  status,
  body: { message },
  headers: { 'x-amzn-errortype': name },
})

/**
 * https://ai.google.dev/gemini-api/docs/troubleshooting,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
 */
export const ENTRANCE_ERRORS: Readonly<
  Record<Extract<ErrorDialect, 'gemini' | 'converse'>, Readonly<Record<SpecificKind, OwnError>>>
> = {
  gemini: {
    context_length: google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (9) exceeds the maximum number of tokens allowed (8).',
    ),
    content_filter: google(400, 'INVALID_ARGUMENT', 'Filtered.'),
    rate_limit: google(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted.'),
    quota: google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'),
    overloaded: google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    timeout: google(504, 'DEADLINE_EXCEEDED', 'Too slow.'),
    key: google(400, 'INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'),
    permission: google(403, 'PERMISSION_DENIED', 'Not allowed.'),
    model: google(404, 'NOT_FOUND', 'models/m is not found for API version v1beta.'),
    state: google(400, 'FAILED_PRECONDITION', 'Not found.'),
    invalid_request: google(400, 'INVALID_ARGUMENT', 'Wrong.'),
  },
  converse: {
    context_length: aws(400, 'ValidationException', 'Input is too long for requested model.'),
    content_filter: aws(400, 'ValidationException', 'Filtered.'),
    rate_limit: aws(429, 'ThrottlingException', 'Too many requests, please wait before trying again.'),
    quota: aws(400, 'ServiceQuotaExceededException', 'Your request exceeds the service quota.'),
    overloaded: aws(503, 'ServiceUnavailableException', "The service isn't currently available."),
    timeout: aws(408, 'ModelTimeoutException', 'The request took too long to process.'),
    key: aws(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
    permission: aws(403, 'AccessDeniedException', "You don't have access to the model."),
    model: aws(404, 'ResourceNotFoundException', 'Not found.'),
    state: aws(400, 'ValidationException', 'Not found.'),
    invalid_request: aws(400, 'ValidationException', 'Wrong.'),
  },
}
