// Serves one HTTP request, from its head to its log record. It is done when its response has closed: until then bytes
// may still be on their way to a slow client, and a graceful shutdown waits for them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrowserGuard } from '../gateway/browser-guard.ts'
import type { AdmittedRequest, CallOutcome, Gateway } from '../gateway/request.ts'
import { callerSpanOf } from '../gateway/request-options.ts'
import { userOfRequest } from '../gateway/user-identity.ts'
import { convertError } from '../inbound/convert-error.ts'
import { failureEvent, takesFailureEvent } from '../inbound/failure-event.ts'
import type { BodyCapture, CaptureBodies } from '../telemetry/capture-bodies.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RequestLog } from '../telemetry/reporter.ts'
import { type RecordPorts, withoutBodies } from '../telemetry/request-record.ts'
import { usageCost } from '../telemetry/usage-cost.ts'
import { discard, type Reply } from '../values/call.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, type KeyIdentity } from '../values/failures.ts'
import { type Headers, headerValue, isAnthropicClient } from '../values/headers.ts'
import { type MemoryBudget, type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'
import type { Ports } from '../values/ports.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import type { CorsPolicy } from './cors.ts'
import { onResponseClose } from './on-response-close.ts'
import { type BufferedBody, isSmall, NOTHING_TO_READ, readBody } from './read-body.ts'
import { type AppendGatewayHeaders, costInDollars, replyHeaders, respond } from './respond.ts'

export interface ServingGateway {
  readonly gateway: Gateway
  readonly gatewayHeaders: AppendGatewayHeaders
  /** The start of the plan's digest. */
  readonly plan: string
  /** The header that says what a reply cost, in US dollars; absent where the manifest does not ask for it. */
  readonly costHeader?: string | undefined
  /** Absent when the gateway has API keys. */
  readonly browserGuard?: BrowserGuard | undefined
  /** Absent where pages of other origins are not allowed. */
  readonly cors?: CorsPolicy | undefined
  /** The Prometheus text served at /metrics; absent when metrics are disabled. */
  readonly metrics?: Metrics['text'] | undefined
  readonly bodyLimits: { readonly buffered: number; readonly upload: number }
}

export interface ServePorts extends Pick<Ports, 'clock' | 'randomId'>, Pick<RecordPorts, 'price'> {
  readonly log: RequestLog
  /** Absent where no bodies are logged. */
  readonly capture?: CaptureBodies | undefined
  /** The memory budget of all request and reply bodies. */
  readonly memory: MemoryBudget
  /** A connection was closed at once, because too many were open. */
  readonly onDroppedConnection: () => void
  /** What calls wait for when the process did not run for a while; absent where nothing is read from a store. */
  readonly behind?: (() => Promise<void> | undefined) | undefined
}

/** The state of the server. */
export interface ServerState {
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
  #id = ''
  #trace = ''
  #callerSpan: CallerSpan | undefined
  #endpoint: string | undefined
  #caller: KeyIdentity | undefined
  #isControl = false
  #received: number | undefined
  #replied: number | undefined
  #body = NOTHING_TO_READ
  #bytesOut = 0
  #capture: BodyCapture | undefined
  /** Whose bodies are captured. */
  #user: string | undefined
  #closed = false
  #reply: Reply | undefined
  #outcome: CallOutcome | undefined
  /** The reply of the gateway, in the format of no client yet. */
  #result: Reply | undefined

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
      this.#id = this.#trace
      return this.#refuse(refusal)
    }
    const admitted = gateway.admit({ method: this.#method, path, pathname, headers: request.rawHeaders })
    this.#trace = admitted.trace
    if ('refused' in admitted) {
      this.#id = this.#ports.randomId()
      this.#caller = admitted.caller
      this.#callerSpan = callerSpanOf(admitted.traceparent)
      this.#isControl = admitted.isControl === true
      return this.#refuse(admitted.refused)
    }
    this.#id = admitted.id
    this.#caller = admitted.caller
    this.#endpoint = admitted.endpoint
    this.#isControl = admitted.service?.of === 'control'
    this.#callerSpan = callerSpanOf(admitted.requestOptions.traceparent)
    const upload = admitted.upload ? bodyLimits.upload : undefined
    const limits = { buffered: bodyLimits.buffered, upload, free: this.#ports.memory.free() }
    this.#body = readBody(request, limits, this.#lease, body => this.#onBody(admitted, body))
  }

  onClosed(): void {
    if (this.#closed) return
    this.#closed = true
    if (!this.#arrival.response.writableFinished) this.#cancellation.cancel()
    this.#body.abort()
    // What is logged of the bodies is made while they are still charged.
    if (this.#reply !== undefined) this.#finish(this.#reply)
    this.#lease.release()
  }

  #onBody(admitted: AdmittedRequest, body: BufferedBody | Failure | undefined): void {
    if (body === undefined) return this.#send(failureReply(TRUNCATED))
    if (isFailure(body)) return this.#refuse(body)
    this.#received = this.#ports.clock.monotonic()
    const { bytes, remainder } = body
    if (!this.#isControl) this.#capture = this.#ports.capture?.(admitted.caller.workspace)
    if (this.#capture !== undefined) this.#user = userOfRequest(admitted)
    if (remainder === undefined) this.#capture?.request(bytes)
    const memory = this.#lease
    try {
      const { outcome, reply } = this.#served.gateway.begin(
        admitted,
        bytes,
        this.#cancellation,
        remainder === undefined ? { memory } : { memory, remainder },
      )
      reply.then(
        arrived => this.#onReply(arrived, outcome, remainder),
        (bug: unknown) => this.#onBug(bug),
      )
    } catch (bug) {
      this.#onBug(bug)
    }
  }

  #onReply(reply: Reply, outcome: CallOutcome, remainder: BufferedBody['remainder']): void {
    // Unread body bytes would precede the next request on the connection.
    if (remainder?.consumed === false || reply.failure?.code === 'body_too_large') {
      this.#arrival.response.setHeader('connection', 'close')
      this.#arrival.request.resume()
    }
    this.#outcome = outcome
    this.#result = reply
    this.#send(reply)
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
    this.#replied = this.#ports.clock.monotonic()
    if (this.#ports.stopping()) response.setHeader('connection', 'close')
    try {
      const headers = replyHeaders(reply)
      if (cors !== undefined) headers.push(...cors)
      headers.push(...(this.#served.gateway.resourceServer?.challenge(pathname, reply) ?? []))
      this.#served.gatewayHeaders(headers, this.#trace, reply, this.#outcome?.record)
      if (this.#served.costHeader !== undefined) this.#appendCost(headers, this.#served.costHeader, reply)
      const onSent = (bytes: Uint8Array): void => {
        this.#bytesOut += bytes.length
        this.#capture?.response(bytes)
      }
      const endingOf = (reason: Failure): Uint8Array =>
        failureEvent(reason, path, pathname, isAnthropicClient(request.rawHeaders))
      const ending = takesFailureEvent(reply) ? endingOf : undefined
      respond(response, reply.status, headers, reply.body, onSent, ending)
    } catch (bug) {
      this.#ports.log.write(toBugRecord(bug, this.#trace))
      discard(reply)
      response.destroy()
    }
  }

  /** The cost of a stream is not known when it begins. */
  #appendCost(headers: string[], name: string, reply: Reply): void {
    if (this.#outcome === undefined || !(reply.body instanceof Uint8Array)) return
    const cost = usageCost(
      { ...this.#outcome, reply: this.#result ?? reply },
      this.#ports.price,
      this.#ports.clock.now(),
    )?.cost
    if (cost !== undefined) headers.push(name, costInDollars(cost))
  }

  #finish(reply: Reply): void {
    const { clock, log } = this.#ports
    const served = {
      id: this.#id,
      trace: this.#trace,
      parent: this.#callerSpan?.span,
      method: this.#method,
      path: this.#arrival.pathname,
      endpoint: this.#endpoint,
      plan: this.#served.plan,
      started: this.#started,
      received: this.#received,
      replied: this.#replied,
      ended: clock.monotonic(),
      reply: { status: reply.status, failure: reply.failure },
      outcome: this.#outcome && withoutBodies(this.#outcome, this.#result ?? reply),
    }
    const details = {
      key: this.#caller?.id,
      workspace: this.#caller?.workspace,
      bytesIn: this.#body.length(),
      bytesOut: this.#bytesOut,
      left: this.#cancellation.cancelled(),
    }
    // Where memory is short, no more of it is spent on a request that was refused for it.
    const capture = reply.failure?.code === 'overloaded' ? undefined : this.#capture
    const coding = headerValue(reply.headers, 'content-encoding')
    const bodies = capture?.finish(coding, this.#user, this.#lease)
    log.request({
      ...{ served, details, price: this.#ports.price },
      bodies,
      callerSpan: this.#callerSpan,
      isControl: this.#isControl,
    })
    this.#done()
  }
}

const TRUNCATED = failure('invalid_request', 'The request body ended unexpectedly.')
