// Errors of AWS. The body has only a message; the type is in a header, or in the name of a frame when the error
// occurs within a stream.

import { asText, isObject, parseJson } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { vendorError } from '../../wire/error.ts'
import { chatError } from '../../wire/error-kind.ts'

/** The error of a non-2xx reply. */
export function readError(body: unknown, status: number, headers: Headers = []): VendorError {
  const type = typeName(headerValue(headers, 'x-amzn-errortype') ?? '')
  const error = vendorError(lowerMessage(typeof body === 'string' ? readXml(body) : body), status)
  const bodyType = typeName(error.type ?? '')
  return { ...error, type: type || bodyType || null }
}

/** Types may have a URL after a colon, or a namespace before a hash. */
const typeName = (type: string): string => (type.split(':')[0] ?? '').replace(/^.*#/, '').trim()

/** S3 returns errors as XML: a code and a message. */
function readXml(text: string): unknown {
  const [, code] = /<Code>([^<]*)<\/Code>/.exec(text) ?? []
  const [, message] = /<Message>([^<]*)<\/Message>/.exec(text) ?? []
  return code === undefined || message === undefined ? text : { __type: code, message }
}

/** The service's front ends capitalize the name of the message. */
function lowerMessage(body: unknown): unknown {
  if (!isObject(body) || body['message'] !== undefined || typeof body['Message'] !== 'string') return body
  return { ...body, message: body['Message'] }
}

/** The HTTP status of each exception outside of streams. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['ValidationException', 400],
  ['AccessDeniedException', 403],
  ['ResourceNotFoundException', 404],
  ['ModelTimeoutException', 408],
  ['ModelErrorException', 424],
  ['ModelStreamErrorException', 424],
  ['ModelNotReadyException', 429],
  ['ThrottlingException', 429],
  ['InternalServerException', 500],
  ['ServiceUnavailableException', 503],
])

/** True for the names of error frames. */
export const isExceptionEvent = (event: string): boolean =>
  event === 'error' || /(Exception|Error)$/.test(event)

/** The error of a frame. Its name starts with a lower-case letter there, and with a capital everywhere else. */
export function frameError(event: string, payload: string): VendorError {
  const body = parseJson(payload)
  const exceptionName = event === 'error' ? (asText(isObject(body) ? body['code'] : undefined) ?? '') : event
  const type = exceptionName.charAt(0).toUpperCase() + exceptionName.slice(1)
  const status = statuses.get(type)
  const error = vendorError(lowerMessage(body ?? payload), status ?? 500)
  return chatError({ message: error.message, type: type || (error.type ?? null) }, status)
}
