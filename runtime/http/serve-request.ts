// Serves one HTTP request, from its head to its log record. It is done when its response has closed: until then bytes
// may still be on their way to a slow client, and a graceful shutdown waits for them. One file, since all steps share the private
// state of one request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ANONYMOUS, shareOwner } from '../gateway/authenticate.ts'
import { geminiPathname } from '../gateway/model-name.ts'
import type { AdmittedRequest, CallOutcome, ReservedHead } from '../gateway/request.ts'
import { callerSpanOf } from '../gateway/request-options.ts'
import { userOfRequest } from '../gateway/user-identity.ts'
import { convertError, failureEvent, takesFailureEvent } from '../inbound/convert-error.ts'
import type { HeldSlot } from '../sockets/session-host.ts'
import type { CallsInFlight } from '../telemetry/call-in-flight.ts'
import type { BodyCapture } from '../telemetry/capture-bodies.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { withoutBodies } from '../telemetry/request-record.ts'
import { usageCost } from '../telemetry/usage-cost.ts'
import type { Endpoint } from '../values/adapter.ts'
import { discard, type Reply } from '../values/call.ts'
import type { LimitRefusal } from '../values/call-limits.ts'
import { createCancellation } from '../values/cancellation.ts'
import { endpointFacts } from '../values/endpoints.ts'
import { failureReply, internalFailure } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, type KeyIdentity } from '../values/failures.ts'
import { type Headers, headerValue, isAnthropicClient } from '../values/headers.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import { lingerAfterReply } from './linger.ts'
import { type BufferedBody, isSmall, NOTHING_TO_READ, readBody } from './read-body.ts'
import { withReplyCost } from './reply-cost.ts'
import { type BreakOff, MAX_UNREAD, onStall, replyHeaders, respond } from './respond.ts'
import type { IncomingCall, ServePorts, ServerState, ServingGateway } from './serving-gateway.ts'
import type { SlotHolder } from './slot-shares.ts'

export interface OpenRequest extends SlotHolder {
  /** Its place in the list. */
  place: number
  readonly isOf: (request: IncomingMessage) => boolean
}

/** `limits.body_timeout` has passed before all of the request was received. */
export const NOT_RECEIVED = failure(
  'timeout',
  'The request was not received in time (limits.body_timeout; 60 s at most for its headers).',
)

/**
 * The requests that may have to be ended before their replies are sent. They are in a list rather than in a `Set`: when a set of V8 outgrows
 * its table, the old table still points to what it held and to the next table. Once the garbage collector has moved one such table to the
 * old space, every young request of a later table survives each scavenge: 7 KB of each call, and pauses of 10 to 20 ms.
 */
export class OpenRequests {
  readonly #requests: OpenRequest[] = []

  add(request: OpenRequest): void {
    request.place = this.#requests.push(request) - 1
  }

  all(): readonly OpenRequest[] {
    return this.#requests
  }

  /** The last one takes its place. */
  remove({ place }: OpenRequest): void {
    const last = this.#requests.pop()
    if (last === undefined || last.place === place) return
    this.#requests[place] = last
    last.place = place
  }

  end(reason: Failure): void {
    for (const request of [...this.#requests]) request.end(reason)
  }

  /** Ends a request that arrives too slowly, with its own reply and record; false if it is not in the list. */
  endSlow(arriving: IncomingMessage): boolean {
    const found = this.#requests.find(request => request.isOf(arriving))
    found?.end(NOT_RECEIVED)
    return found !== undefined
  }
}

type Done = (request: OpenRequest) => void

/** The request is in `open` until it is done. */
export function serveRequest(
  arrival: IncomingCall,
  served: ServingGateway,
  ports: ServePorts & ServerState,
  done: Done,
  open?: OpenRequests,
): void {
  const serving = new RequestInProgress(arrival, served, ports, done)
  open?.add(serving)
  onResponseClose(arrival.request, arrival.response, () => serving.onClosed())
  try {
    serving.begin()
  } catch (bug) {
    serving.onBug(bug)
  }
}

/**
 * Calls `action` when the response has ended, successfully or not. The response of a queued pipelined request has
 * no socket yet, and older versions of Node emit no event on it when the client disconnects, so the request's socket
 * is watched.
 */
export function onResponseClose(
  request: IncomingMessage,
  response: ServerResponse,
  action: () => void,
): void {
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

/** The slot of a tunnel, which is closed after all requests, or of a call by a message, which ends with its connection. */
export function holdSlot(
  owner: string,
  open: OpenRequests,
  { slots, sharedLoad }: ServePorts & ServerState,
): HeldSlot {
  const request: OpenRequest = {
    ...{ place: 0, end: () => {}, isOf: () => false, owner: () => owner, body: () => undefined },
  }
  open.add(request)
  sharedLoad?.held.add(owner, 1)
  return {
    refusal: slots.inFlight > slots.crowd ? slots.shares?.refuse(request) : undefined,
    leave: () => {
      open.remove(request)
      sharedLoad?.held.add(owner, -1)
    },
  }
}

/** The state of one request; a single object with a fixed shape. */
class RequestInProgress implements OpenRequest {
  place = 0
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
  #endpoint: Endpoint | undefined
  #caller: KeyIdentity | undefined
  #isControl = false
  /** Its place among the calls in flight. */
  #place: number | undefined
  #received: number | undefined
  #replied: number | undefined
  #body = NOTHING_TO_READ
  #bytesOut = 0
  #capture: BodyCapture | undefined
  /** Whose bodies are captured. */
  #user: string | undefined
  #closed = false
  /** What was reserved before its body had arrived. */
  #head: ReservedHead | undefined
  /** Counted among the slots of its caller in all threads. */
  #isHeld = false
  #reply: Reply | undefined
  #outcome: CallOutcome | undefined
  /** The reply of the gateway, in the format of no client yet. */
  #result: Reply | undefined
  /** Whether the connection was broken off after an error event. */
  #broken = false
  /** Ends the stream that is being sent. */
  #breakOff: BreakOff | undefined
  /** Why the server has ended the request. */
  #ended: Failure | undefined

  constructor(arrival: IncomingCall, served: ServingGateway, ports: ServePorts & ServerState, done: Done) {
    this.#arrival = arrival
    this.#served = served
    this.#ports = ports
    this.#done = done
    this.#started = ports.clock.monotonic()
    this.#method = arrival.request.method ?? 'GET'
    this.#lease = ports.memory.lease(this)
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
    if (admitted.caller.id !== ANONYMOUS.id) this.#arrival.onKey?.()
    this.#endpoint = admitted.endpoint
    this.#isControl = admitted.service?.of === 'control'
    this.#callerSpan = callerSpanOf(admitted.requestOptions.traceparent)
    const { slots, sharedLoad, callsInFlight } = this.#ports
    if (sharedLoad !== undefined) {
      this.#isHeld = true
      sharedLoad.held.add(this.owner(), 1)
    }
    if (callsInFlight !== undefined) this.#note(callsInFlight)
    if (slots.inFlight > slots.crowd) {
      const refusal = slots.shares?.refuse(this)
      if (refusal !== undefined) return this.#refuse(refusal)
    }
    const upload = admitted.upload ? bodyLimits.upload : undefined
    const limits = { buffered: bodyLimits.buffered, upload, free: this.#ports.memory.free }
    this.#body = readBody(request, limits, this.#lease, body => this.#onBody(admitted, body))
    if (gateway.limits?.reservesHeads === true && this.#received === undefined)
      this.#ports.endOfTurn(() => this.#reserveHead(admitted))
  }

  end(reason: Failure): void {
    if (this.#closed || this.#ended !== undefined) return
    this.#ended = reason
    this.#cancellation.cancel(reason === NOT_RECEIVED ? TOO_SLOW : GATEWAY_STOPPED)
    this.#breakStream(reason)
    if (this.#received !== undefined || this.#reply !== undefined) return
    this.#body.abort()
    this.#refuse(reason)
  }

  isOf(request: IncomingMessage): boolean {
    return this.#arrival.request === request
  }

  onClosed(): void {
    if (this.#closed) return
    this.#closed = true
    if (!this.#arrival.response.writableFinished) {
      this.#cancellation.cancel()
      if (this.#ended !== undefined && this.#outcome !== undefined)
        this.#outcome.record.streamError ??= this.#ended
    }
    this.#body.abort()
    // What is logged of the bodies is made while they are still charged.
    if (this.#reply !== undefined) this.#finish(this.#reply)
    this.#lease.release()
  }

  /** The body has not arrived with its head: limits that the key decides hold from now on, so that it may be refused before. */
  #reserveHead(admitted: AdmittedRequest): void {
    if (!this.#isArriving()) return
    const head = this.#served.gateway.reserveHead?.(admitted)
    this.#head = head
    if (head === undefined) return
    const refuse = (refusal: LimitRefusal | undefined): void => {
      if (refusal === undefined || !this.#isArriving()) return
      this.#outcome = { ...NO_CALL, record: { attempts: [], limit: head.limit } }
      this.#ended = refusal.failure
      this.#body.abort()
      this.#refuse(refusal.failure, refusal.headers)
    }
    if (head.refusal instanceof Promise) head.refusal.then(refuse, (bug: unknown) => this.onBug(bug))
    else refuse(head.refusal)
  }

  #isArriving(): boolean {
    return (
      this.#received === undefined && this.#reply === undefined && this.#ended === undefined && !this.#closed
    )
  }

  #onBody(admitted: AdmittedRequest, body: BufferedBody | Failure | undefined): void {
    if (this.#ended !== undefined) return
    if (body === undefined) return this.#send(failureReply(LEFT))
    if (isFailure(body)) return this.#refuse(body)
    this.#received = this.#ports.clock.monotonic()
    const { bytes, remainder } = body
    const { form } = this.#served
    if (
      admitted.requestOptions.contentEncoding !== undefined &&
      remainder === undefined &&
      isRead(admitted, form !== undefined)
    )
      return void this.#decode(admitted, bytes)
    const memory = this.#lease
    try {
      if (!this.#isControl) this.#capture = this.#ports.capture?.(admitted.caller.workspace)
      if (this.#capture !== undefined) this.#user = userOfRequest(admitted)
      if (remainder === undefined) this.#capture?.request(bytes)
      const { outcome, reply } = this.#served.gateway.begin(
        admitted,
        bytes,
        this.#cancellation,
        remainder === undefined ? { memory, head: this.#head } : { memory, head: this.#head, remainder },
      )
      reply.then(
        arrived =>
          arrived.providerError === undefined || this.#served.form !== undefined
            ? this.#onReply(arrived, outcome, remainder)
            : void this.#onProviderError(arrived, outcome, remainder),
        (bug: unknown) => this.onBug(bug),
      )
    } catch (bug) {
      this.onBug(bug)
    }
  }

  async #decode(admitted: AdmittedRequest, bytes: Uint8Array): Promise<void> {
    try {
      const { decodeBody } = await import('./decode-body.ts')
      const limit = this.#served.bodyLimits.buffered
      const decoded = await decodeBody(admitted, bytes, limit, this.#lease)
      if (this.#closed) return this.#send(failureReply(LEFT))
      if (isFailure(decoded)) return this.#send(failureReply(decoded))
      this.#onBody(decoded.admitted, { bytes: decoded.bytes })
    } catch (bug) {
      this.onBug(bug)
    }
  }

  /** The client gets the error in its own dialect; an entrance writes it itself. */
  async #onProviderError(
    reply: Reply,
    outcome: CallOutcome,
    remainder: BufferedBody['remainder'],
  ): Promise<void> {
    try {
      const { inClientDialect } = await import('../wire/error-kind.ts')
      const written = inClientDialect(reply, this.#endpoint, this.#arrival.request.rawHeaders)
      this.#onReply(written, outcome, remainder)
    } catch (bug) {
      this.onBug(bug)
    }
  }

  #onReply(reply: Reply, outcome: CallOutcome, remainder: BufferedBody['remainder']): void {
    if (remainder?.consumed === false || reply.failure?.code === 'body_too_large') {
      this.#closeAfterReply()
      this.#arrival.request.resume()
    }
    this.#outcome = outcome
    this.#result = reply
    if (this.#ended === undefined) return this.#send(reply)
    if (reply.failure !== undefined) return this.#send({ ...reply, ...failureReply(this.#ended) })
    this.#send(reply)
    this.#breakStream(this.#ended)
  }

  #breakStream(reason: Failure): void {
    if (this.#breakOff?.(reason) === true && this.#outcome !== undefined)
      this.#outcome.record.streamError ??= reason
  }

  owner(): string {
    return shareOwner(this.#caller ?? ANONYMOUS, this.#arrival.request.socket.remoteAddress)
  }

  body(): ReturnType<OpenRequest['body']> {
    if (this.#received !== undefined || this.#reply !== undefined || this.#closed) return undefined
    return { bytes: this.#body.length(), since: this.#started }
  }

  /** Memory is short, and the client reads too slowly. */
  #disconnect(): void {
    this.#ended ??= STALLED_READER
    this.#arrival.response.destroy()
  }

  onBug(bug: unknown): void {
    this.#ports.log.write(toBugRecord(bug, this.#trace))
    this.#send(failureReply(internalFailure(this.#trace)))
  }

  /** Its request has not arrived as a whole, and the bytes that are not read would precede the next one. */
  #closeAfterReply(): void {
    const { request, response } = this.#arrival
    response.setHeader('connection', 'close')
    lingerAfterReply(request, response, this.#ports.clock, this.#ports.lingering)
  }

  #refuse(reason: Failure, headers: Headers = []): void {
    const { request } = this.#arrival
    this.#lease.release()
    // The body was not read, so the connection cannot be reused. A client that may retry (503) reuses it: its body is drained.
    if (reason !== OVERLOADED && !(reason.code === 'overloaded' && isSmall(request))) this.#closeAfterReply()
    request.resume()
    const reply = failureReply(reason)
    this.#send(headers.length === 0 ? reply : { ...reply, headers: [...reply.headers, ...headers] })
  }

  #send(original: Reply): void {
    try {
      this.#sendReply(original)
    } catch (bug) {
      discard(original)
      if (!this.#arrival.response.headersSent && original.failure?.code !== 'internal') return this.onBug(bug)
      this.#ports.log.write(toBugRecord(bug, this.#trace))
      // Without a reply the request would not be finished.
      this.#reply ??= original
      this.#arrival.response.destroy()
    }
  }

  #sendReply(original: Reply): void {
    const { request, response, path, pathname, cors } = this.#arrival
    const { form } = this.#served
    const reply =
      form !== undefined
        ? form.reply(original, {
            trace: this.#trace,
            elapsed: () => this.#ports.clock.monotonic() - this.#started,
          })
        : original.status < 400
          ? original
          : convertError(original, path, this.#pathname(), isAnthropicClient(request.rawHeaders), this.#trace)
    // A closed response emits no further events, so the reply is released here.
    if (response.destroyed) {
      discard(reply)
      return this.#finish(reply)
    }
    this.#reply = reply
    this.#replied = this.#ports.clock.monotonic()
    if (this.#ports.stopping()) response.setHeader('connection', 'close')
    const sent =
      this.#served.costHeader === undefined ? reply : this.#withCost(reply, this.#served.costHeader)
    const headers = replyHeaders(sent)
    if (cors !== undefined) headers.push(...cors)
    headers.push(...(this.#served.gateway.resourceServer?.challenge(pathname, reply) ?? []))
    this.#served.gatewayHeaders(headers, this.#trace, reply, this.#outcome)
    const onSent = (bytes: Uint8Array): void => {
      this.#bytesOut += bytes.length
      this.#capture?.response(bytes)
    }
    // A small reply is taken at once: nothing can stall or fail.
    if (sent.body instanceof Uint8Array && sent.body.length <= MAX_UNREAD)
      return void respond(response, reply.status, headers, sent.body, onSent)
    const ending = (reason: Failure): Uint8Array =>
      failureEvent(reason, path, this.#pathname(), isAnthropicClient(request.rawHeaders))
    const endsByEvent = takesFailureEvent(reply) ? ending : undefined
    this.#breakOff = respond(
      response,
      reply.status,
      headers,
      sent.body,
      onSent,
      form?.ending(reply) ?? endsByEvent,
      onStall(
        response,
        this.#lease,
        this.#served.bodyLimits.timeout,
        this.#ports.stalledReaders,
        { owner: () => this.owner(), disconnect: () => this.#disconnect() },
        this.#ports.clock,
      ),
      this.#ports.streamTurn,
      this.#mayLookWhole() ? () => this.#breaks() : undefined,
    )
  }

  /** The path that decides which form errors have. */
  #pathname(): string {
    const { request, path, pathname } = this.#arrival
    return geminiPathname({ method: this.#method, path, pathname, headers: request.rawHeaders })
  }

  /** Streams whose clients take what came before an error event for the whole reply (semantics, section 15). */
  #mayLookWhole(): boolean {
    const format = this.#endpoint === undefined ? undefined : endpointFacts[this.#endpoint].streamFormat
    return format === 'responses' || format === 'media'
  }

  /** Whether the stream broke, other than by an event of the provider's own. */
  #breaks(): boolean {
    const reason = this.#outcome?.record.streamError
    this.#broken = reason !== undefined && reason.passed !== true
    return this.#broken
  }

  #withCost(reply: Reply, header: string): Reply {
    if (this.#outcome === undefined) return reply
    const priced = { ...this.#outcome, reply: this.#result ?? reply }
    return withReplyCost(reply, {
      header,
      endpoint: this.#endpoint,
      cost: () => usageCost(priced, this.#ports.price, this.#ports.clock.now())?.cost,
      inUsage: priced.record.isStrictDisabled === true,
    })
  }

  #note({ begin }: CallsInFlight): void {
    this.#place = begin({
      id: this.#id,
      trace: this.#trace,
      parent: this.#callerSpan?.span,
      method: this.#method,
      path: this.#arrival.pathname,
      endpoint: this.#endpoint,
      plan: this.#served.plan,
      since: this.#ports.clock.now(),
      key: this.#caller?.id,
      workspace: this.#caller?.workspace,
      isControl: this.#isControl,
    })
  }

  #finish(reply: Reply): void {
    if (this.#place !== undefined) this.#ports.callsInFlight?.replied(this.#place, reply.status)
    try {
      this.#record(reply)
    } catch (bug) {
      this.#leavePlace()
      this.#ports.log.write(toBugRecord(bug, this.#trace))
    } finally {
      this.#head?.release()
      if (this.#isHeld) this.#ports.sharedLoad?.held.add(this.owner(), -1)
      this.#isHeld = false
      this.#done(this)
    }
  }

  #leavePlace(): void {
    if (this.#place !== undefined) this.#ports.callsInFlight?.end(this.#place)
    this.#place = undefined
  }

  #record(reply: Reply): void {
    const { clock, log } = this.#ports
    const served = {
      id: this.#id,
      trace: this.#trace,
      parent: this.#callerSpan?.span,
      method: this.#method,
      path: this.#arrival.pathname,
      endpoint: this.#endpoint,
      plan: this.#outcome?.record.canary?.plan ?? this.#served.plan,
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
      left: this.#ended === undefined && !this.#broken && this.#cancellation.cancelled(),
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
      onRecorded: this.#place === undefined ? undefined : () => this.#leavePlace(),
    })
  }
}

/**
 * Whether the gateway reads the body, rather than pass the bytes: of known routes, its own services, and any JSON but below /proxy.
 * Entrances pass vendors' own calls as those below /proxy are passed, and read what they know of them.
 */
const isRead = (
  { endpoint, service, proxied, requestOptions }: AdmittedRequest,
  atEntrance: boolean,
): boolean =>
  endpoint !== undefined ||
  service !== undefined ||
  ((!proxied || atEntrance) && requestOptions.contentType?.toLowerCase().includes('json') === true)

/** Of a request that was refused before it was a call. */
const NO_CALL = { config: undefined, model: undefined, stream: false }

/** These never reach a client: its reply is the reason of the server. */
const GATEWAY_STOPPED = failure('cancelled', 'The gateway stopped before the reply arrived.')
const TOO_SLOW = failure('cancelled', NOT_RECEIVED.message)
const STALLED_READER = failure(
  'overloaded',
  'The gateway is out of memory (limits.buffered_bytes), and the client took nothing of its reply.',
)
const LEFT = failure('cancelled', 'The client disconnected before its request had arrived.')
