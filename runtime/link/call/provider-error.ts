// Errors of providers as replies: read in the provider's format, written in the vendor's. What the client gets is written from them last
// (`wire/error-kind.ts`), in its own dialect.
import { isObject } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import type { Reply } from '../../values/call.ts'
import { errorBody, failureReply } from '../../values/error-reply.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { type Headers, headerValue, rewrittenHeaders } from '../../values/headers.ts'
import { vendorError } from '../../wire/error.ts'
import { maskError } from '../target/mask-credentials.ts'
import type { Target } from '../target/target.ts'

/** Reads an error body with the adapter, else in the formats of compatible providers. */
export const readError = (
  { adapter }: Partial<Pick<Target, 'adapter'>>,
  body: unknown,
  status: number,
  headers?: Headers,
): VendorError => ({
  ...(adapter === undefined ? vendorError(body, status) : adapter.error(body, status, headers)),
  body: () => (isObject(body) ? body : undefined),
})

/** How long to wait, in a sentence: `Please try again in 7.66s` of OpenAI, `retry after 20 seconds` of Azure. */
const HINT = /\b(?:try again|retry) (?:in|after) (\d{1,6}(?:\.\d{1,9})?) ?(ms|s|seconds?)\b/i

/** What the provider names as the time to wait, for clients that read it of the header only. */
function withRetryAfter(headers: Headers, { message }: VendorError): Headers {
  if (
    headerValue(headers, 'retry-after') !== undefined ||
    headerValue(headers, 'retry-after-ms') !== undefined
  )
    return headers
  const [, amount, unit] = HINT.exec(message) ?? []
  if (amount === undefined) return headers
  const seconds = unit?.toLowerCase() === 'ms' ? Number(amount) / 1000 : Number(amount)
  return [...headers, 'retry-after', String(Math.ceil(seconds))]
}

/** An error of the provider as a reply: its status, and its message prefixed with the provider's name. A redirect is not followed. */
export function providerError(
  error: VendorError,
  status: number,
  headers: Headers,
  { spec, mask }: Target,
  targetName: string,
): Reply {
  if (status >= 300 && status < 400) return failureReply(notFollowed(status, spec.name), targetName, spec.id)
  const masked = maskError(error, mask)
  const sent = rewrittenHeaders(headers, 'application/json').map(mask.text)
  return {
    status,
    headers: status === 429 || status === 503 ? withRetryAfter(sent, masked) : sent,
    body: errorBody({ ...masked, message: `${spec.name}: ${masked.message}` }, spec.id),
    target: targetName,
    provider: spec.id,
    retries: 0,
    cache: undefined,
    providerMessage: masked.message,
    providerError: { error: masked, name: spec.name, dialect: spec.dialect },
  }
}

/** The reply would leave the client without a body or an address, and the credential must not go to another origin. */
const notFollowed = (status: number, provider: string): Failure =>
  failure(
    'invalid_upstream_reply',
    `${provider} responded with a redirect that the gateway does not follow (status ${status}).`,
    { cause: 'decode', lasting: true },
  )

/** The error in an event of a vendor-schema stream, if any. Some providers send an empty one in every chunk. */
export function errorInEvent(target: Pick<Target, 'adapter'>, event: unknown): VendorError | undefined {
  if (typeof event !== 'object' || event === null || !('error' in event)) return undefined
  const { error } = event
  const isEmpty = !error || (typeof error === 'object' && Object.keys(error).length === 0)
  return isEmpty ? undefined : readError(target, event, 502)
}
