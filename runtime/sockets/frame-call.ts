// One request of a connection: a call of the gateway like a POST that asks for a stream, with its own admission, limits, memory and log
// record. The events of its reply are sent as they come; it has ended when the last one is sent.
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../schemas/values/json.ts'
import { ANONYMOUS, shareOwner } from '../gateway/authenticate.ts'
import type { AdmittedRequest, CallOutcome, RequestHead } from '../gateway/request.ts'
import { callerSpanOf } from '../gateway/request-options.ts'
import { userOfRequest } from '../gateway/user-identity.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { BodyCapture } from '../telemetry/capture-bodies.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { withoutBodies } from '../telemetry/request-record.ts'
import type { ByteStream } from '../values/byte-stream.ts'
import { discard, isStream, plainReply, type Reply } from '../values/call.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply, internalFailure, statusOfFailure } from '../values/error-reply.ts'
import { type Failure, failure, failureTable, type KeyIdentity } from '../values/failures.ts'
import { isEventStream } from '../values/headers.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import type { ProviderSockets, RequestTransport } from './provider-sockets.ts'
import { failureEventOf, laneEvent, replyErrorEvent, streamErrorEvent, withLane } from './session-events.ts'
import type { HeldSlot, SessionGateway, SessionHost } from './session-host.ts'

/** A response as its last event has it. */
export interface FinishedResponse {
  readonly id: string
  readonly isStored: boolean
  /** Whether all of it arrived, as far as its limits allowed: there is something to continue. */
  readonly isWhole: boolean
  readonly output: Json
}

export interface FrameResult {
  /** Absent if none was generated. */
  readonly response?: FinishedResponse
  /** Of a call without an event: the event of its error, which the connection sends or answers by another call. */
  readonly error?: { readonly text: string; readonly status: number; readonly param: string | undefined }
}

export interface FrameListener {
  readonly send: (event: string) => void
  /** Called once. */
  readonly onEnd: (result: FrameResult) => void
  /** The identifier of the response, once it is known. */
  readonly onResponse: (id: string) => void
  /** The key of the call was admitted. */
  readonly onCaller: (caller: KeyIdentity) => void
}

export interface FrameRequest {
  readonly lane: string
  readonly head: RequestHead
  readonly body: Uint8Array
  /** Of the client. */
  readonly address: string
  /** Bytes of the message that it came in. */
  readonly received: number
  /** The response that it continues, if the connection knows it and the body has all that came before. */
  readonly previous?: string | undefined
  readonly sockets: ProviderSockets
  /** The answer of the gateway to a warm-up, where no provider has one. */
  readonly answer?: { readonly events: readonly string[]; readonly response: FinishedResponse } | undefined
}

/** Never reaches a client: it ended the call itself. */
const ENDED_BY_CLIENT = failure('cancelled', 'The client cancelled the response.')
const UNSENT = failure('cancelled', 'The provider has no warm-up.')
const NO_END = failure('invalid_upstream_reply', 'The stream ended before the response was complete.')
const EVENT_TOO_LONG = failure('invalid_upstream_reply', 'An event of the stream is too long.')

/** Types of events that end a response; the value is whether it can be continued. */
const ENDS: Readonly<Record<string, boolean>> = {
  'response.completed': true,
  'response.incomplete': true,
  'response.failed': false,
  'response.cancelled': false,
}
const decoder = new TextDecoder('utf-8')
const NO_BYTES = new Uint8Array(0)

export class FrameCall {
  readonly #host: SessionHost
  readonly #served: SessionGateway
  readonly #request: FrameRequest
  readonly #listener: FrameListener
  readonly #started: number
  readonly #cancellation = createCancellation()
  readonly #lease: MemoryLease
  #id: string
  #trace: string
  #caller: KeyIdentity | undefined
  #callerSpan: CallerSpan | undefined
  #received: number | undefined
  #replied: number | undefined
  #transport: RequestTransport | undefined
  #capture: BodyCapture | undefined
  #user: string | undefined
  #outcome: CallOutcome | undefined
  #reply: Reply | undefined
  #stream: ByteStream | undefined
  #isPaused = false
  #isOver = false
  #isCounted = false
  /** Its place among the calls in flight. */
  #place: number | undefined
  #slot: HeldSlot | undefined
  #isPending = false
  #left = false
  #bytesOut = 0
  /** The response as the events so far have it. */
  #response: FinishedResponse | undefined
  #head: JsonObject | undefined
  /** Items that are complete. */
  readonly #items: Json[] = []
  /** The last event that was sent. */
  #last = ''
  #hasEnded = false

  constructor(host: SessionHost, request: FrameRequest, listener: FrameListener) {
    this.#host = host
    this.#served = host.served()
    this.#request = request
    this.#listener = listener
    this.#started = host.clock.monotonic()
    this.#lease = host.memory.lease(this)
    this.#id = host.randomId()
    this.#trace = this.#id
  }

  owner(): string {
    return shareOwner(this.#caller ?? ANONYMOUS, this.#request.address)
  }

  get lastEvent(): string {
    return this.#last
  }

  begin(): void {
    // It was held until the server was ready, and its client has left meanwhile.
    if (this.#isOver) return
    try {
      this.#begin()
    } catch (bug) {
      this.#onBug(bug)
    }
  }

  #begin(): void {
    const { head, body } = this.#request
    const { gateway, bodyLimits } = this.#served
    const refusal = this.#host.begin()
    if (refusal !== undefined) return this.#refuse(refusal)
    this.#isCounted = true
    const admitted = gateway.admit(head)
    this.#trace = admitted.trace
    if ('refused' in admitted) {
      this.#caller = admitted.caller
      this.#callerSpan = callerSpanOf(admitted.traceparent)
      return this.#refuse(admitted.refused)
    }
    this.#id = admitted.id
    this.#caller = admitted.caller
    if (admitted.caller.id !== ANONYMOUS.id) this.#listener.onCaller(admitted.caller)
    this.#callerSpan = callerSpanOf(admitted.requestOptions.traceparent)
    this.#place = this.#host.callsInFlight?.begin({
      ...{ id: this.#id, trace: this.#trace, parent: this.#callerSpan?.span },
      ...{ method: head.method, path: head.pathname, endpoint: 'responses', plan: this.#served.plan },
      since: this.#host.clock.now(),
      ...{ key: admitted.caller.id, workspace: admitted.caller.workspace },
    })
    this.#slot = this.#host.admit(this.owner())
    if (this.#slot.refusal !== undefined) return this.#refuse(this.#slot.refusal)
    if (body.length > bodyLimits.buffered) return this.#refuse(tooLarge(bodyLimits.buffered))
    if (!this.#lease.take(body.length)) return this.#refuse(OVERLOADED)
    const { answer, sockets } = this.#request
    if (answer === undefined || sockets.warmsUp) this.#handle(admitted, body)
    else this.#answer(answer)
  }

  #answer({ events, response }: NonNullable<FrameRequest['answer']>): void {
    this.#reply = plainReply(200, NO_BYTES, [])
    for (const event of events) this.#send(event)
    this.#finish({ response })
  }

  #handle(admitted: AdmittedRequest, body: Uint8Array): void {
    this.#received = this.#host.clock.monotonic()
    this.#capture = this.#host.capture?.(admitted.caller.workspace)
    if (this.#capture !== undefined) this.#user = userOfRequest(admitted)
    this.#capture?.request(body)
    const { lane, previous, sockets, answer } = this.#request
    const generates = answer === undefined
    const onUnsent = (): void => this.#cancellation.cancel(UNSENT)
    this.#transport = sockets.transportOf({ lane, previous, generates, onUnsent })
    this.#isPending = true
    const { outcome, reply } = this.#served.gateway.begin(admitted, body, this.#cancellation, {
      memory: this.#lease,
      transport: this.#transport.transport,
    })
    const written = reply.then(arrived =>
      arrived.providerError === undefined ? arrived : this.#inClientDialect(arrived, admitted),
    )
    written.then(
      arrived => {
        this.#isPending = false
        this.#outcome = outcome
        try {
          this.#onReply(arrived)
        } catch (bug) {
          this.#onBug(bug)
        }
      },
      (bug: unknown) => {
        this.#isPending = false
        this.#onBug(bug)
      },
    )
  }

  async #inClientDialect(reply: Reply, { endpoint, head }: AdmittedRequest): Promise<Reply> {
    const { inClientDialect } = await import('../wire/error-kind.ts')
    return inClientDialect(reply, endpoint, head.headers)
  }

  pause(): void {
    this.#isPaused = true
    this.#stream?.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#stream?.resume()
  }

  /** The client has disconnected. */
  leave(): void {
    if (this.#isOver) return
    this.#left = true
    this.#cancellation.cancel()
    this.#stream?.cancel()
    this.#finish({})
  }

  /** Ends it at the client's request: what it has is all there is of it. */
  cancel(): void {
    if (this.#isOver) return
    this.#left = true
    this.#cancellation.cancel(ENDED_BY_CLIENT)
    this.#stream?.cancel()
    const response = {
      ...this.#head,
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'cancelled' },
      output: this.#items,
    }
    this.#send(laneEvent({ type: 'response.incomplete', response }, this.#request.lane))
    this.#finish({})
  }

  /** Ends it for a reason of the server's. */
  end(reason: Failure): void {
    if (this.#isOver) return
    this.#cancellation.cancel(reason)
    this.#stream?.cancel()
    this.#break(reason)
  }

  #onReply(reply: Reply): void {
    this.#reply = reply
    if (this.#isOver) {
      discard(reply)
      return this.#close()
    }
    this.#replied = this.#host.clock.monotonic()
    const { answer } = this.#request
    // What a warm-up is refused for, the request after it is refused for.
    if (answer !== undefined && (reply.status >= 400 || this.#transport?.isUsed() !== true)) {
      discard(reply)
      return this.#answer(answer)
    }
    const { body } = reply
    if (reply.status >= 400) return this.#onError(reply)
    const events = parseEvents(event => this.#onEvent(event), {
      onTooLong: () => {
        this.#stream?.cancel()
        this.#break(EVENT_TOO_LONG)
      },
    })
    const take = (bytes: Uint8Array): void => {
      this.#capture?.response(bytes)
      events.feed(bytes)
    }
    if (!isStream(body)) {
      if (isEventStream(reply.headers)) take(body)
      else this.#onEvent({ event: 'response.completed', data: wholeReply(body) })
      events.end()
      return this.#onStreamEnd()
    }
    this.#stream = body
    body.start({
      chunk: take,
      end: () => {
        events.end()
        this.#onStreamEnd()
      },
      fail: reason => this.#break(reason),
    })
    if (this.#isPaused) body.pause()
  }

  #onError(reply: Reply): void {
    const { lane } = this.#request
    const body = isStream(reply.body) ? '' : decoder.decode(reply.body)
    discard(reply)
    if (!isStream(reply.body)) this.#capture?.response(reply.body)
    const headers = [...reply.headers]
    this.#served.gatewayHeaders(headers, this.#trace, reply, this.#outcome)
    const text = replyErrorEvent(body, reply.status, headers, lane)
    const param = asText(asObject(asObject(parseJson(body))['error'])['param'])
    this.#finish({ error: { text, status: reply.status, param } })
  }

  #onEvent({ event, data }: ServerSentEvent): void {
    if (this.#isOver || data === '' || data === '[DONE]') return
    const type = event ?? typeOf(data)
    if (type === 'error') {
      const code = this.#outcome?.record.streamError?.code
      const status = failureTable[code ?? NO_END.code].status
      this.#hasEnded = true
      return this.#send(streamErrorEvent(asObject(parseJson(data)), status, this.#request.lane))
    }
    if (type === 'response.created') this.#onCreated(asObject(asObject(parseJson(data))['response']))
    else if (type === 'response.output_item.done') this.#items.push(asObject(parseJson(data))['item'] ?? null)
    else if (Object.hasOwn(ENDS, type)) this.#onLast(type, asObject(asObject(parseJson(data))['response']))
    this.#send(withLane(data, this.#request.lane))
  }

  #onCreated(response: JsonObject): void {
    const { id } = response
    this.#head = response
    if (typeof id === 'string') this.#listener.onResponse(id)
  }

  #onLast(type: string, { id, store, output }: JsonObject): void {
    this.#hasEnded = true
    if (typeof id !== 'string') return
    // Some providers have the items in their own events only.
    const items = Array.isArray(output) && output.length > 0 ? output : this.#items
    this.#response = { id, isStored: store === true, isWhole: ENDS[type] === true, output: items }
  }

  #onStreamEnd(): void {
    if (this.#isOver) return
    if (!this.#hasEnded) return this.#break(NO_END)
    this.#finish(this.#response === undefined ? {} : { response: this.#response })
  }

  /** The stream ended before its end. */
  #break(reason: Failure): void {
    if (this.#isOver) return
    if (this.#outcome !== undefined) this.#outcome.record.streamError ??= reason
    const text = failureEventOf(reason, this.#request.lane)
    if (this.#replied !== undefined) {
      this.#send(text)
      return this.#finish({})
    }
    this.#reply = failureReply(reason)
    this.#finish({ error: { text, status: statusOfFailure(reason), param: undefined } })
  }

  #send(text: string): void {
    this.#last = text
    this.#bytesOut += text.length
    this.#listener.send(text)
  }

  #refuse(reason: Failure): void {
    if (this.#isOver) return
    this.#reply = failureReply(reason)
    const text = failureEventOf(reason, this.#request.lane)
    this.#finish({ error: { text, status: this.#reply.status, param: reason.param } })
  }

  #onBug(bug: unknown): void {
    this.#host.log.write(toBugRecord(bug, this.#trace))
    if (this.#isOver) return this.#close()
    this.#stream?.cancel()
    this.#break(internalFailure(this.#trace))
  }

  #finish(result: FrameResult): void {
    if (this.#isOver) return
    this.#isOver = true
    // The record has what the gateway did of a call that has ended before its reply.
    if (!this.#isPending) this.#close()
    this.#listener.onEnd(result)
  }

  #close(): void {
    try {
      this.#record()
    } catch (bug) {
      this.#leavePlace()
      this.#host.log.write(toBugRecord(bug, this.#trace))
    }
    this.#lease.release()
    if (this.#isCounted) this.#host.ended(this.#slot)
  }

  #leavePlace(): void {
    if (this.#place !== undefined) this.#host.callsInFlight?.end(this.#place)
    this.#place = undefined
  }

  #record(): void {
    const { head, received } = this.#request
    const reply = this.#reply ?? failureReply(ENDED_BY_CLIENT)
    if (this.#place !== undefined) this.#host.callsInFlight?.replied(this.#place, reply.status)
    const served = {
      id: this.#id,
      trace: this.#trace,
      parent: this.#callerSpan?.span,
      method: head.method,
      path: head.pathname,
      endpoint: 'responses',
      plan: this.#served.plan,
      started: this.#started,
      received: this.#received,
      replied: this.#replied,
      ended: this.#host.clock.monotonic(),
      reply: { status: reply.status, failure: reply.failure },
      outcome: this.#outcome && withoutBodies(this.#outcome, reply),
    }
    const details = {
      key: this.#caller?.id,
      workspace: this.#caller?.workspace,
      bytesIn: received,
      bytesOut: this.#bytesOut,
      left: this.#left,
    }
    this.#host.log.request({
      ...{ served, details, price: this.#host.price },
      bodies: this.#capture?.finish(undefined, this.#user, this.#lease),
      callerSpan: this.#callerSpan,
      onRecorded: this.#place === undefined ? undefined : () => this.#leavePlace(),
    })
  }
}

const TYPE = /"type"\s*:\s*"([^"]{1,64})"/
const typeOf = (data: string): string => TYPE.exec(data)?.[1] ?? ''

/** A reply that is not a stream, as the last event of one. */
function wholeReply(body: Uint8Array): string {
  const response = parseJson(decoder.decode(body))
  return JSON.stringify({
    type: 'response.completed',
    sequence_number: 0,
    response: isObject(response) ? response : {},
  })
}

const tooLarge = (limit: number): Failure =>
  failure(
    'body_too_large',
    `The request with what it continues has more than ${limit} bytes (limits.body_bytes).`,
  )
