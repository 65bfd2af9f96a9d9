// Error bodies: the one the vendor writes, built; and the many that providers write, read. Reading is total, because
// an error that cannot be read must still reach the client as one.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { VendorError } from '../adapter.ts'
import { asText, isList, isObject, parseJson } from './json.ts'

/** The vendor's error body: always four keys. */
export const errorBody = (error: VendorError): JsonObject => ({
  error: {
    message: error.message,
    type: error.type ?? null,
    param: error.param ?? null,
    code: error.code ?? null,
  },
})

/** The `type` that the vendor gives errors of a status. */
export function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** What a stream ends with whose body ended before the reply did. */
export const cutStream: VendorError = {
  message: 'The stream of the provider ended before its time.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

/** How much of a provider's plain text is quoted to the client. */
const LONGEST_QUOTE = 500

/** The error that any provider's body means: objects, lists of them, plain text, pages of HTML, nothing at all. */
export function vendorError(body: unknown, status: number): VendorError {
  const error = { type: errorType(status), ...read(body, 3) }
  return { ...error, message: error.message ?? `The provider answered with status ${status}.` }
}

type PartialError = Partial<VendorError>

/** `depth` bounds how far an error may be wrapped in others. */
function read(body: unknown, depth: number): PartialError {
  if (typeof body === 'string') return readText(body, depth)
  if (depth === 0) return {}
  if (isList(body)) return read(body[0], depth - 1)
  return isObject(body) ? readObject(body, depth) : {}
}

function readObject(body: JsonObject, depth: number): PartialError {
  const inner = body['error']
  const outer = readFields(body)
  if (isObject(inner) || isList(inner)) return { ...outer, ...read(inner, depth - 1) }
  if (typeof inner === 'string') return { ...outer, message: inner }
  const errors = body['errors']
  return outer.message === undefined && isList(errors) ? { ...outer, ...read(errors, depth - 1) } : outer
}

/** The fields of one error object, under any of the names that they go by. */
function readFields(object: JsonObject): PartialError {
  const message = [object['message'], object['detail'], object['msg'], object['title']]
    .map(sentence)
    .find(Boolean)
  const type = [object['type'], object['error_type'], object['__type'], object['status']]
    .map(asText)
    .find(Boolean)
  const param = asText(object['param'])
  const code = object['code']
  return {
    ...(message === undefined ? {} : { message }),
    ...(type === undefined || type === 'error' ? {} : { type }),
    ...(param === undefined ? {} : { param }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
  }
}

/** A message may be a text or, with validation errors, a list of objects that each hold one. */
function sentence(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (isList(value))
    return (
      value
        .map(item => sentence(item))
        .filter(Boolean)
        .join(' ') || undefined
    )
  return isObject(value) ? readFields(value).message : undefined
}

function readText(text: string, depth: number): PartialError {
  const trimmed = text.trim()
  if (trimmed === '') return {}
  const parsed = depth > 0 && /^[[{"]/.test(trimmed) ? parseJson(trimmed) : undefined
  if (parsed !== undefined) return read(parsed, depth - 1)
  if (/^<(!doctype|html|\?xml|head|body)\b/i.test(trimmed)) return pageTitle(trimmed)
  return { message: trimmed.length > LONGEST_QUOTE ? `${trimmed.slice(0, LONGEST_QUOTE)}…` : trimmed }
}

/** Of a page only its title says anything to a developer. */
function pageTitle(page: string): PartialError {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim()
  return title ? { message: `The provider answered with a page titled "${title}".` } : {}
}
