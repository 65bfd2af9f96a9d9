// Connections through a proxy, by CONNECT. Hosts of the catalog and of the operator are resolved by the proxy. Those of callers and
// remote parties are resolved and checked here, and the proxy gets the address that was checked: it never sees the name, so it
// cannot resolve it to something else.
import { isIP, type Socket } from 'node:net'
import { type buildConnector, Client } from 'undici'
import type { HostAuthor } from '../values/ports.ts'
import { hostFault, isTrusted } from './address.ts'
import { defaultPort } from './no-proxy.ts'
import {
  type HttpProxy,
  PROXY_UNREACHABLE,
  proxyError,
  proxyHeaders,
  refusedByProxy,
  towardsProxy,
} from './proxy.ts'
import { type AddressGuard, blockedHost, listOf } from './ssrf-guard.ts'

export interface TunnelParts {
  /** Makes connectors with the authorities of this egress. */
  readonly build: typeof buildConnector
  /** Milliseconds for each step: reaching the proxy, its reply, TLS with the provider. */
  readonly timeout: number
  /** The proxy for a host; undefined where it is called directly. */
  readonly proxyFor: (protocol: string, hostname: string, port: number) => HttpProxy | undefined
  /** Resolves and checks the hosts of an author; undefined where the proxy resolves them. */
  readonly guardOf: (author: HostAuthor) => AddressGuard | undefined
  readonly trusted: () => readonly string[]
}

type OnSocket = (error: Error | null, socket?: Socket) => void

/** A connector that tunnels through the proxy if there is one for the host, and is `direct` elsewhere. */
export function tunnelConnector(
  author: HostAuthor,
  direct: buildConnector.connector,
  allowH2: boolean,
  { build, timeout, proxyFor, guardOf, trusted }: TunnelParts,
): buildConnector.connector {
  const toProxy = towardsProxy(build({ timeout, allowH2: false }))
  const secure = build({ timeout, allowH2 })
  const guard = guardOf(author)

  const ask = (proxy: HttpProxy, host: string, port: number, done: OnSocket): void => {
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
    // One client for each tunnel: a client has one CONNECT at a time, and gives its socket away.
    const client = new Client(proxy.origin, { connect: toProxy, headersTimeout: timeout })
    client.connect(
      { path: authority, headers: ['host', authority, ...proxyHeaders(proxy)] as never },
      (error, data) => {
        if (error !== null || data === undefined || data === null) {
          void client.destroy()
          return done(proxyError(PROXY_UNREACHABLE, error))
        }
        const { statusCode } = data
        const socket = data.socket as Socket
        if (statusCode >= 200 && statusCode < 300) return done(null, socket)
        socket.on('error', () => {}).destroy()
        done(refusedByProxy(statusCode))
      },
    )
  }
  /** The addresses of a host, one after the other, until the proxy reaches one. */
  const askInTurn = (
    proxy: HttpProxy,
    [first, ...others]: readonly string[],
    port: number,
    done: OnSocket,
  ): void =>
    ask(proxy, first ?? '', port, (error, socket) =>
      error === null || others.length === 0 ? done(error, socket) : askInTurn(proxy, others, port, done),
    )

  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port) || defaultPort(options.protocol)
    const proxy = proxyFor(options.protocol, hostname, port)
    if (proxy === undefined) return direct(options, callback)
    const done: OnSocket = (error, socket) => {
      if (error !== null || socket === undefined)
        return callback(error ?? proxyError(PROXY_UNREACHABLE), null)
      if (options.protocol !== 'https:') return callback(null, socket)
      const name = options.servername ?? (isIP(hostname) === 0 ? hostname : undefined)
      secure({ ...options, ...(name !== undefined && { servername: name }), httpSocket: socket }, callback)
    }
    if (guard !== undefined)
      return guard.resolve(hostname, port, (error, addresses) =>
        error === null ? askInTurn(proxy, addresses, port, done) : callback(error, null),
      )
    const fault =
      author === 'operator' ? operatorFault(options.protocol, hostname, port, trusted()) : undefined
    if (fault !== undefined) return callback(fault, null)
    ask(proxy, hostname, port, done)
  }
}

/** What is known of a host of the operator by its name: its name is resolved behind the proxy. */
export function operatorFault(
  protocol: string,
  hostname: string,
  port: number,
  trusted: readonly string[],
): Error | undefined {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  const reason = hostFault(new URL(`${protocol}//${host}:${port}`), trusted)
  if (reason === undefined) return undefined
  const canBeOpened = isTrusted(hostname, isIP(hostname) === 0 ? '' : hostname, port, [hostname])
  return blockedHost(reason, canBeOpened ? listOf('operator') : undefined)
}
