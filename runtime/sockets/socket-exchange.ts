// One request over a connection to a provider: the messages that answer it become the event stream, or the error, that HTTP would have
// brought. What breaks before its first event is sent over HTTP instead; afterwards the stream is broken, as it would be there.
import { createHash, type Hash } from 'node:crypto'
import { asObject, asText, type Json, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { encodeServerSentEvent } from '../streams/server-sent-events.ts'
import { type Body, createBody } from '../values/body/body.ts'
import { SCAN_STEP, scanLarge } from '../values/body/scan-in-turns.ts'
import { encodeJson, type FieldReplacement, spliceFields } from '../values/body/splice.ts'
import { type ByteSink, type ByteStream, concatenate } from '../values/byte-stream.ts'
import { failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { Ports, Upstream, UpstreamReceiver, UpstreamRequest } from '../values/ports.ts'
import { inputItems } from './client-message.ts'
import { outputItems } from './conversation.ts'
import type { ProviderSocket } from './provider-socket.ts'

/** A request of a client's connection. */
export interface TransportedRequest {
  readonly lane: string
  /** The response that it continues, if the connection knows it. */
  readonly previous: string | undefined
  /** False: it is a warm-up, which HTTP does not have. */
  readonly generates: boolean
  /** Called before a warm-up would be sent over HTTP. */
  readonly onUnsent: () => void
}

export interface ExchangePorts extends Pick<Ports, 'nextTurn'> {
  readonly overHttp: Upstream
  /** The provider has answered. */
  readonly onUsed: () => void
  /** The connection cannot be used for requests. */
  readonly onUnusable: () => void
}

/** The events that end a response; the value is whether it can be continued. */
const ENDS: Readonly<Record<string, boolean>> = {
  'response.completed': true,
  'response.incomplete': true,
  'response.failed': false,
  'response.cancelled': false,
}
const EVENT_STREAM: Headers = ['content-type', 'text/event-stream']
const BROKEN = failure(
  'invalid_upstream_reply',
  'The connection was closed before the response was complete.',
  {
    cause: 'cut',
  },
)
/** As over HTTP, nothing that the provider stores is sent twice. */
const UNANSWERED = failure('upstream_unreachable', 'The connection was closed before the reply.', {
  cause: 'reset',
})
const NOT_SENT = failure('internal', 'Internal gateway error while sending the request.')
const decoder = new TextDecoder('utf-8')
const FIRST_TYPE = /^\s*\{\s*"type"\s*:\s*"([^"\\]+)"/
const COMMA = 0x2c
const OPEN = new TextEncoder().encode('[')
const CLOSE = new TextEncoder().encode(']')

const CREATE = encodeJson('response.create')
const FALSE = encodeJson(false)

export class SocketExchange implements ByteStream {
  readonly #previous: string | undefined
  readonly #generates: boolean
  readonly #sent: UpstreamRequest
  readonly #receiver: UpstreamReceiver
  readonly #ports: ExchangePorts
  #socket: ProviderSocket | undefined
  #cancel: () => void = () => {}
  #isOver = false
  #isReused = false
  /** The request as it is where the provider remembers nothing, while only a part of it was sent. */
  #whole: (() => Uint8Array) | undefined
  /** Of the input, and then of the output; undefined where only the provider knows all of it. */
  #digest: Hash | undefined
  #length = 0
  readonly #items: Json[] = []
  /** Whether the provider may have stored a response that it did not report. */
  #isStored = false
  #hasReply = false
  #sink: ByteSink | undefined
  /** What arrives before there is a reader. */
  #early: ((sink: ByteSink) => void)[] = []

  constructor(
    { previous, generates }: Pick<TransportedRequest, 'previous' | 'generates'>,
    sent: UpstreamRequest,
    receiver: UpstreamReceiver,
    ports: ExchangePorts,
  ) {
    this.#previous = previous
    this.#generates = generates
    this.#sent = sent
    this.#receiver = receiver
    this.#ports = ports
  }

  /** What ends the wait for a connection. */
  onAbort(action: () => void): void {
    this.#cancel = action
  }

  begin(socket: ProviderSocket, connect: number | undefined): void {
    this.#socket = socket
    this.#isReused = connect === undefined
    this.#cancel = () => socket.close()
    socket.begin({ message: message => this.#onMessage(message), broken: () => this.#onBroken() })
    this.#receiver.sent?.(connect ?? 0, connect)
    const { body, rest } = this.#sent
    const bytes = concatenate([...(body === undefined ? [] : [body]), ...(rest ?? [])])
    if (bytes.length <= SCAN_STEP) return this.#write(socket, createBody(bytes))
    scanLarge(bytes, this.#ports.nextTurn)
      .then(scanned => this.#write(socket, createBody(bytes, undefined, undefined, scanned)))
      .catch(() => {
        if (this.#isOver) return
        this.abort()
        this.#receiver.fail(NOT_SENT)
      })
  }

  useHttp(): void {
    if (!this.#isOver) this.#cancel = this.#ports.overHttp(this.#sent, this.#receiver)
  }

  /** No more of it is wanted. */
  abort(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    for (const deliver of this.#early.splice(0)) deliver(sink)
  }

  pause(): void {
    if (!this.#isOver) this.#socket?.pause()
  }

  resume(): void {
    if (!this.#isOver) this.#socket?.resume()
  }

  cancel(): void {
    this.#early = []
    this.#sink = NO_SINK
    this.abort()
  }

  #write(socket: ProviderSocket, body: Body): void {
    if (this.#isOver) return
    const fields = body.fields()
    if (isFailure(fields)) {
      socket.finish()
      return this.useHttp()
    }
    const frame = (more: readonly FieldReplacement[] = []): Uint8Array =>
      spliceFields(body.bytes, fields, [
        { name: 'type', value: CREATE },
        { name: 'stream', value: undefined },
        { name: 'background', value: undefined },
        { name: 'generate', value: this.#generates ? undefined : FALSE },
        ...more,
      ])
    this.#isStored = body.field('store') !== false
    const rest = this.#takeInput(socket, body)
    if (rest === undefined || this.#previous === undefined) return socket.send(frame())
    this.#whole = frame
    socket.send(
      frame([
        { name: 'previous_response_id', value: encodeJson(this.#previous) },
        { name: 'input', value: concatenate([OPEN, rest, CLOSE]) },
      ]),
    )
  }

  /** The elements of the input that the provider does not remember; undefined where it remembers none of them. */
  #takeInput(socket: ProviderSocket, body: Body): Uint8Array | undefined {
    const { remembered } = socket
    socket.remembered = undefined
    const items = inputItems(body)
    const isPart = ['previous_response_id', 'conversation'].some(name => (body.field(name) ?? null) !== null)
    if (items === undefined || isPart) return undefined
    const digest = createHash('sha256')
    this.#digest = digest
    this.#length = items.length
    const length = remembered?.length ?? 0
    digest.update(items.subarray(0, length))
    const begins = remembered !== undefined && digest.copy().digest('hex') === remembered.digest
    digest.update(items.subarray(length))
    if (!begins || remembered.id !== this.#previous) return undefined
    if (length === 0 || length === items.length) return items.subarray(length)
    return items[length] === COMMA ? items.subarray(length + 1) : undefined
  }

  #onMessage(message: Uint8Array): void {
    const text = decoder.decode(message)
    const type = FIRST_TYPE.exec(text)?.[1] ?? asText(asObject(parseJson(text))['type']) ?? ''
    if (!this.#hasReply && type === 'error' && this.#onRefused(asObject(parseJson(text)))) return
    if (type === 'response.output_item.done') this.#items.push(asObject(parseJson(text))['item'] ?? null)
    const isLast = type === 'error' || Object.hasOwn(ENDS, type)
    // Before the event is passed on, since another request may follow at once.
    if (isLast) this.#finish(type, text)
    if (!this.#hasReply) this.#reply(200, EVENT_STREAM)
    this.#deliver(sink => sink.chunk(encodeServerSentEvent({ event: type, data: text })))
    if (isLast) this.#deliver(sink => sink.end())
  }

  /** Whether the error is that of the whole request: as over HTTP, it has a status. */
  #onRefused({ status, error, headers }: JsonObject): boolean {
    const code = asObject(error)['code']
    const whole = this.#whole
    this.#whole = undefined
    if (code === 'websocket_connection_limit_reached') {
      this.#isReused = true
      this.#isStored = false
      this.#socket?.close()
      return true
    }
    if (code === 'previous_response_not_found' && whole !== undefined) {
      this.#socket?.send(whole())
      return true
    }
    if (typeof status !== 'number' || status < 400 || status > 599) return false
    this.#isOver = true
    this.#socket?.finish()
    this.#reply(status, [...textHeaders(headers), 'content-type', 'application/json'])
    this.#deliver(sink => sink.chunk(encodeJson({ error: error ?? null })))
    this.#deliver(sink => sink.end())
    return true
  }

  #onBroken(): void {
    if (this.#isOver) return
    if (!this.#hasReply) {
      if (!this.#isReused) this.#ports.onUnusable()
      if (!this.#isStored) return this.useHttp()
      this.#isOver = true
      return this.#receiver.fail(UNANSWERED)
    }
    this.#isOver = true
    this.#deliver(sink => sink.fail(BROKEN))
  }

  #finish(type: string, text: string): void {
    this.#isOver = true
    if (type === 'error') return this.#socket?.close()
    if (ENDS[type] === true) this.#remember(asObject(asObject(parseJson(text))['response']))
    this.#socket?.finish()
  }

  #remember({ id, output }: JsonObject): void {
    const digest = this.#digest
    if (this.#socket === undefined || digest === undefined || typeof id !== 'string') return
    const added = outputItems(Array.isArray(output) && output.length > 0 ? output : this.#items)
    const comma = this.#length > 0 && added.length > 0 ? 1 : 0
    digest.update(comma === 1 ? ',' : '').update(added)
    const length = this.#length + comma + added.length
    this.#socket.remembered = { id, length, digest: digest.digest('hex') }
  }

  #reply(status: number, headers: Headers): void {
    this.#hasReply = true
    this.#ports.onUsed()
    this.#receiver.reply({ status, headers, body: this })
  }

  #deliver(action: (sink: ByteSink) => void): void {
    if (this.#sink === undefined) this.#early.push(action)
    else action(this.#sink)
  }
}

const NO_SINK: ByteSink = { chunk: () => {}, end: () => {}, fail: () => {} }

const textHeaders = (headers: Json | undefined): Headers =>
  Object.entries(asObject(headers)).flatMap(([name, value]) =>
    /^content-/i.test(name) || typeof value === 'object' ? [] : [name, String(value)],
  )
