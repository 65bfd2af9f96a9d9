// A connection of a client of the Responses API over WebSocket. Requests of one lane are served one after the other, those of several
// lanes at once; each is a call of its own. The connection remembers the last response of each lane, so that a client sends only what is
// new whichever provider answers. Source: https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29).
import type { RequestHead } from '../gateway/request.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { type Failure, failure, isFailure, type KeyIdentity } from '../values/failures.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import {
  type CreateMessage,
  inputItems,
  joinItems,
  type MessageRefusal,
  readClientMessage,
  requestBody,
} from './client-message.ts'
import { type Conversation, outputItems, requiredInput } from './conversation.ts'
import { type FinishedResponse, FrameCall, type FrameRequest, type FrameResult } from './frame-call.ts'
import { ProviderSockets } from './provider-sockets.ts'
import { failureEventOf, notFoundEvent, warmUpEvents } from './session-events.ts'
import type { MemoryHolder, SessionHost } from './session-host.ts'
import { Steering } from './steering.ts'

/** The client's end of the connection. */
export interface SessionSocket {
  /** False when the client reads too slowly: `drained` is called. */
  readonly send: (text: string) => boolean
  readonly ping: () => void
  readonly close: (code: number, reason: string) => void
  readonly terminate: () => void
  readonly pause: () => void
  readonly resume: () => void
  /** The address, where the client has no key. */
  readonly address: string
}

/** Milliseconds that the vendor's connections last. */
const LIFETIME = 60 * 60_000
/** Milliseconds after which a connection without a sign of its client is probed, and after as many more is closed. */
const PROBE = 60_000
/** Responses of a connection that are generated at once, and named lanes: the vendor's limits. */
const MAX_RESPONSES = 16
const MAX_LANES = 32
/** Requests that wait before no more of them are read. */
const MAX_WAITING = 32
/** Bytes that are counted of a client that does not read, as of one of a stream. */
const STALLED = 128 * 1024

/** Codes with which the connection is closed (RFC 6455, section 7.4.1). */
const NORMAL = 1000
const GOING_AWAY = 1001
const UNSUPPORTED_DATA = 1003
const POLICY = 1008

const OLD = failure(
  'invalid_request',
  'Responses websocket connection limit reached (60 minutes). Create a new websocket connection to continue.',
)

interface Waiting {
  readonly message: CreateMessage
  /** Bytes of the message, for the log. */
  readonly received: number
  /** Returns the memory of the message, once. */
  readonly release: () => void
  /** Elements of the input, where they are not those of the message. */
  readonly input?: Uint8Array | undefined
  /** The message asks for the whole conversation, since its provider did not know the response that it continues. */
  readonly isRepeated?: boolean
  /** The connection has made it of what a client sent while the response before was generated. */
  readonly isSuccessor?: boolean
}

interface Lane {
  readonly waiting: Waiting[]
  running: FrameCall | undefined
  request: Waiting | undefined
  /** The identifier of the response that is being generated. */
  response: string | undefined
  last: Conversation | undefined
  /** Holds the items of the last one. */
  holder: MemoryHolder | undefined
}

export class ResponsesSession {
  readonly #host: SessionHost
  readonly #socket: SessionSocket
  readonly #head: RequestHead
  readonly #lease: MemoryLease
  readonly #lanes = new Map<string, Lane>()
  readonly #sockets: ProviderSockets
  readonly #steering: Steering
  /** Messages are read one after the other, also where one is read in turns. */
  #reading: Promise<void> = Promise.resolve()
  #running = 0
  #waiting = 0
  #caller: KeyIdentity | undefined
  #isOpen = true
  #isDraining = false
  #isOld = false
  #isAlive = true
  #isStalled = false
  #stalled: MemoryHolder | undefined
  #stopStall = (): void => {}
  #stopProbe = (): void => {}
  readonly #stopLife: () => void

  /** `head` is that of each call. */
  constructor(host: SessionHost, socket: SessionSocket, head: RequestHead) {
    this.#host = host
    this.#socket = socket
    this.#head = head
    this.#lease = host.memory.lease({ owner: () => this.#caller?.id })
    this.#sockets = new ProviderSockets(host, this.#lease)
    this.#steering = new Steering(host.randomId, text => this.#send(text))
    this.#stopLife = host.clock.after(LIFETIME, () => {
      this.#isOld = true
      this.#closeIfDone()
    })
    this.#probe()
  }

  /** A message of the client; `release` returns the memory that it is charged. */
  message(bytes: Uint8Array, isBinary: boolean, release: () => void): void {
    if (!this.#isOpen) return
    this.#isAlive = true
    if (isBinary) return this.#close(UNSUPPORTED_DATA, 'Messages must be text.')
    this.#reading = this.#reading
      .then(() => this.#read(bytes, release))
      .catch((bug: unknown) => this.#onBug(bug))
  }

  /** A sign that the client is there. */
  alive(): void {
    this.#isAlive = true
  }

  isBusy(): boolean {
    return this.#running + this.#waiting > 0
  }

  /** The client reads again. */
  drained(): void {
    if (!this.#isStalled) return
    this.#isStalled = false
    this.#stopStall()
    this.#releaseStalled()
    for (const { running } of this.#lanes.values()) running?.resume()
  }

  /** The connection is closed. */
  closed(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stopLife()
    this.#stopProbe()
    this.#stopStall()
    this.#releaseStalled()
    for (const lane of this.#lanes.values()) {
      lane.running?.leave()
      lane.waiting.length = 0
      this.#forget(lane)
    }
    this.#sockets.close()
    this.#lease.release()
  }

  /** Begins nothing more, and closes the connection when the responses have ended that are being generated. */
  drain(): void {
    this.#isDraining = true
    this.#closeIfDone()
  }

  /** Ends what is left, for a reason of the server's. */
  end(reason: Failure): void {
    for (const { running } of this.#lanes.values()) running?.end(reason)
    this.#close(GOING_AWAY, reason.message)
  }

  async #read(bytes: Uint8Array, release: () => void): Promise<void> {
    if (!this.#isOpen) return
    const message = await readClientMessage(bytes, this.#host.served().bodyLimits.values, this.#host)
    if (!this.#isOpen) return
    if ('type' in message && message.type === 'create')
      return this.#enqueue({ message, received: bytes.length, release })
    if ('type' in message && message.type === 'steer') return this.#steer(message.body, release)
    release()
    if ('refused' in message) this.#refuse(message)
    else if (message.type === 'cancel') this.#cancel(message.response)
  }

  #enqueue(request: Waiting): void {
    const name = request.message.lane
    let lane = this.#lanes.get(name)
    if (lane === undefined) {
      const named = this.#lanes.size - (this.#lanes.has('') ? 1 : 0)
      if (name !== '' && named >= MAX_LANES) return this.#refuse(tooManyLanes(name))
      lane = {
        waiting: [],
        running: undefined,
        request: undefined,
        response: undefined,
        last: undefined,
        holder: undefined,
      }
      this.#lanes.set(name, lane)
    }
    if (request.isSuccessor === true || request.isRepeated === true) lane.waiting.unshift(request)
    else lane.waiting.push(request)
    this.#waiting += 1
    if (this.#waiting > MAX_WAITING) this.#socket.pause()
    this.#next()
  }

  /** Begins what may begin. */
  #next(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#running >= MAX_RESPONSES) return
      if (lane.running !== undefined || lane.waiting.length === 0) continue
      const request = lane.waiting.shift()
      if (request === undefined) continue
      this.#waiting -= 1
      if (this.#waiting === MAX_WAITING) this.#socket.resume()
      try {
        this.#begin(name, lane, request)
      } catch (bug) {
        return this.#onBug(bug)
      }
      request.release()
    }
  }

  #begin(name: string, lane: Lane, request: Waiting): void {
    if (this.#isOld) {
      this.#send(failureEventOf(OLD, name, 'websocket_connection_limit_reached'))
      return this.#closeIfDone()
    }
    const { message } = request
    const parent = message.previous === undefined ? undefined : this.#find(message.previous)
    // Where nothing is stored, the connection is all that knows it.
    if (message.previous !== undefined && parent === undefined && !message.isStored) {
      this.#send(notFoundEvent(message.previous, name))
      return this.#next()
    }
    const own = request.input === undefined ? inputItems(message.body) : undefined
    const given = request.input ?? own
    const steered = parent === undefined ? undefined : this.#steering.take(parent.id)
    const input = given === undefined || steered === undefined ? given : joinItems([steered, given])
    const items = conversationItems(message, parent, input)
    const call = new FrameCall(
      this.#host,
      {
        lane: name,
        head: this.#head,
        body: bodyOf({ ...request, input }, own, parent),
        received: request.received,
        address: this.#socket.address,
        previous: request.isRepeated === true ? undefined : parent?.id,
        sockets: this.#sockets,
        answer: message.generates ? undefined : this.#warmUp(name, message),
      },
      {
        send: text => this.#send(text),
        onResponse: id => {
          lane.response = id
        },
        onCaller: caller => {
          this.#caller = caller
        },
        onEnd: result => this.#onEnd(name, lane, { ...request, input }, parent, items, result),
      },
    )
    this.#running += 1
    lane.running = call
    lane.request = request
    lane.response = undefined
    if (this.#isStalled) call.pause()
    const ready = this.#host.hold(this.#head)
    if (ready === undefined) return call.begin()
    const begin = (): void => call.begin()
    ready.then(begin, begin)
  }

  #onEnd(
    name: string,
    lane: Lane,
    request: Waiting,
    parent: Conversation | undefined,
    items: Uint8Array | undefined,
    { response, error }: FrameResult,
  ): void {
    const last = lane.running?.lastEvent ?? ''
    const steered = lane.response
    lane.running = undefined
    lane.request = undefined
    lane.response = undefined
    this.#running -= 1
    if (!this.#isOpen) return
    if (error !== undefined) {
      const isUnknown = error.param === 'previous_response_id' && error.status < 500
      // The connection knows what the provider does not.
      if (isUnknown && parent?.items !== undefined && request.isRepeated !== true)
        return this.#enqueue({ ...request, isRepeated: true })
      this.#send(
        isUnknown && request.message.previous !== undefined && parent === undefined
          ? notFoundEvent(request.message.previous, name)
          : error.text,
      )
      if (request.isSuccessor === true && request.message.previous !== undefined)
        this.#steering.fail(request.message.previous, 'successor_creation_failed', name, last)
      if (error.status === 401) return this.#close(POLICY, 'The key is not valid.')
    } else if (response?.isWhole === true) this.#remember(name, lane, items, response)
    if (steered !== undefined) this.#continueSteered(name, lane, request, steered, response, last)
    this.#next()
    this.#closeIfDone()
  }

  /** The input that came meanwhile is another request, or waits for what the client has to send. */
  #continueSteered(
    name: string,
    lane: Lane,
    request: Waiting,
    id: string,
    response: FinishedResponse | undefined,
    last: string,
  ): void {
    if (!this.#steering.has(id)) return
    if (response?.isWhole !== true || lane.last?.id !== id)
      return this.#steering.fail(id, 'response_not_active', name, last)
    if (lane.last.requiredInput.length > 0)
      return this.#steering.wait(id, lane.last.requiredInput, name, last)
    const input = this.#steering.take(id)
    const message = { ...request.message, previous: id }
    this.#enqueue({ ...request, message, input, isRepeated: false, isSuccessor: true })
  }

  #warmUp(name: string, { body }: CreateMessage): FrameRequest['answer'] {
    const id = `resp_${this.#host.randomId()}`
    const request = body.json()
    return {
      events: warmUpEvents(isFailure(request) ? {} : request, id, this.#host.clock.now(), name),
      response: { id, isStored: false, isWhole: true, output: [] },
    }
  }

  #remember(
    name: string,
    lane: Lane,
    items: Uint8Array | undefined,
    { id, isStored, output }: FinishedResponse,
  ): void {
    this.#forget(lane)
    const whole = items === undefined ? undefined : joinItems([items, outputItems(output)])
    lane.last = { id, lane: name, isStored, items: whole, requiredInput: requiredInput(output) }
    if (whole === undefined) return
    this.#lease.hold(whole.length)
    // Where memory is short it is forgotten: its client sends the whole conversation.
    const holder = {
      owner: this.#owner(),
      bytes: whole.length,
      disconnect: () => {
        if (lane.holder === holder) this.#forget(lane)
        else this.#lease.give(whole.length)
      },
    }
    lane.holder = holder
    this.#host.holders.add(holder)
  }

  #forget(lane: Lane): void {
    const { holder } = lane
    lane.last = undefined
    lane.holder = undefined
    if (holder === undefined) return
    this.#host.holders.remove(holder)
    this.#lease.give(holder.bytes)
  }

  #find(id: string): Conversation | undefined {
    for (const { last } of this.#lanes.values()) if (last?.id === id) return last
    return undefined
  }

  #steer(body: CreateMessage['body'], release: () => void): void {
    const lanes = [...this.#lanes].map(([name, { request, response, running, last }]) => ({
      name,
      response,
      isSteerable: request !== undefined && isSteerable(request.message),
      last: last?.id,
      event: running?.lastEvent ?? '',
    }))
    this.#steering.add(body, lanes, release)
  }

  #cancel(response: string | undefined): void {
    for (const lane of [...this.#lanes.values()])
      if (response === undefined || lane.response === response) lane.running?.cancel()
  }

  #refuse({ refused, code, lane = '' }: MessageRefusal): void {
    this.#send(failureEventOf(refused, lane, code))
  }

  #send(text: string): void {
    if (!this.#isOpen || this.#socket.send(text) || this.#isStalled) return
    this.#isStalled = true
    for (const { running } of this.#lanes.values()) running?.pause()
    this.#stopStall = this.#host.clock.after(this.#host.served().bodyLimits.timeout, () =>
      this.#socket.terminate(),
    )
    const disconnect = (): void => {
      this.#releaseStalled()
      this.#socket.terminate()
    }
    this.#stalled = { owner: this.#owner(), bytes: STALLED, disconnect }
    this.#host.holders.add(this.#stalled)
    this.#lease.hold(STALLED)
  }

  #releaseStalled(): void {
    if (this.#stalled === undefined) return
    this.#host.holders.remove(this.#stalled)
    this.#stalled = undefined
    this.#lease.give(STALLED)
  }

  /** Whose share of the memory it counts for. */
  #owner(): string {
    return this.#caller?.id ?? this.#socket.address
  }

  #probe(): void {
    this.#stopProbe = this.#host.clock.after(PROBE, () => {
      if (!this.#isAlive) return this.#socket.terminate()
      this.#isAlive = false
      this.#socket.ping()
      this.#probe()
    })
  }

  #closeIfDone(): void {
    if (!this.#isOpen || this.#running > 0) return
    if (this.#isDraining) return this.#close(GOING_AWAY, 'The gateway is stopping.')
    if (!this.#isOld) return
    this.#send(failureEventOf(OLD, '', 'websocket_connection_limit_reached'))
    this.#close(NORMAL, 'The connection has reached its limit of 60 minutes.')
  }

  /** A bug ends its connection, and nothing else. */
  #onBug(bug: unknown): void {
    this.#host.log.write(toBugRecord(bug, this.#host.randomId()))
    this.#socket.terminate()
    this.closed()
  }

  #close(code: number, reason: string): void {
    if (this.#isOpen) this.#socket.close(code, reason)
    this.closed()
  }
}

/** The body of the call: with the whole conversation where its provider does not store it. */
function bodyOf(
  { message, input, isRepeated }: Waiting,
  given: Uint8Array | undefined,
  parent: Conversation | undefined,
): Uint8Array {
  const { previous } = message
  if (parent?.items !== undefined && input !== undefined && (isRepeated === true || !parent.isStored))
    return requestBody(message, joinItems([parent.items, input]))
  return input === given || input === undefined ? requestBody(message) : requestBody(message, input, previous)
}

const isSteerable = ({ body }: CreateMessage): boolean =>
  (body.field('conversation') ?? null) === null && (body.field('context_management') ?? null) === null

/** The elements of the conversation up to a response, without its output; undefined where the provider knows more of it. */
function conversationItems(
  { body, previous }: CreateMessage,
  parent: Conversation | undefined,
  input: Uint8Array | undefined,
): Uint8Array | undefined {
  if (input === undefined || (body.field('conversation') ?? null) !== null) return undefined
  if (previous === undefined) return input
  return parent?.items === undefined ? undefined : joinItems([parent.items, input])
}

const tooManyLanes = (lane: string): MessageRefusal => ({
  refused: failure(
    'invalid_request',
    `This WebSocket connection has reached its maximum number of distinct stream IDs (${MAX_LANES}). Reuse an existing stream_id or open a new WebSocket connection.`,
    { param: 'stream_id' },
  ),
  code: 'websocket_stream_limit_reached',
  lane,
})
