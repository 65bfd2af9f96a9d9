// Cross-origin requests of web pages (Fetch standard, "CORS protocol"): pages of the origins in `listen.cors` may call
// the gateway and read its replies. Cookies are never allowed: the gateway has none, so every header of a reply may be
// exposed by a wildcard.
import type { PlanListen } from '../../schemas/generated/types.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'

export interface CorsPolicy {
  /** The headers of a reply to this request, whether its origin is allowed or not. */
  readonly replyHeaders: (request: Headers) => Headers
  /** The headers of the 204 reply to a preflight; undefined for other requests and for origins that are not allowed. */
  readonly preflight: (method: string, request: Headers) => Headers | undefined
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE, HEAD'
const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9a-z, -]+$/i
/** Replies differ by origin, so a shared cache must not mix them. */
const VARY: Headers = ['vary', 'origin']

/** Undefined where the manifest allows no origin. */
export function linkCors({ cors }: Pick<PlanListen, 'cors'>): CorsPolicy | undefined {
  if (cors === undefined) return undefined
  const { origins, headers, maxAge } = cors
  const anyOrigin = origins.includes('*')
  const allowed = new Map(
    origins.map(origin => [
      origin,
      [
        ...(anyOrigin ? [] : VARY),
        ...['access-control-allow-origin', origin, 'access-control-expose-headers', '*'],
      ],
    ]),
  )
  const forOrigin = (origin: string | undefined): Headers | undefined =>
    origin === undefined ? undefined : allowed.get(anyOrigin ? '*' : origin)
  const preflight: CorsPolicy['preflight'] = (method, request) => {
    const reply = method === 'OPTIONS' ? forOrigin(single(request, 'origin')) : undefined
    if (reply === undefined || single(request, 'access-control-request-method') === undefined)
      return undefined
    // A wildcard would not include `Authorization`, so the requested names are repeated.
    const names = headers?.join(', ') ?? single(request, 'access-control-request-headers') ?? ''
    const isPrivate = single(request, 'access-control-request-private-network') === 'true'
    return [
      ...reply,
      ...['access-control-allow-methods', METHODS, 'access-control-max-age', String(maxAge)],
      ...(HEADER_NAMES.test(names) ? ['access-control-allow-headers', names] : []),
      ...(isPrivate ? ['access-control-allow-private-network', 'true'] : []),
    ]
  }
  return {
    replyHeaders: request => forOrigin(single(request, 'origin')) ?? (anyOrigin ? [] : VARY),
    preflight,
  }
}

/** Why a page whose origin is not listed gets no preflight; undefined for requests that are none. */
export function refusePreflight(request: Headers): Failure | undefined {
  const origin = single(request, 'origin')
  if (origin === undefined || single(request, 'access-control-request-method') === undefined) return undefined
  return failure(
    'forbidden',
    `Pages of ${quoted(origin)} may not call this gateway: add the origin to listen.cors.origins.`,
  )
}

/** The value of a header; no value of a repeated one is trusted. `name` is lower-case. */
function single(headers: Headers, name: string): string | undefined {
  let value: string | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== name) continue
    if (value !== undefined) return undefined
    value = headers[index + 1]
  }
  return value
}
