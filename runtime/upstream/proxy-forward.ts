// Requests to plain http hosts of the catalog and the operator, which a proxy sends on itself: many proxies open tunnels to port 443
// only (RFC 9112, section 3.2.2: the request target is the whole URL).
import { type buildConnector, type Dispatcher, Pool } from 'undici'
import type { RequestDispatcher } from './egress.ts'
import { defaultPort } from './no-proxy.ts'
import {
  type HttpProxy,
  PROXY_UNREACHABLE,
  proxyError,
  proxyHeaders,
  refusedByProxy,
  towardsProxy,
} from './proxy.ts'

export interface ForwardParts {
  readonly pool: Pool.Options
  /** Connects to the proxy. */
  readonly connect: buildConnector.connector
  readonly proxyFor: (protocol: string, hostname: string, port: number) => HttpProxy | undefined
  /** Why a host must not be called. */
  readonly faultOf: (protocol: string, hostname: string, port: number) => Error | undefined
}

/** Sends what the proxy forwards to it, and all else by `tunnelled`. */
export function forwarding(
  tunnelled: RequestDispatcher,
  { pool, connect, proxyFor, faultOf }: ForwardParts,
): RequestDispatcher {
  const pools = new Map<string, Pool>()
  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin)
    if (known !== undefined) return known
    const opened = new Pool(origin, { ...pool, connect: asProxy(towardsProxy(connect)) })
    pools.set(origin, opened)
    return opened
  }
  return {
    dispatch: (options, handler) => {
      const { protocol, hostname, host, port } = new URL(String(options.origin))
      const name = hostname.replace(/^\[|\]$/g, '')
      const used = Number(port) || defaultPort(protocol)
      const proxy = protocol === 'http:' ? proxyFor(protocol, name, used) : undefined
      if (proxy === undefined) return tunnelled.dispatch(options, handler)
      const fault = faultOf(protocol, name, used)
      if (fault !== undefined) throw fault
      const headers = (options.headers ?? []) as readonly string[]
      const hasHost = headers.some((each, at) => at % 2 === 0 && each.toLowerCase() === 'host')
      // Without its own name, connections would be replaced whenever another provider is called.
      const servername = new URL(proxy.origin).hostname
      return poolOf(proxy.origin).dispatch(
        {
          ...({ servername } as object),
          ...options,
          origin: proxy.origin,
          path: `http://${host}${options.path}`,
          headers: [...(hasHost ? [] : ['host', host]), ...proxyHeaders(proxy), ...headers],
        },
        new ForwardedReply(handler),
      )
    },
    destroy: async () => {
      await Promise.all([tunnelled, ...pools.values()].map(each => each.destroy()))
    },
  }
}

/** A proxy that is not reached has failed, not the provider behind it. */
const asProxy =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error === null ? callback(null, socket) : callback(proxyError(PROXY_UNREACHABLE, error), null),
    )

/** Codes of a connection that was closed. */
const CLOSED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** The connection is the proxy's: what ends it before a reply, and a reply 407, are not the provider's. */
class ForwardedReply implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  #begun = false

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2],
    text?: string,
  ): void {
    this.#begun = true
    if (status !== 407) return this.#handler.onResponseStart?.(controller, status, headers, text)
    const error = refusedByProxy(status)
    this.#handler.onResponseError?.(controller, error)
    controller.abort(error)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>[1],
  ): void {
    this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    const isClosed = 'code' in error && CLOSED.has(String(error.code))
    const failed = isClosed && !this.#begun ? proxyError('closed the connection', error) : error
    this.#handler.onResponseError?.(controller, failed)
  }
}
