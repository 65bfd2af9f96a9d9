// The reply to one request of a client: a JSON body where the answer comes first, otherwise a stream of events that ends with
// the answer. Bounded: a client that does not read loses its stream.
import { type ByteSink, type ByteStream, concatenate } from '../../values/byte-stream.ts'
import { plainReply, type Reply } from '../../values/call.ts'
import { JSON_HEADERS } from '../../values/error-reply.ts'
import { failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Clock } from '../../values/ports.ts'

export interface ReplyStream {
  readonly reply: Promise<Reply>
  /** Sends a message before the answer. */
  readonly write: (message: string) => void
  /** Sends the answer, with its status and headers where nothing was sent before. */
  readonly finish: (message: string, status?: number, added?: Headers) => void
  /** Ends a stream without an answer. */
  readonly end: () => void
  /** Ends the request because of a bug: as a rejection where nothing was sent, else with a broken stream. */
  readonly fail: (bug: unknown) => void
  /** Begins the stream before there is anything to send. */
  readonly open: () => void
}

export interface StreamOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Whether the client reads streams; otherwise it gets only the answer. */
  readonly acceptsStream: boolean
  readonly headers?: Headers
}

/** Milliseconds of silence after which a comment is sent, so that the connection stays open. */
const KEEP_ALIVE = 15_000
/** Bytes that wait for a slow client. */
const MAX_WAITING = 16 * 1024 * 1024

const encoder = new TextEncoder()
const COMMENT = encoder.encode(': \n\n')

const STREAM_HEADERS: Headers = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-cache, no-transform',
  'x-accel-buffering',
  'no',
]

/** A message as the whole reply. */
export const messageReply = (status: number, message: string, headers: Headers = []): Reply =>
  plainReply(status, encoder.encode(message), [...JSON_HEADERS, ...headers])

/** A reply without a body. */
export const emptyReply = (status: number, headers: Headers = []): Reply =>
  plainReply(status, new Uint8Array(0), headers)

export function createReplyStream({ clock, acceptsStream, headers = [] }: StreamOptions): ReplyStream {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  let isOpen = false
  let isEnded = false
  let sink: ByteSink | undefined
  let isPaused = false
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let stopTimer = (): void => {}

  const flush = (): void => {
    if (sink === undefined || isPaused) return
    const pieces = waiting
    waiting = []
    waitingBytes = 0
    if (pieces.length > 0) sink.chunk(concatenate(pieces))
    if (isEnded) sink.end()
  }
  const send = (bytes: Uint8Array): void => {
    if (isEnded) return
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes > MAX_WAITING) {
      close()
      return sink?.fail(failure('timeout', 'The client reads too slowly.', { cause: 'timeout' }))
    }
    watch()
    flush()
  }
  const watch = (): void => {
    stopTimer()
    stopTimer = clock.after(KEEP_ALIVE, () => {
      open()
      send(COMMENT)
    })
  }
  const close = (): void => {
    isEnded = true
    stopTimer()
  }
  const body: ByteStream = {
    start: reader => {
      sink = reader
      flush()
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      flush()
    },
    cancel: () => {
      close()
      sink = undefined
      waiting = []
    },
  }
  const open = (): void => {
    if (isOpen || isEnded) return
    isOpen = true
    resolve(plainReply(200, body, [...STREAM_HEADERS, ...headers]))
  }
  const event = (message: string): Uint8Array => encoder.encode(`event: message\ndata: ${message}\n\n`)
  if (acceptsStream) watch()
  return {
    reply: promise,
    open: () => {
      open()
      send(COMMENT)
    },
    write: message => {
      if (!acceptsStream || isEnded) return
      open()
      send(event(message))
    },
    finish: (message, status = 200, added = []) => {
      if (isEnded) return
      if (!isOpen) {
        close()
        return resolve(messageReply(status, message, [...headers, ...added]))
      }
      send(event(message))
      close()
      flush()
    },
    fail: bug => {
      if (isEnded) return
      close()
      if (!isOpen) return reject(bug)
      sink?.fail(failure('internal', 'The request failed because of a bug in the gateway.'))
    },
    end: () => {
      if (isEnded) return
      close()
      if (isOpen) return flush()
      resolve(emptyReply(202, headers))
    },
  }
}
