// Serves one HTTP request, from its head to its log record. It is done when its response has closed: until then bytes
// may still be on their way to a slow client, and a graceful shutdown waits for them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdmittedRequest } from '../gateway/admit-request.ts'
import type { Caller } from '../gateway/authenticate.ts'
import type { BrowserGuard } from '../gateway/browser-guard.ts'
import type { CallResult, Gateway } from '../gateway/gateway.ts'
import { convertError } from '../inbound/convert-error.ts'
import type { Log } from '../telemetry/log.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { toRequestRecord } from '../telemetry/request-record.ts'
import { discard, type Reply } from '../values/call.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { type Headers, isAnthropicClient } from '../values/headers.ts'
import { type MemoryBudget, type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'
import type { Ports } from '../values/ports.ts'
import type { CorsPolicy } from './cors.ts'
import { type BufferedBody, NOTHING_TO_READ, readBody } from './read-body.ts'
import { type AppendGatewayHeaders, replyHeaders, respond } from './respond.ts'

export interface ServingGateway {
  readonly gateway: Gateway
  readonly gatewayHeaders: AppendGatewayHeaders
  /** The start of the plan's digest. */
  readonly plan: string
  /** Absent when the gateway has API keys. */
  readonly browserGuard?: BrowserGuard | undefined
  /** Absent where pages of other origins are not allowed. */
  readonly cors?: CorsPolicy | undefined
  /** The Prometheus text served at /metrics; absent when metrics are disabled. */
  readonly metrics?: (() => string) | undefined
  readonly bodyLimits: { readonly buffered: number; readonly upload: number }
}

export interface ServePorts extends Pick<Ports, 'clock' | 'randomId'> {
  readonly log: Log
  /** The memory budget of all request and reply bodies. */
  readonly memory: MemoryBudget
  /** A connection was closed at once, because too many were open. */
  readonly onDroppedConnection: () => void
}

/** The state of the server. */
export interface ServerState {
  /** Formats a time of a log record. */
  readonly timestamp: (milliseconds: number) => string
  /** True during shutdown: connections are closed after their replies. */
  readonly stopping: () => boolean
}

export interface IncomingCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query below the base URL. */
  readonly path: string
  readonly pathname: string
  /** Why the server rejects the request before the gateway sees it. */
  readonly refusal: Failure | undefined
  /** Headers of the reply for a browser; undefined where `listen.cors` is not set. */
  readonly cors: Headers | undefined
}

/** Called once, when the request is finished and logged. */
type Done = () => void

export function serveRequest(
  arrival: IncomingCall,
  served: ServingGateway,
  ports: ServePorts & ServerState,
  done: Done,
): void {
  const serving = new RequestInProgress(arrival, served, ports, done)
  onResponseClose(arrival.request, arrival.response, () => serving.onClosed())
  serving.begin()
}

/** The state of one request; a single object with a fixed shape. */
class RequestInProgress {
  readonly #arrival: IncomingCall
  readonly #served: ServingGateway
  readonly #ports: ServePorts & ServerState
  readonly #done: Done
  readonly #started: number
  readonly #method: string
  readonly #cancellation = createCancellation()
  readonly #lease: MemoryLease
  #trace = ''
  #caller: Caller | undefined
  #body = NOTHING_TO_READ
  #bytesOut = 0
  #closed = false
  /** The reply being sent, and the result it belongs to: the input of the log record. */
  #reply: Reply | undefined
  #outcome: CallResult | undefined

  constructor(arrival: IncomingCall, served: ServingGateway, ports: ServePorts & ServerState, done: Done) {
    this.#arrival = arrival
    this.#served = served
    this.#ports = ports
    this.#done = done
    this.#started = ports.clock.monotonic()
    this.#method = arrival.request.method ?? 'GET'
    this.#lease = ports.memory.lease()
  }

  begin(): void {
    const { request, path, pathname, refusal } = this.#arrival
    const { gateway, bodyLimits } = this.#served
    if (refusal !== undefined) {
      this.#trace = this.#ports.randomId()
      return this.#refuse(refusal)
    }
    const admitted = gateway.admit({ method: this.#method, path, pathname, headers: request.rawHeaders })
    this.#trace = admitted.trace
    if ('refused' in admitted) return this.#refuse(admitted.refused)
    this.#caller = admitted.caller
    const upload = admitted.upload ? bodyLimits.upload : undefined
    const limits = { buffered: bodyLimits.buffered, upload, free: this.#ports.memory.free() }
    this.#body = readBody(request, limits, this.#lease, body => this.#onBody(admitted, body))
  }

  onClosed(): void {
    if (this.#closed) return
    this.#closed = true
    if (!this.#arrival.response.writableFinished) this.#cancellation.cancel()
    this.#body.abort()
    this.#lease.release()
    if (this.#reply !== undefined) this.#finish(this.#reply)
  }

  #onBody(admitted: AdmittedRequest, body: BufferedBody | Failure | undefined): void {
    if (body === undefined) return this.#send(failureReply(TRUNCATED))
    if (isFailure(body)) return this.#refuse(body)
    const { bytes, remainder } = body
    const memory = this.#lease
    try {
      this.#served.gateway
        .handle(
          admitted,
          bytes,
          this.#cancellation,
          remainder === undefined ? { memory } : { memory, remainder },
        )
        .then(
          outcome => this.#onOutcome(outcome, remainder),
          (bug: unknown) => this.#onBug(bug),
        )
    } catch (bug) {
      this.#onBug(bug)
    }
  }

  #onOutcome(outcome: CallResult, remainder: BufferedBody['remainder']): void {
    // Unread body bytes would precede the next request on the connection.
    if (remainder?.consumed === false || outcome.reply.failure?.code === 'body_too_large') {
      this.#arrival.response.setHeader('connection', 'close')
      this.#arrival.request.resume()
    }
    this.#outcome = outcome
    this.#send(outcome.reply)
  }

  #onBug(bug: unknown): void {
    this.#ports.log.write(toBugRecord(bug, this.#trace))
    this.#send(failureReply(failure('internal', `Internal gateway error; the trace ID is ${this.#trace}.`)))
  }

  #refuse(reason: Failure): void {
    const { request, response } = this.#arrival
    this.#lease.release()
    // The body was not read, so the connection cannot be reused. A client that may retry (503) is drained instead: a
    // TCP reset during its upload could discard the reply.
    if (reason !== OVERLOADED && !(reason.code === 'overloaded' && isSmall(request)))
      response.setHeader('connection', 'close')
    request.resume()
    this.#send(failureReply(reason))
  }

  #send(original: Reply): void {
    const { request, response, path, pathname, cors } = this.#arrival
    const reply =
      original.status < 400
        ? original
        : convertError(original, path, pathname, isAnthropicClient(request.rawHeaders))
    // A closed response emits no further events, so the reply is released here.
    if (response.destroyed) {
      discard(reply)
      return this.#finish(reply)
    }
    this.#reply = reply
    if (this.#ports.stopping()) response.setHeader('connection', 'close')
    try {
      const headers = replyHeaders(reply)
      if (cors !== undefined) headers.push(...cors)
      this.#served.gatewayHeaders(headers, this.#trace, reply, this.#outcome?.record)
      respond(response, reply.status, headers, reply.body, bytes => {
        this.#bytesOut += bytes
      })
    } catch (bug) {
      this.#ports.log.write(toBugRecord(bug, this.#trace))
      discard(reply)
      response.destroy()
    }
  }

  #finish(reply: Reply): void {
    const { clock, log, timestamp } = this.#ports
    const ended = clock.now()
    const served = {
      trace: this.#trace,
      method: this.#method,
      path: this.#arrival.pathname,
      plan: this.#served.plan,
      started: ended - (clock.monotonic() - this.#started),
      ended,
      reply,
      outcome: this.#outcome,
    }
    const details = {
      key: this.#caller?.id,
      workspace: this.#caller?.workspace,
      bytesIn: this.#body.length(),
      bytesOut: this.#bytesOut,
      left: this.#cancellation.cancelled(),
    }
    log.write(toRequestRecord(served, details, timestamp))
    this.#done()
  }
}

/** Bytes of a body that is read and discarded, which costs less than another connection. */
const SMALL_BODY = 1_048_576

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY

const TRUNCATED = failure('invalid_request', 'The request body ended unexpectedly.')

/**
 * Calls `action` when the response has ended, successfully or not. The response of a queued pipelined request has
 * no socket yet, and older versions of Node emit no event on it when the client disconnects, so the request's socket
 * is watched.
 */
function onResponseClose(request: IncomingMessage, response: ServerResponse, action: () => void): void {
  response.on('close', action)
  if (response.socket !== null) return
  const { socket } = request
  const onSocketClose = (): void => {
    response.destroy()
    response.emit('close')
  }
  // One listener per queued request is intended, not a leak.
  socket.setMaxListeners(0)
  socket.once('close', onSocketClose)
  response.once('close', () => socket.off('close', onSocketClose))
}
