// Errors of providers as replies: read in the provider's format, written in the vendor's.
import type { VendorError } from '../../values/adapter.ts'
import type { Reply } from '../../values/call.ts'
import { errorBody, failureReply } from '../../values/error-reply.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { type Headers, rewrittenHeaders } from '../../values/headers.ts'
import { vendorError } from '../../wire/error.ts'
import { maskError } from '../target/mask-credentials.ts'
import type { Target } from '../target/target.ts'

/** Reads an error body with the adapter, else in the formats of compatible providers. */
export const readError = (
  { adapter }: Pick<Target, 'adapter'>,
  body: unknown,
  status: number,
  headers?: Headers,
): VendorError => (adapter === undefined ? vendorError(body, status) : adapter.error(body, status, headers))

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
  return {
    status,
    headers: rewrittenHeaders(headers, 'application/json').map(mask.text),
    body: errorBody({ ...masked, message: `${spec.name}: ${masked.message}` }, spec.id),
    target: targetName,
    provider: spec.id,
    retries: 0,
    cache: undefined,
    providerMessage: masked.message,
  }
}

/** The reply would leave the client without a body or an address, and the credential must not go to another origin. */
const notFollowed = (status: number, provider: string): Failure =>
  failure(
    'invalid_upstream_reply',
    `${provider} responded with a redirect that the gateway does not follow (status ${status}).`,
    { cause: 'decode' },
  )

/** The error in an event of a vendor-schema stream, if any. Some providers send an empty one in every chunk. */
export function errorInEvent(target: Pick<Target, 'adapter'>, event: unknown): VendorError | undefined {
  if (typeof event !== 'object' || event === null || !('error' in event)) return undefined
  const { error } = event
  const isEmpty = !error || (typeof error === 'object' && Object.keys(error).length === 0)
  return isEmpty ? undefined : readError(target, event, 502)
}
