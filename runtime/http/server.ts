// The inbound door: one HTTP server whose gateway can be swapped while it runs. Stopping loses no request: the
// listener closes, requests in flight end, and only then does the promise resolve.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '../failures.ts'
import { errorBody, failureReply, JSON_HEADERS, statusOf, vendorErrorOf } from '../reply.ts'
import { respond } from './respond.ts'
import { type ServedBy, type ServePorts, serveRequest } from './serve-request.ts'

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
const NOTHING: readonly string[] = []

export function createHttpDoor(first: ServedBy, ports: ServePorts, limits: DoorLimits): HttpDoor {
  let served = first
  let stopping = false
  let inFlight = 0
  let idle = (): void => {}

  const refuse = (
    response: ServerResponse,
    reason: ReturnType<typeof failure>,
    more: readonly string[] = NOTHING,
  ): void => {
    response.setHeader('connection', 'close')
    respond(response, failureReply(reason), more, () => {})
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    const pathname = query < 0 ? url : url.slice(0, query)
    if (pathname === '/healthz' || pathname === '/readyz') return health(pathname, response)
    if (!pathname.startsWith(`${BASE}/`)) {
      request.resume()
      return refuse(
        response,
        failure('not_found', `There is nothing at this path: the base URL of the gateway ends with ${BASE}.`),
      )
    }
    if (stopping)
      return refuse(response, failure('shutting_down', 'The gateway is stopping.'), ['retry-after', '1'])
    if (inFlight >= limits.concurrentRequests) {
      request.resume()
      return refuse(response, failure('overloaded', 'The gateway has as many requests as it may hold.'), [
        'retry-after',
        '1',
      ])
    }
    inFlight += 1
    serveRequest(request, response, url.slice(BASE.length), pathname, served, ports, () => {
      inFlight -= 1
      if (inFlight === 0) idle()
    })
  }

  const health = (pathname: string, response: ServerResponse): void => {
    const ready = pathname === '/healthz' || !stopping
    const body = Buffer.from(
      JSON.stringify({ status: ready ? 'ok' : 'stopping', plan: served.digest.slice(0, 12) }),
    )
    respond(response, { status: ready ? 200 : 503, headers: JSON_HEADERS, body }, NOTHING, () => {})
  }

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: 65_000,
      headersTimeout: 60_000,
      requestTimeout: 300_000,
      noDelay: true,
    },
    onRequest,
  )
  server.on('clientError', refuseSocket(ports))
  return {
    listen: (host, port) => listen(server, host, port),
    swap: next => {
      served = next
    },
    stop: async milliseconds => {
      stopping = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      if (inFlight > 0) {
        await new Promise<void>(resolve => {
          const stopWaiting = ports.clock.after(milliseconds, resolve)
          idle = () => {
            stopWaiting()
            resolve()
          }
        })
      }
      // The last replies may still be on their way out of the process.
      await new Promise<void>(resolve => {
        setImmediate(resolve)
      })
      server.closeIdleConnections()
      if (inFlight > 0) server.closeAllConnections()
      await closed
    },
  }
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

/** Requests that are no HTTP, or whose headers are too large, are answered on the bare socket and logged. */
function refuseSocket({
  log,
  clock,
  identifier,
}: ServePorts): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const reason =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? failure('headers_too_large', 'The headers of the request are larger than this gateway accepts.')
        : failure('invalid_request', 'The request is not HTTP that this gateway can read.')
    const status = statusOf(reason)
    const body = Buffer.from(errorBody(vendorErrorOf(reason)))
    log.write({
      time: new Date(clock.now()).toISOString(),
      trace: identifier(),
      status,
      error: reason.code,
      message: reason.message,
    })
    const head = `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n`
    socket.end(
      `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}
