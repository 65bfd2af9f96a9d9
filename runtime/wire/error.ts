// Error bodies: building OpenAI's, and reading those of providers. Reading is total, because an unreadable error
// must still reach the client as one.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText, isList, isObject, parseJson, present } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'

/** OpenAI's error body: always four keys, and Azure's fifth. */
export const vendorErrorBody = (error: VendorError): JsonObject => ({
  error: {
    message: error.message,
    type: error.type ?? null,
    param: error.param ?? null,
    code: error.code ?? null,
    ...present({ innererror: error.innererror, details: error.details }),
  },
})

/** OpenAI's error `type` for a status. */
export function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** The error of a stream whose body ended before the reply did. */
export const streamTruncatedError: VendorError = {
  message: "The provider's stream was truncated.",
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

/** The error of a stream with an event that cannot be read. */
export const unreadableEventError: VendorError = {
  message: 'The provider sent an event that is not a JSON object.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

/** Maximum length of plain text quoted to the client. */
const MAX_QUOTE_LENGTH = 500

/** The error of any provider's body: objects, lists of them, plain text, HTML pages, nothing at all. */
export function vendorError(body: unknown, status: number): VendorError {
  const error = { type: errorType(status), ...parseError(body, 3) }
  return { ...error, message: error.message ?? `The provider answered with status ${status}.` }
}

type PartialError = Partial<VendorError>

/** `depth` bounds the nesting of wrapped errors. */
function parseError(body: unknown, depth: number): PartialError {
  if (typeof body === 'string') return parseErrorText(body, depth)
  if (depth === 0) return {}
  if (isList(body)) return parseError(body[0], depth - 1)
  return isObject(body) ? parseErrorObject(body, depth) : {}
}

function parseErrorObject(body: JsonObject, depth: number): PartialError {
  // A failed response of the vendor contains its error.
  const { response } = body
  const inner = body['error'] ?? (isObject(response) ? response['error'] : undefined)
  const outer = errorFields(body)
  if (isObject(inner) || isList(inner)) return { ...outer, ...parseError(inner, depth - 1) }
  if (typeof inner === 'string') return { ...outer, message: inner }
  const errors = body['errors']
  return outer.message === undefined && isList(errors)
    ? { ...outer, ...parseError(errors, depth - 1) }
    : outer
}

/** The fields of one error object, under any of their known names. */
function errorFields(object: JsonObject, depth = 0): PartialError {
  const message = [object['message'], object['detail'], object['msg'], object['title']]
    .map(each => messageText(each, depth))
    .find(Boolean)
  const type = [object['type'], object['error_type'], object['__type'], object['status']]
    .map(asText)
    .find(Boolean)
  const param = asText(object['param'])
  const code = object['code'] ?? object['status_code']
  // Azure; its image API names it differently.
  const inner = object['innererror'] ?? object['inner_error']
  const { details } = object
  return {
    ...(message === undefined ? {} : { message }),
    ...(type === undefined || type === 'error' ? {} : { type }),
    ...(param === undefined ? {} : { param }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(isObject(inner) ? { innererror: inner } : {}),
    ...(isObject(details) ? { details } : {}),
  }
}

/** Lists within lists in which a message is looked for. */
const DEEPEST_MESSAGE = 8

/** A message may be a string or, for validation errors, a list of objects that each contain one. */
function messageText(value: Json | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (depth > DEEPEST_MESSAGE) return undefined
  if (isList(value))
    return (
      value
        .map(item => messageText(item, depth + 1))
        .filter(Boolean)
        .join(' ') || undefined
    )
  return isObject(value) ? errorFields(value, depth + 1).message : undefined
}

function parseErrorText(text: string, depth: number): PartialError {
  const trimmed = text.trim()
  if (trimmed === '') return {}
  const parsed = depth > 0 && /^[[{"]/.test(trimmed) ? parseJson(trimmed) : undefined
  if (parsed !== undefined) return parseError(parsed, depth - 1)
  if (/^<(!doctype|html|\?xml|head|body)\b/i.test(trimmed)) return pageTitle(trimmed)
  return { message: trimmed.length > MAX_QUOTE_LENGTH ? `${trimmed.slice(0, MAX_QUOTE_LENGTH)}…` : trimmed }
}

/** Only the title of a page is useful to a developer. */
function pageTitle(page: string): PartialError {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim()
  return title ? { message: `The provider answered with a page titled "${title}".` } : {}
}
