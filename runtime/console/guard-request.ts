// Which requests the console takes from browsers: those of its own page on its own host (DNS rebinding, CSRF, pages of other ports).
import type { Gateway } from '../../schemas/generated/types.ts'
import { isSameOrigin, LOOPBACK_HOST } from '../gateway/browser-guard.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import { type Headers, headerValue } from '../values/headers.ts'

export interface GuardedRequest {
  readonly method: string
  readonly headers: Headers
  /** The host of a request target in absolute form. */
  readonly authority: string | undefined
}

export interface ConsoleHosts {
  /** The address that the console listens on. */
  readonly host: string
  readonly gateway: Pick<Gateway, 'listen' | 'publicUrl'>
}

const PORT = /:\d{1,5}$/

export const isLoopback = (host: string): boolean => LOOPBACK_HOST.test(host.toLowerCase())

/** The Host header, lower-case; empty without one. */
export const requestHost = (headers: Headers): string => (headerValue(headers, 'host') ?? '').toLowerCase()

/**
 * Why the console is not served to this host. A listener of this machine has names that only it knows; on all others the certificate or
 * the proxy has the right names.
 */
export function refuseHost(
  { headers, authority }: GuardedRequest,
  { host: listensOn, gateway: { listen, publicUrl } }: ConsoleHosts,
): Failure | undefined {
  const host = requestHost(headers)
  if (!URL.canParse(`http://${host}`)) return NO_HOST
  if (authority !== undefined && authority.toLowerCase() !== host) return OTHER_AUTHORITY
  if (listen.behindProxy === true || !isLoopback(listensOn.includes(':') ? `[${listensOn}]` : listensOn))
    return undefined
  const names = [...(listen.hosts ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]
  return isLoopback(host) || names.includes(host) || names.includes(host.replace(PORT, ''))
    ? undefined
    : failure(
        'forbidden',
        `The console is not served as ${quoted(host)}: use localhost, or add the name to listen.hosts.`,
      )
}

/** Why a request for data does not come from the page. What changes something has an Origin, which no page can set. */
export function refuseOrigin(
  { method, headers }: GuardedRequest,
  { publicUrl }: Pick<Gateway, 'publicUrl'>,
): Failure | undefined {
  const site = headerValue(headers, 'sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return OTHER_PAGE
  const origin = headerValue(headers, 'origin')
  if (origin === undefined) return method === 'GET' || method === 'HEAD' ? undefined : NO_ORIGIN
  const isOwn =
    isSameOrigin(origin, requestHost(headers)) ||
    (publicUrl !== undefined && origin === new URL(publicUrl).origin)
  return isOwn ? undefined : OTHER_PAGE
}

const NO_HOST = failure('invalid_request', 'The Host of the request is not a host.')
const OTHER_AUTHORITY = failure('invalid_request', 'The request names two hosts.')
const OTHER_PAGE = failure('forbidden', 'Only the page of the console may send this.')
const NO_ORIGIN = failure(
  'forbidden',
  'The request has no Origin, so it does not come from the page of the console. Programs use the API itself, below /v1.',
)
