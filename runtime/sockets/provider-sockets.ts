// The connections to providers of one client's connection, over which its requests are sent where a provider serves the Responses API over
// WebSocket; everything else is sent over HTTP. What a request would send over HTTP decides what is sent: a provider that remembers the
// beginning of it gets the rest. So guards, overrides and fallbacks have the same effect over both. Source:
// https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29).
import type { MemoryLease } from '../values/memory-budget.ts'
import type { CallTransport, Ports, Upstream, UpstreamRequest } from '../values/ports.ts'
import { ProviderSocket } from './provider-socket.ts'
import type { SessionHost } from './session-host.ts'
import { SocketExchange, type TransportedRequest } from './socket-exchange.ts'

/** Connections that may be open: those of the responses that a client may have generated at once. */
const MAX_SOCKETS = 16
/** Milliseconds for a handshake, after which the request is sent over HTTP. */
const HANDSHAKE = 10_000

/** How the attempts of one request are sent. */
export interface RequestTransport {
  readonly transport: CallTransport
  /** Whether a provider has answered over a WebSocket. */
  readonly isUsed: () => boolean
}

type Client = Parameters<CallTransport>[0]

export class ProviderSockets {
  readonly #host: SessionHost
  readonly #lease: MemoryLease
  readonly #sockets = new Map<string, ProviderSocket>()
  /** Where no connection can be opened. */
  readonly #failed = new Set<string>()
  #opening = 0
  #warmsUp = true
  #isClosed = false

  constructor(host: SessionHost, lease: MemoryLease) {
    this.#host = host
    this.#lease = lease
  }

  /** Whether a warm-up may have a provider that does more with it than the gateway. */
  get warmsUp(): boolean {
    return this.#warmsUp
  }

  transportOf(request: TransportedRequest): RequestTransport {
    let isUsed = false
    return {
      isUsed: () => isUsed,
      transport: (client, served) => {
        const overHttp: Upstream = request.generates
          ? client.upstream
          : () => {
              this.#warmsUp = false
              request.onUnsent()
              return () => {}
            }
        const isServed = served?.includes(request.generates ? 'responses' : 'warm-ups') === true
        if (!isServed) return { upstream: overHttp, clock: client.clock }
        const upstream: Upstream = (sent, receiver) => {
          const exchange = new SocketExchange(request, sent, receiver, {
            nextTurn: this.#host.nextTurn,
            overHttp,
            onUsed: () => {
              isUsed = true
            },
            onUnusable: () => void this.#failed.add(placeOf(sent)),
          })
          this.#open(request.lane, sent, client, exchange)
          return () => exchange.abort()
        }
        return { upstream, clock: client.clock }
      },
    }
  }

  /** Closes all of them, for good. */
  close(): void {
    this.#isClosed = true
    for (const socket of [...this.#sockets.values()]) socket.close()
  }

  #open(lane: string, request: UpstreamRequest, client: Client, exchange: SocketExchange): void {
    const place = placeOf(request)
    const key = `${lane} ${place}`
    const open = this.#sockets.get(key)
    const isReused = open?.isFree() === true && !open.isOld()
    if (open !== undefined && isReused) return exchange.begin(open, undefined)
    if (open?.isFree() === true) open.close()
    if (this.#isClosed || this.#failed.has(place) || this.#sockets.has(key) || !this.#makeRoom())
      return exchange.useHttp()
    this.#connect(key, place, request, client, exchange)
  }

  /** Whether another connection may be opened: instead of one that is not used, if need be. */
  #makeRoom(): boolean {
    if (this.#sockets.size + this.#opening < MAX_SOCKETS) return true
    const unused = [...this.#sockets.values()].find(socket => socket.isFree())
    unused?.close()
    return unused !== undefined
  }

  #connect(
    key: string,
    place: string,
    request: UpstreamRequest,
    client: Client,
    exchange: SocketExchange,
  ): void {
    const { clock } = client
    const started = clock.monotonic()
    let cancel = (): void => {}
    this.#opening += 1
    const stopTimer = clock.after(HANDSHAKE, () => {
      cancel()
      failed()
    })
    const finish = (): void => {
      stopTimer()
      this.#opening -= 1
    }
    const failed = (): void => {
      finish()
      this.#failed.add(place)
      exchange.useHttp()
    }
    exchange.onAbort(() => {
      cancel()
      finish()
    })
    cancel = client.connect(handshakeOf(request, this.#host), {
      reply: ({ body }) => {
        body.cancel()
        failed()
      },
      fail: failed,
      open: tunnel => {
        finish()
        const socket = new ProviderSocket(tunnel, client, this.#lease, () => {
          if (this.#sockets.get(key) === socket) this.#sockets.delete(key)
        })
        // Another attempt may have opened one meanwhile, and the client may have left.
        if (this.#isClosed || this.#sockets.has(key)) {
          socket.close()
          return exchange.useHttp()
        }
        this.#sockets.set(key, socket)
        exchange.begin(socket, clock.monotonic() - started)
      },
    })
  }
}

/** Headers that differ from call to call, and those of a body. */
const OF_A_CALL = /^(?:traceparent|tracestate|baggage|content-.*|accept|accept-encoding)$/i

const socketHeaders = ({ headers }: UpstreamRequest): readonly string[] =>
  headers.filter((_, index) => !OF_A_CALL.test(headers[index - (index % 2)] ?? ''))

/** A path of an origin with its credentials: what one of its connections serves, no other does. */
const placeOf = (request: UpstreamRequest): string =>
  JSON.stringify([request.origin, request.path, request.hostAuthor, socketHeaders(request)])

const handshakeOf = (request: UpstreamRequest, { randomId }: Pick<Ports, 'randomId'>): UpstreamRequest => ({
  method: 'GET',
  origin: request.origin,
  path: request.path,
  hostAuthor: request.hostAuthor,
  body: undefined,
  headers: [
    ...['connection', 'Upgrade', 'upgrade', 'websocket', 'sec-websocket-version', '13'],
    ...['sec-websocket-key', Buffer.from(randomId().slice(0, 32), 'hex').toString('base64')],
    ...socketHeaders(request),
  ],
})
