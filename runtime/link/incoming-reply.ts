// What a provider's head and body mean for the client: a whole reply, a stream, or an error in the vendor's words.
import type { Json } from '../../compiler/source.ts'
import { encodeJson } from '../body/splice.ts'
import type { Reply } from '../call.ts'
import { failure, isFailure } from '../failures.ts'
import { type Headers, headerValue } from '../headers.ts'
import type { AdapterContext, EndpointAdapter, VendorError } from '../providers/adapter.ts'
import { vendorError } from '../providers/wire/error.ts'
import { errorBody, failureReply } from '../reply.ts'
import { lastUsage } from '../streams/untouched-stage.ts'
import { maskError, maskFailure } from './mask-credentials.ts'
import { rewrittenHeaders } from './reply-headers.ts'
import { examineReply, isHiddenError, parseReply } from './reply-json.ts'
import type { Target } from './target.ts'

export interface Arrival {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

const decoder = new TextDecoder('utf-8')
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** True when the provider answers with an event stream. */
export const isEventStream = (headers: Headers): boolean =>
  headerValue(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true

/** An error of the provider: its status, the vendor's body, its message behind the provider's name. */
export function providerError(
  error: VendorError,
  status: number,
  headers: Headers,
  { row, mask }: Target,
  at: string,
): Reply {
  const masked = maskError(error, mask)
  return {
    status,
    headers: rewrittenHeaders(headers, 'application/json'),
    body: errorBody({ ...masked, message: `${row.name}: ${masked.message}` }, row.id),
    at,
    provider: row.id,
    retries: 0,
    cache: undefined,
  }
}

/** The status of an error that came inside a reply whose own status said success. */
export function statusOfError({ code }: VendorError): number {
  const number = Number(code)
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : 502
}

/**
 * A whole reply of a provider that speaks the vendor's schema: its bytes pass as they are. `parses`: it is parsed before
 * it counts as a success.
 */
export function vendorReply(
  { status, headers, bytes }: Arrival,
  target: Target,
  at: string,
  parses: boolean,
): Reply {
  const { row } = target
  if (!isSuccess(status))
    return providerError(readError(target, parse(bytes), status, headers), status, headers, target, at)
  const examined = examineReply(bytes, parses)
  if (examined === 'broken') {
    const reason = failure(
      'invalid_upstream_reply',
      `${row.name} answered with something that is not JSON.`,
      { cause: 'decode' },
    )
    return failureReply(reason, at, row.id)
  }
  if (examined !== 'sound') {
    const error = vendorError(examined.error, status)
    return providerError(error, statusOfError(error), headers, target, at)
  }
  return {
    status,
    headers,
    body: bytes,
    at,
    provider: row.id,
    retries: 0,
    cache: undefined,
  }
}

/** A whole reply of a provider with its own dialect, said in the vendor's schema. */
export function translatedReply(
  { status, headers, bytes }: Arrival,
  target: Target,
  at: string,
  adapter: EndpointAdapter,
  context: AdapterContext,
): Reply {
  const { row } = target
  if (!isSuccess(status))
    return providerError(readError(target, parse(bytes), status, headers), status, headers, target, at)
  const json = parseReply(bytes)
  if (isHiddenError(json)) {
    const error = readError(target, json, status, headers)
    return providerError(error, statusOfError(error), headers, target, at)
  }
  const body = json === undefined ? undefined : adapter.reply(json, context, headers)
  if (body === undefined || isFailure(body)) {
    const reason =
      body ??
      failure('invalid_upstream_reply', `${row.name} answered with something that is not JSON.`, {
        cause: 'decode',
      })
    return failureReply(maskFailure(reason, target.mask), at, row.id)
  }
  return {
    status,
    headers: rewrittenHeaders(headers, 'application/json'),
    body: encodeJson(body),
    at,
    provider: row.id,
    retries: 0,
    cache: undefined,
  }
}

/** What an error body says, by the provider's own reading or by the shapes that compatible providers use. */
export const readError = (
  { adapter }: Target,
  body: unknown,
  status: number,
  headers?: Headers,
): VendorError => (adapter === undefined ? vendorError(body, status) : adapter.error(body, status, headers))

/** The usage in a whole reply, for the log. */
export const usageOf = (bytes: Uint8Array): Json | undefined =>
  bytes.length === 0 ? undefined : lastUsage(decoder.decode(bytes.subarray(Math.max(0, bytes.length - 2048))))

function parse(bytes: Uint8Array): unknown {
  const text = decoder.decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text.trim() === '' ? undefined : text
  }
}
