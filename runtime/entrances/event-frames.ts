// Event streams of AWS (application/vnd.amazon.eventstream) written for clients: frames with two checksums, made from the server-sent
// events of a message. `streams/aws-event-stream.ts` reads them.
// https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
import { crc32 } from '../streams/crc32.ts'
import { type EventParser, parseEvents } from '../streams/server-sent-events.ts'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { concatenate } from '../values/byte-stream.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'

export const EVENT_STREAM = 'application/vnd.amazon.eventstream'

/** Two lengths and their checksum, at the start of a frame. */
const PRELUDE = 12
const CHECKSUM = 4
const STRING = 7
const encoder = new TextEncoder()

/** The headers are strings, of which names and values are ASCII. */
function frame(headers: readonly (readonly [name: string, value: string])[], payload: string): Uint8Array {
  const head = concatenate(
    headers.map(([name, value]) => {
      const header = encoder.encode(`\0${name}\0\0\0${value}`)
      header[0] = name.length
      header[name.length + 1] = STRING
      header[name.length + 2] = value.length >> 8
      header[name.length + 3] = value.length & 0xff
      return header
    }),
  )
  const body = encoder.encode(payload)
  const bytes = new Uint8Array(PRELUDE + head.length + body.length + CHECKSUM)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  view.setUint32(4, head.length)
  view.setUint32(8, crc32(bytes.subarray(0, 8)))
  bytes.set(head, PRELUDE)
  bytes.set(body, PRELUDE + head.length)
  view.setUint32(bytes.length - CHECKSUM, crc32(bytes.subarray(0, -CHECKSUM)))
  return bytes
}

const JSON_TYPE = [':content-type', 'application/json'] as const

/** An event with a JSON payload. */
export const eventFrame = (type: string, payload: string): Uint8Array =>
  frame([[':event-type', type], JSON_TYPE, [':message-type', 'event']], payload)

/** An exception, which ends a stream. */
export const exceptionFrame = (type: string, message: string): Uint8Array =>
  frame([[':exception-type', type], JSON_TYPE, [':message-type', 'exception']], JSON.stringify({ message }))

/** Exceptions that both streams have, by the type of an error of Messages and by the code of a failure. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['rate_limit_error', 'throttlingException'],
  ['overloaded_error', 'serviceUnavailableException'],
  ['overloaded', 'serviceUnavailableException'],
  ['shutting_down', 'serviceUnavailableException'],
  ['invalid_request_error', 'validationException'],
])

/** `kind`: of an error of Messages or of a failure. */
export const breakFrame = (kind: string, message: string): Uint8Array =>
  exceptionFrame(EXCEPTIONS.get(kind) ?? 'modelStreamErrorException', message)

/** Converts the events of a message, each at once. */
export interface FrameMapper {
  readonly event: (event: ServerSentEvent) => readonly Uint8Array[]
  /** Whether the stream has come to its end, whole or by an exception. */
  readonly isOver: () => boolean
  /** What ends a stream that breaks; by default an exception. */
  readonly broken?: (reason: Failure) => Uint8Array
}

const TRUNCATED = failure('invalid_upstream_reply', 'The stream ended before the message was complete.')
const TOO_LONG = failure('invalid_upstream_reply', 'An event of the stream is too long.')

/** The frames of a stream. */
export class FramedStream implements ByteStream, ByteSink {
  readonly #body: ByteStream
  readonly #mapper: FrameMapper
  readonly #parser: EventParser
  #sink: ByteSink | undefined
  #frames: Uint8Array[] = []
  #isBroken = false

  constructor(body: ByteStream, mapper: FrameMapper) {
    this.#body = body
    this.#mapper = mapper
    this.#parser = parseEvents(
      event => {
        if (!this.#isOver()) this.#frames.push(...mapper.event(event))
      },
      { onTooLong: () => this.#break(TOO_LONG) },
    )
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.#body.start(this)
  }

  pause(): void {
    this.#body.pause()
  }

  resume(): void {
    this.#body.resume()
  }

  cancel(): void {
    this.#body.cancel()
  }

  chunk(bytes: Uint8Array): void {
    this.#parser.feed(bytes)
    this.#flush()
  }

  end(): void {
    this.#parser.end()
    this.#break(TRUNCATED)
    this.#flush()
    this.#sink?.end()
  }

  fail(reason: Failure): void {
    this.#break(reason)
    this.#flush()
    this.#sink?.end()
  }

  #isOver(): boolean {
    return this.#isBroken || this.#mapper.isOver()
  }

  #break(reason: Failure): void {
    if (this.#isOver()) return
    this.#isBroken = true
    this.#frames.push(this.#mapper.broken?.(reason) ?? breakFrame(reason.code, reason.message))
  }

  #flush(): void {
    if (this.#frames.length === 0) return
    this.#sink?.chunk(concatenate(this.#frames))
    this.#frames = []
  }
}
