// A proxy that calls leave through, and its errors, which name it as what has failed. Its host is not in them: they reach clients.

import { isIP } from 'node:net'
import type { buildConnector } from 'undici'

export interface HttpProxy {
  /** Scheme, host and port. */
  readonly origin: string
  /** The value of Proxy-Authorization. */
  readonly authorization: string | undefined
}

/** The proxy of a URL with its user and password; undefined where it is not an address of an HTTP proxy. */
export function readProxy(text: string): HttpProxy | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(text)
  const isPlain = pathname === '/' && search === '' && hash === ''
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '' || !isPlain) return undefined
  const user = `${decoded(username)}:${decoded(password)}`
  return {
    origin,
    authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The headers of a request to the proxy itself. */
export const proxyHeaders = ({ authorization }: HttpProxy): readonly string[] =>
  authorization === undefined ? [] : ['proxy-authorization', authorization]

/**
 * A connector to the proxy itself. The client takes the server name of TLS from the header `Host`, which is that of the provider; an
 * address is not a valid one.
 */
export const towardsProxy =
  (connect: buildConnector.connector): buildConnector.connector =>
  ({ servername: _ofProvider, ...options }, callback) => {
    const name = options.hostname.replace(/^\[|\]$/g, '')
    connect({ ...options, ...(isIP(name) === 0 && { servername: name }) }, callback)
  }

/** `clause` follows "its proxy", which stands between the gateway and the provider. */
export const proxyError = (clause: string, cause?: unknown): Error =>
  Object.assign(new Error(`The proxy ${clause}.`, { cause }), { code: 'PORTOLAN_PROXY', clause })

export const PROXY_UNREACHABLE = 'could not be reached'

/** Statuses by which proxies refuse credentials; some answer wrong ones with 401. */
const UNAUTHORIZED: ReadonlySet<number> = new Set([401, 407])

/** The proxy answered with a status of its own. */
export const refusedByProxy = (status: number): Error =>
  proxyError(
    UNAUTHORIZED.has(status)
      ? `does not accept the credentials: status ${status}`
      : `refused to connect: status ${status}`,
  )
