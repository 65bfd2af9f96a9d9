// The HTTP server. The gateway behind it can be swapped while it runs (hot reload). Shutdown is graceful: the
// listener closes, requests in flight are drained, then the promise resolves.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type * as Entrances from '../entrances/find-entrance.ts'
import { misspelled, routeOf } from '../gateway/admit-request.ts'
import { ANONYMOUS, shareOwner } from '../gateway/authenticate.ts'
import { rejectReserved } from '../gateway/reserved-resources.ts'
import type { OpenSession } from '../sockets/serve-responses.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { failureReply, internalFailure } from '../values/error-reply.ts'
import { type Failure, failure, methodNotAllowed } from '../values/failures.ts'
import type { EventLoop } from '../values/ports.ts'
import { boundConnections, IN_USE } from './client-connections.ts'
import { refusePreflight } from './cors.ts'
import { type ClientSocket, onHalfClosed } from './half-closed.ts'
import { listen } from './listen.ts'
import { NO_PROXY, rejectConnection } from './reject-connection.ts'
import {
  authorityOf,
  BASE,
  BELOW_BASE,
  ENTRANCE,
  originForm,
  rejectAmbiguousHead,
  servedUrlOf,
  withoutEmptySegments,
} from './request-head.ts'
import { replyHeaders, respond } from './respond.ts'
import { holdSlot, type OpenRequest, OpenRequests, onResponseClose, serveRequest } from './serve-request.ts'
import { type SocketSessions, serveUpgrade } from './serve-upgrade.ts'
import { isHealth, type ServerReply, type ServerStatus, serverReply } from './server-routes.ts'
import type { ServeConsole, ServePorts, ServingGateway } from './serving-gateway.ts'
import type { Shedding } from './shed-requests.ts'
import type { SlotShares } from './slot-shares.ts'
import { type Certificate, createTlsServer } from './tls-server.ts'

export interface ServerLimits {
  readonly headerBytes: number
  readonly concurrentRequests: number
  /** Open connections, beyond which new ones are closed at once. */
  readonly connections: number
  /** Milliseconds that a client may take to send a request. */
  readonly bodyTimeout: number
}

export interface HttpServer {
  /** Resolves with the port once the server accepts connections. */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Serves new requests with another gateway; requests in flight finish on the old one. */
  readonly swap: (served: ServingGateway) => void
  /** Serves a request that another server has received. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void
  /** Serves new connections with another certificate. */
  readonly renew: (certificate: Certificate) => void
  /** Requests that are being answered, with open tunnels. */
  readonly inFlight: () => number
  /**
   * Serves for `delay` milliseconds while `/readyz` is 503, then takes no new connections and drains requests in flight for at most
   * `milliseconds`. Those that are left get `shutting_down`: a reply, or the last event of their stream.
   */
  readonly stop: (milliseconds: number, delay?: number) => Promise<void>
}

/** Milliseconds that a client may take to send the headers of a request. */
const HEADERS_TIMEOUT = 60_000
/** Milliseconds between two looks at how long clients have taken. */
const TIMEOUT_CHECK = 30_000
/** Milliseconds that replies of requests that were ended have to be sent, and aborted requests to write their log records. */
const CLOSE_GRACE = 1000
const NO_BODY = new Uint8Array(0)
/** Of the paths of the server itself. */
const READ_METHODS: readonly string[] = ['GET', 'HEAD']
const UNSUPPORTED_PROTOCOL = failure(
  'invalid_request',
  'Unsupported protocol: the gateway supports HTTP and WebSocket only.',
)
const UNSUPPORTED = failure('expectation_failed', 'Unsupported Expect header: it must be 100-continue.')
const SHUTTING_DOWN = failure('shutting_down', 'The gateway is stopping.')
const NOT_LOADED = failure('internal', 'A part of the gateway could not be loaded.')
const NOT_FOUND = failure('not_found', `Unknown path: the base URL of the gateway ends with ${BASE}.`)

/** With a `certificate` the server speaks HTTPS only. */
export function createHttpServer(
  first: ServingGateway,
  given: ServePorts,
  limits: ServerLimits,
  certificate?: Certificate,
): HttpServer {
  let served = first
  let stopping = false
  let draining = false
  /** Slots that shares are of: one caller must not take all connections. */
  const shared = Math.min(limits.concurrentRequests, given.connections.most(certificate !== undefined))
  /** Admitted requests in flight. A thread among several may be crowded while others are not. */
  const slots: { inFlight: number; crowd: number; shares: SlotShares | undefined } = {
    inFlight: 0,
    crowd: shared / (given.sharedLoad === undefined ? 2 : 16),
    shares: undefined,
  }
  const taken = (): number => given.sharedLoad?.requests() ?? slots.inFlight
  /** Rejected requests whose replies are still being sent. */
  let rejecting = 0
  let onIdle = (): void => {}
  const ports = { ...given, stopping: () => stopping, slots, lingering: { count: 0 } }
  const status = (): ServerStatus =>
    stopping ? 'stopping' : given.allServe === undefined || given.allServe() ? 'ok' : 'starting'
  /** Absent until its module is loaded. */
  let shedding: Shedding | undefined
  const loadShedding = async (loop: EventLoop): Promise<void> => {
    shedding = (await import('./shed-requests.ts')).createShedding(loop, ports)
  }

  const refuseCaller = (
    { rawHeaders, url = '', httpVersion }: IncomingMessage,
    pathname: string,
  ): Failure | undefined =>
    rejectAmbiguousHead(rawHeaders, httpVersion) ??
    (served.browserGuard === undefined || isHealth(pathname)
      ? undefined
      : served.browserGuard(rawHeaders, authorityOf(url)))

  const refusalOf = (method: string, pathname: string, servedUrl: string): Failure | undefined => {
    if (!servedUrl.startsWith(BELOW_BASE))
      return (
        (pathname.startsWith('/v2/') ? rejectReserved(method, pathname) : undefined) ?? unknownPath(pathname)
      )
    if (draining) return SHUTTING_DOWN
    return (given.sharedLoad?.requests() ?? slots.inFlight) < limits.concurrentRequests
      ? undefined
      : failure('overloaded', 'Too many concurrent requests (limits.concurrent_requests).')
  }

  const isHeld = (
    request: IncomingMessage,
    path: string,
    reply: ServerResponse | Duplex,
    resume: (fault?: Failure) => void,
  ): boolean => {
    const { method = 'GET', rawHeaders } = request
    const ready = given.behind?.() ?? served.hold?.({ method, path, headers: rawHeaders })
    if (ready === undefined) return false
    waitFor(ready, reply, resume)
    return true
  }

  const waitFor = (
    ready: Promise<void>,
    reply: ServerResponse | Duplex,
    resume: (fault?: Failure) => void,
  ): void => {
    onBegun()
    reply.on('error', () => {})
    const goOn = (fault?: Failure): void => {
      onServed()
      if (!reply.destroyed) resume(fault)
    }
    ready.then(
      () => goOn(),
      () => goOn(NOT_LOADED),
    )
  }

  /** Absent until the first request for one of them. */
  let entrances: typeof Entrances | undefined
  const loadEntrances = async (): Promise<void> => {
    entrances = await import('../entrances/find-entrance.ts')
  }

  /** Whether what may serve the path instead of the gateway has the request: the console, or the entrances once they are loaded. */
  const isDiverted = (
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    pathname: string,
  ): boolean => {
    if (given.console !== undefined && pathname.startsWith(CONSOLE)) {
      serveConsole(given.console, request, response, url, pathname)
      return true
    }
    if (entrances !== undefined) return false
    waitFor(loadEntrances(), response, failed => onRequest(request, response, failed))
    return true
  }

  const serveConsole = (
    console: ServeConsole,
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    pathname: string,
  ): void => {
    const { rawHeaders, httpVersion, method = 'GET' } = request
    const refusal = rejectAmbiguousHead(rawHeaders, httpVersion) ?? refusalOf(method, pathname, BELOW_BASE)
    const foreign = served.browserGuard?.(rawHeaders, authorityOf(request.url ?? '/'))
    const sender = refusal === undefined ? shedding?.arrive(request) : undefined
    const again = (): void => onRequest(request, response)
    const busy = { request, response, path: pathname, pathname }
    if (sender !== undefined && shedding?.turnsAway(sender, busy, turn => waitFor(turn, response, again)))
      return
    onBegun()
    let isServed = false
    onResponseClose(request, response, () => {
      if (!isServed) onServed()
      isServed = true
    })
    const onKey = sender && (() => shedding?.accept(sender))
    console
      .serve({ request, response, url, pathname, refusal, foreign, onKey })
      .catch((bug: unknown) => onBug(bug, response))
  }

  /** A bug ends its own request: it is logged and answered, wherever it was. */
  const onBug = (bug: unknown, response: ServerResponse): void => {
    const trace = given.randomId()
    given.log.write(toBugRecord(bug, trace))
    if (response.headersSent || response.destroyed) return void response.destroy()
    const reply = failureReply(internalFailure(trace))
    respond(response, reply.status, replyHeaders(reply), reply.body, () => {})
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse, fault?: Failure): void => {
    try {
      answer(request, response, fault)
    } catch (bug) {
      onBug(bug, response)
    }
  }

  const answer = (request: IncomingMessage, response: ServerResponse, fault: Failure | undefined): void => {
    const url = originForm(request.url ?? '/')
    const query = url.indexOf('?')
    const pathname = query < 0 ? url : url.slice(0, query)
    const atEntrance = ENTRANCE.test(pathname)
    if (atEntrance && fault === undefined && isDiverted(request, response, url, pathname)) return
    const entrance = atEntrance ? entrances?.findEntrance(url, pathname, served.manifest) : undefined
    const serving =
      entrance === undefined || entrances === undefined ? served : entrances.enterServing(served, entrance)
    const servedUrl = entrance === undefined ? servedUrlOf(url) : BASE + entrance.path
    let refused = refuseCaller(request, pathname)
    const cors = served.cors?.replyHeaders(request.rawHeaders)
    if (refused === undefined) {
      const preflight = served.cors?.preflight(request.method ?? '', request.rawHeaders)
      if (preflight !== undefined) return void respond(response, 204, [...preflight], NO_BODY, () => {})
      if (request.method === 'OPTIONS') refused = refusePreflight(request.rawHeaders)
      const isBelow = pathname.startsWith(BELOW_BASE)
      if (!isBelow && entrance === undefined && !servedUrl.startsWith(BELOW_BASE)) {
        if (given.console !== undefined && leadsToConsole(pathname, given.console))
          return void respond(response, 308, ['location', CONSOLE, 'content-length', '0'], NO_BODY, () => {})
        const respelled = withoutEmptySegments(url)
        request.url = respelled
        if (respelled !== url) return answer(request, response, fault)
      }
      const own = isBelow
        ? undefined
        : serverReply(pathname, served, status(), given.degraded, request.headers.accept)
      if (own !== undefined) {
        const send = (reply: ServerReply): void => {
          const headers = [...replyHeaders(reply), ...(cors ?? [])]
          respond(response, reply.status, headers, reply.body, () => {})
        }
        if (READ_METHODS.includes(request.method ?? ''))
          return void (own instanceof Promise
            ? own.then(send).catch((bug: unknown) => onBug(bug, response))
            : send(own))
        refused = methodNotAllowed(READ_METHODS, `${pathname} requires GET.`)
      }
    }
    const refusal =
      refused ?? entrance?.refusal ?? refusalOf(request.method ?? 'GET', pathname, servedUrl) ?? fault
    if (refusal?.code === 'overloaded')
      slots.shares?.turnedAway(shareOwner(ANONYMOUS, request.socket.remoteAddress))
    const path = servedUrl.slice(BASE.length)
    const sender = refusal === undefined ? shedding?.arrive(request) : undefined
    const again = (fault?: Failure): void => onRequest(request, response, fault)
    const onKey = sender && (() => shedding?.accept(sender))
    const arrival = { request, response, path, pathname, refusal, cors, onKey, form: serving.form }
    if (sender !== undefined && shedding?.turnsAway(sender, arrival, turn => waitFor(turn, response, again)))
      return
    if (refusal === undefined && isHeld(request, path, response, again)) return
    if (refusal !== undefined) {
      rejecting += 1
      serveRequest(arrival, serving, ports, onRejected)
    } else {
      onBegun()
      serveRequest(arrival, serving, ports, onServed, open)
    }
  }
  const open = new OpenRequests()
  const loadShares = async (): Promise<void> => {
    const { createSlotShares } = await import('./slot-shares.ts')
    slots.shares = createSlotShares(open, { limit: shared, taken }, given)
  }
  const onBegun = (): void => {
    slots.inFlight += 1
    given.sharedLoad?.addRequests(1)
  }
  const onServed = (request?: OpenRequest): void => {
    if (request !== undefined) open.remove(request)
    slots.inFlight -= 1
    given.sharedLoad?.addRequests(-1)
    if (slots.inFlight + rejecting === 0) onIdle()
  }
  const onRejected = (): void => {
    rejecting -= 1
    if (slots.inFlight + rejecting === 0) onIdle()
  }

  /** Upgraded connections, which the HTTP server no longer tracks. */
  const tunnels = new Set<Duplex>()
  const onUpgrade = (request: IncomingMessage, socket: Duplex, first: Buffer, fault?: Failure): void => {
    try {
      answerUpgrade(request, socket, first, fault)
    } catch (bug) {
      given.log.write(toBugRecord(bug, given.randomId()))
      socket.destroy()
    }
  }

  const answerUpgrade = (
    request: IncomingMessage,
    socket: Duplex,
    first: Buffer,
    fault: Failure | undefined,
  ): void => {
    const url = originForm(request.url ?? '/')
    const pathname = url.split('?', 1)[0] ?? url
    const atEntrance = ENTRANCE.test(pathname)
    if (atEntrance && entrances === undefined && fault === undefined)
      return waitFor(loadEntrances(), socket, failed => onUpgrade(request, socket, first, failed))
    const entrance = atEntrance ? entrances?.findEntrance(url, pathname, served.manifest) : undefined
    const serving = (): ServingGateway =>
      entrance === undefined || entrances === undefined ? served : entrances.enterServing(served, entrance)
    const servedUrl = entrance === undefined ? servedUrlOf(url) : BASE + entrance.path
    // Older versions of Node emit `upgrade` for every protocol.
    const refusal =
      refuseCaller(request, pathname) ??
      (isWebSocket(request)
        ? (entrance?.refusal ?? refusalOf('GET', pathname, servedUrl))
        : UNSUPPORTED_PROTOCOL) ??
      fault
    const path = servedUrl.slice(BASE.length)
    if (
      refusal === undefined &&
      isHeld(request, path, socket, held => onUpgrade(request, socket, first, held))
    )
      return
    onBegun()
    tunnels.add(socket)
    given.connections.observe(socket, IN_USE)
    let session: OpenSession | undefined
    const done: SocketSessions['ended'] = slot => {
      tunnels.delete(socket)
      if (session === undefined) calls.ended(slot)
      else sessions.delete(session)
    }
    const opened = (begun: OpenSession): void => {
      session = begun
      sessions.add(begun)
      // Between two messages it is a connection that waits for a request.
      given.connections.observe(socket, {
        get _httpMessage() {
          return begun.isBusy() ? IN_USE : null
        },
      })
      onServed()
      if (draining) begun.drain()
    }
    const upgrade = { request, socket, first, path, pathname, refusal }
    serveUpgrade(upgrade, serving(), ports, done, { ...calls, served: serving, opened })
  }

  /** Connections whose messages are calls, which are counted instead. */
  const sessions = new Set<OpenSession>()
  const calls: Omit<SocketSessions, 'opened'> = {
    served: () => served,
    begin: () => {
      const refusal = refusalOf('POST', BELOW_BASE, BELOW_BASE)
      if (refusal === undefined) onBegun()
      return refusal
    },
    admit: owner => holdSlot(owner, open, ports),
    ended: slot => {
      slot?.leave()
      onServed()
    },
    hold: head => given.behind?.() ?? served.hold?.(head),
  }

  const options = {
    maxHeaderSize: limits.headerBytes,
    keepAliveTimeout: 65_000,
    headersTimeout: Math.min(HEADERS_TIMEOUT, limits.bodyTimeout),
    requestTimeout: limits.bodyTimeout,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK, Math.ceil(limits.bodyTimeout / 4)),
    noDelay: true,
    highWaterMark: 16_384,
    // One without a Host is refused as any other request, in JSON.
    requireHostHeader: false,
    // Upgrades to other protocols are ignored: the request is served as plain HTTP.
    shouldUpgradeCallback: isWebSocket,
  }
  const http2Options = {
    headerBytes: limits.headerBytes,
    requestTimeout: limits.bodyTimeout,
    endSlow: (request: IncomingMessage) => open.endSlow(request),
    clock: given.clock,
  }
  const tls =
    certificate && createTlsServer(certificate, options, http2Options, onRequest, given.connections.observe)
  const server = tls?.server ?? createServer(options, onRequest)
  /** Resolves when no request is in flight, or after `milliseconds` at the latest. */
  const drained = async (milliseconds: number): Promise<void> => {
    if (slots.inFlight + rejecting === 0) return
    await new Promise<void>(resolve => {
      const stopWaiting = given.clock.after(milliseconds, resolve)
      onIdle = () => {
        stopWaiting()
        resolve()
      }
    })
  }
  server.on('upgrade', onUpgrade)
  if (tls === undefined) {
    Object.assign(server, { httpAllowHalfOpen: true })
    server.on('connection', (socket: ClientSocket) =>
      socket.on('end', () => socket._httpMessage && onHalfClosed(socket._httpMessage, socket, given.clock)),
    )
  }
  const reject = rejectConnection(given, open)
  server.on('clientError', reject)
  server.on('connect', (_request, socket: Socket) => reject(NO_PROXY, socket))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    onRequest(request, response)
    // A client that waits to send its body sends none where its head was refused.
    if (!response.headersSent && !response.destroyed) response.writeContinue()
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    onRequest(request, response, UNSUPPORTED),
  )
  boundConnections(server, tls !== undefined, given)
  server.maxConnections = limits.connections
  server.on('drop', given.onDroppedConnection)
  server.on('error', () => {
    if (server.listening) given.log.write({ level: 'error', message: 'A connection could not be accepted.' })
  })
  return {
    listen: async (host, port) => {
      const bound = await listen(server, host, port, given.reusePort)
      void loadShares()
      if (given.loop !== undefined) void loadShedding(given.loop)
      return bound
    },
    swap: next => {
      served = next
    },
    serve: onRequest,
    renew: next => tls?.server.setSecureContext({ ...next }),
    inFlight: () => slots.inFlight,
    stop: async (milliseconds, delay = 0) => {
      stopping = true
      if (delay > 0) await new Promise<void>(resolve => given.clock.after(delay, resolve))
      draining = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      for (const session of sessions) session.drain()
      tls?.http2.close()
      await drained(milliseconds)
      open.end(SHUTTING_DOWN)
      for (const session of sessions) session.end(SHUTTING_DOWN)
      await drained(CLOSE_GRACE)
      // Connections still open have exceeded the deadline or are idle.
      server.closeAllConnections()
      tls?.http2.destroy()
      for (const socket of tunnels) socket.destroy()
      await closed
      // Aborted requests are logged too.
      await drained(CLOSE_GRACE)
    },
  }
}

const CONSOLE = '/console/'

const leadsToConsole = (pathname: string, { isAlone }: ServeConsole): boolean =>
  pathname === '/console' || (isAlone && pathname === '/')

/** A path outside of the base URL, with the right one if it is a route in another spelling. */
function unknownPath(pathname: string): Failure {
  const known = /^\/v1(?=\/|%2f)(.*)$/is.exec(pathname)?.[1]
  const route = routeOf(known ?? pathname)
  return route === undefined ? NOT_FOUND : misspelled(pathname, BASE + route)
}

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
