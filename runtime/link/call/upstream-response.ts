// Converts a provider's response to a reply: a whole body, or an error in the vendor's format.
import type { Json } from '../../../schemas/values/json.ts'
import { lastUsage } from '../../streams/passthrough-transform.ts'
import type { AdapterContext, EndpointAdapter, VendorError } from '../../values/adapter.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Reply } from '../../values/call.ts'
import { errorBody, failureReply } from '../../values/error-reply.ts'
import { failure, isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { rewrittenHeaders } from '../../values/response-headers.ts'
import { vendorError } from '../../wire/error.ts'
import { maskError, maskFailure } from '../target/mask-credentials.ts'
import type { Target } from '../target/target.ts'
import { examineReply, isHiddenError, parseReply } from './reply-json.ts'

export interface UpstreamBody {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

const decoder = new TextDecoder('utf-8')
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** True for `text/event-stream`. */
export const isEventStream = (headers: Headers): boolean =>
  headerValue(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true

/** An error of the provider as a reply: its status, and its message prefixed with the provider's name. */
export function providerError(
  error: VendorError,
  status: number,
  headers: Headers,
  { spec, mask }: Target,
  targetName: string,
): Reply {
  const masked = maskError(error, mask)
  return {
    status,
    headers: rewrittenHeaders(headers, 'application/json'),
    body: errorBody({ ...masked, message: `${spec.name}: ${masked.message}` }, spec.id),
    target: targetName,
    provider: spec.id,
    retries: 0,
    cache: undefined,
  }
}

/** The status of an error reported in a 2xx response. */
export function statusOfError({ code }: VendorError): number {
  const number = Number(code)
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : 502
}

/**
 * A whole reply of a provider that uses the vendor's schema: bytes pass unchanged. `parses`: validate that it is JSON
 * first.
 */
export function nativeReply(
  { status, headers, bytes }: UpstreamBody,
  target: Target,
  targetName: string,
  parses: boolean,
): Reply {
  const { spec } = target
  if (!isSuccess(status))
    return providerError(
      readError(target, parse(bytes), status, headers),
      status,
      headers,
      target,
      targetName,
    )
  const examined = examineReply(bytes, parses)
  if (examined === 'broken') {
    const reason = failure('invalid_upstream_reply', `${spec.name} responded with a body that is not JSON.`, {
      cause: 'decode',
    })
    return failureReply(reason, targetName, spec.id)
  }
  if (examined !== 'sound') {
    const error = vendorError(examined.error, status)
    return providerError(error, statusOfError(error), headers, target, targetName)
  }
  return {
    status,
    headers,
    body: bytes,
    target: targetName,
    provider: spec.id,
    retries: 0,
    cache: undefined,
  }
}

/** A whole reply of a provider with a native dialect, converted to the vendor's schema. */
export function translatedReply(
  { status, headers, bytes }: UpstreamBody,
  target: Target,
  targetName: string,
  adapter: EndpointAdapter,
  context: AdapterContext,
): Reply {
  const { spec } = target
  if (!isSuccess(status))
    return providerError(
      readError(target, parse(bytes), status, headers),
      status,
      headers,
      target,
      targetName,
    )
  const json = parseReply(bytes)
  if (isHiddenError(json)) {
    const error = readError(target, json, status, headers)
    return providerError(error, statusOfError(error), headers, target, targetName)
  }
  const body = json === undefined ? undefined : adapter.reply(json, context, headers)
  if (body === undefined || isFailure(body)) {
    const reason =
      body ??
      failure('invalid_upstream_reply', `${spec.name} responded with a body that is not JSON.`, {
        cause: 'decode',
      })
    return failureReply(maskFailure(reason, target.mask), targetName, spec.id)
  }
  return {
    status,
    headers: rewrittenHeaders(headers, 'application/json'),
    body: encodeJson(body),
    target: targetName,
    provider: spec.id,
    retries: 0,
    cache: undefined,
  }
}

/** Reads an error body with the adapter, else in the formats of compatible providers. */
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
