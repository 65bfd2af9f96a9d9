// The inbound door: one HTTP server whose gateway can be swapped while it runs. Stopping loses no request: the
// listener closes, requests in flight end, and only then does the promise resolve.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Failure, failure } from '../failures.ts'
import { JSON_HEADERS } from '../reply.ts'
import { refuseRepeatedHost } from '../requests/browser-guard.ts'
import { refuseReserved } from '../requests/reserved.ts'
import { refuseSocket } from './refuse-socket.ts'
import { replyHeaders, respond } from './respond.ts'
import { type ServedBy, type ServePorts, serveRequest } from './serve-request.ts'
import { serveUpgrade } from './serve-upgrade.ts'

export interface DoorLimits {
  readonly headerBytes: number
  readonly concurrentRequests: number
}

export interface HttpDoor {
  /** Resolves with the port when connections are accepted. */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Requests that begin after this are served by another gateway. */
  readonly swap: (served: ServedBy) => void
  /** Ends requests in flight, for at most `milliseconds`, then the rest. */
  readonly stop: (milliseconds: number) => Promise<void>
}

const BASE = '/v1'
/** Milliseconds in which what was cut off comes to its end. */
const LAST_WORDS = 1000
const METRICS_HEADERS: readonly string[] = ['content-type', 'text/plain; version=0.0.4; charset=utf-8']
const NO_PROTOCOL = failure(
  'invalid_request',
  'This gateway speaks HTTP and WebSocket, and no other protocol.',
)
const NOTHING_HERE = failure(
  'not_found',
  `There is nothing at this path: the base URL of the gateway ends with ${BASE}.`,
)

export function createHttpDoor(first: ServedBy, given: ServePorts, limits: DoorLimits): HttpDoor {
  let served = first
  let stopping = false
  /** Requests that were let in, and those that were turned away but whose replies are still on their way. */
  let busy = 0
  let leaving = 0
  let idle = (): void => {}
  const ports = { ...given, stopping: () => stopping }

  /** Health checks stay open to every host and origin: they tell no more than that the gateway runs. */
  const refuseCaller = ({ rawHeaders, url = '' }: IncomingMessage, pathname: string): Failure | undefined =>
    refuseRepeatedHost(rawHeaders) ??
    (isHealth(pathname) ? undefined : served.browserGuard?.(rawHeaders, authorityOf(url)))

  const judge = (method: string, pathname: string): Failure | undefined => {
    if (!pathname.startsWith(`${BASE}/`))
      return (pathname.startsWith('/v2/') ? refuseReserved(method, pathname) : undefined) ?? NOTHING_HERE
    if (stopping) return failure('shutting_down', 'The gateway is stopping.')
    return busy < limits.concurrentRequests
      ? undefined
      : failure('overloaded', 'The gateway has as many requests as it may hold.')
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const url = originForm(request.url ?? '/')
    const query = url.indexOf('?')
    const pathname = query < 0 ? url : url.slice(0, query)
    const refused = refuseCaller(request, pathname)
    if (refused === undefined && isHealth(pathname)) return health(pathname, response)
    if (refused === undefined && pathname === '/metrics' && served.metrics !== undefined)
      return tell(served.metrics(), response)
    const refusal = refused ?? judge(request.method ?? 'GET', pathname)
    if (refusal === undefined) busy += 1
    else leaving += 1
    serveRequest(
      { request, response, path: url.slice(BASE.length), pathname, refusal },
      served,
      ports,
      () => {
        if (refusal === undefined) busy -= 1
        else leaving -= 1
        if (busy + leaving === 0) idle()
      },
    )
  }

  /** Connections that went on without HTTP: the server no longer knows them. */
  const tunnels = new Set<Duplex>()
  const onUpgrade = (request: IncomingMessage, socket: Duplex, first: Buffer): void => {
    const url = originForm(request.url ?? '/')
    const pathname = url.split('?', 1)[0] ?? url
    // Older versions of Node ask for every protocol here.
    const refusal =
      refuseCaller(request, pathname) ?? (isWebSocket(request) ? judge('GET', pathname) : NO_PROTOCOL)
    busy += 1
    tunnels.add(socket)
    serveUpgrade(
      { request, socket, first, path: url.slice(BASE.length), pathname, refusal },
      served,
      ports,
      () => {
        tunnels.delete(socket)
        busy -= 1
        if (busy + leaving === 0) idle()
      },
    )
  }

  const health = (pathname: string, response: ServerResponse): void => {
    const ready = pathname === '/healthz' || !stopping
    const body = Buffer.from(
      JSON.stringify({ status: ready ? 'ok' : 'stopping', plan: served.digest.slice(0, 12) }),
    )
    const headers = replyHeaders({ headers: JSON_HEADERS, body })
    respond(response, ready ? 200 : 503, headers, body, () => {})
  }

  const tell = (text: string, response: ServerResponse): void => {
    const body = Buffer.from(text)
    respond(response, 200, replyHeaders({ headers: METRICS_HEADERS, body }), body, () => {})
  }

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: 65_000,
      headersTimeout: 60_000,
      requestTimeout: 300_000,
      noDelay: true,
      // Of other protocols nothing is known here: such a request is served as it is.
      shouldUpgradeCallback: isWebSocket,
    },
    onRequest,
  )
  /** Resolves when nothing is in flight, at the latest after so many milliseconds. */
  const quiet = async (milliseconds: number): Promise<void> => {
    if (busy + leaving === 0) return
    await new Promise<void>(resolve => {
      const stopWaiting = given.clock.after(milliseconds, resolve)
      idle = () => {
        stopWaiting()
        resolve()
      }
    })
  }
  server.on('upgrade', onUpgrade)
  server.on('clientError', refuseSocket(given))
  server.on('error', () => {
    if (server.listening) given.log.write({ level: 'error', message: 'A connection could not be accepted.' })
  })
  return {
    listen: (host, port) => listen(server, host, port),
    swap: next => {
      served = next
    },
    stop: async milliseconds => {
      stopping = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      await quiet(milliseconds)
      // What is still open has had its time, or waits for requests that would be refused.
      server.closeAllConnections()
      for (const socket of tunnels) socket.destroy()
      await closed
      // Requests that were cut off leave their lines in the log too.
      await quiet(LAST_WORDS)
    },
  }
}

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

const isHealth = (pathname: string): boolean => pathname === '/healthz' || pathname === '/readyz'

/** The host of a URL that a client wrote for a proxy. */
const authorityOf = (url: string): string | undefined =>
  url.startsWith('/') ? undefined : /^https?:\/\/([^/?]*)/i.exec(url)?.[1]

/** The path of a URL that a client wrote for a proxy: `http://host/path`. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const rest = /^https?:\/\/[^/?]*(.*)$/i.exec(url)?.[1]
  return rest === undefined ? url : rest.startsWith('/') ? rest : `/${rest}`
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
