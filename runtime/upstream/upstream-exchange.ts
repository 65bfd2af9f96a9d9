// One call on a connection: the body that it uploads, and its reply, which is read in turns of the event loop. Each call has one object
// that is both the dispatch handler of undici and the reply body.
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { UpstreamReceiver, UpstreamReply } from '../values/ports.ts'
import { passReply } from './decode-reply.ts'
import { INVALID_STATUS, LAST_STATUS, toNetworkFailure, truncated } from './network-failure.ts'

/**
 * Bytes of a reply that are taken in one turn of the event loop: up to two megabytes of a fast provider are read in one, and what is done
 * for each of their events would delay all other requests.
 */
const TURN_BYTES = 128 * 1024

/** Milliseconds for the log. */
const toHundredths = (milliseconds: number): number => Math.round(milliseconds * 100) / 100

/** The request that undici has begun to send: its head is written next, in the same turn. */
export interface StartingRequest {
  exchange: UpstreamExchange | undefined
}

/** What an exchange needs of the client that it belongs to. */
interface SendingParts {
  readonly starting: StartingRequest
  /** Whether requests to the host wait for a connection. */
  readonly isCrowded: () => boolean
  /** Sends the request once more, on a new connection; undefined where it may not be repeated. */
  readonly repeat: (() => void) | undefined
}

/** Milliseconds after writing a request within which a connection that closes had been closed before. */
const STALE_WITHIN = 100

export class UpstreamExchange implements Dispatcher.DispatchHandler, ByteStream {
  readonly #receiver: UpstreamReceiver
  /** Destroyed when the call is over, so that its producer does not wait for a reader. */
  readonly #upload: Readable | undefined
  #controller: Dispatcher.DispatchController | undefined
  #sink: ByteSink | undefined
  /** Chunks received in this turn of the event loop, or before the sink was attached. */
  #pending: Uint8Array[] = []
  /** Bytes received since it last yielded. */
  #taken = 0
  #yields = false
  /** Paused by its reader. */
  #paused = false
  #ended: 'no' | 'well' | Error = 'no'
  #begun = false
  #cancelled = false
  readonly #sending: SendingParts
  readonly #dispatched: number
  #queued = 0
  /** The head was the first one on its connection. */
  #isFirst = false
  #isRepeated = false

  constructor(receiver: UpstreamReceiver, upload: Readable | undefined, sending: SendingParts) {
    this.#receiver = receiver
    this.#upload = upload
    this.#sending = sending
    this.#dispatched = performance.now()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#cancelled) return controller.abort(new Error('cancelled'))
    this.#sending.starting.exchange = this
    this.#queued = toHundredths(performance.now() - this.#dispatched)
    this.#receiver.sent?.(this.#queued, undefined)
  }

  /** The head is the first one on a new connection, which took this many milliseconds to open. */
  opened(milliseconds: number): void {
    this.#isFirst = true
    if (!this.#cancelled)
      this.#receiver.sent?.(this.#queued, Math.min(toHundredths(milliseconds), this.#queued))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#cancelled) return
    if (status > LAST_STATUS) {
      this.onResponseError(undefined, INVALID_STATUS)
      return controller.abort(INVALID_STATUS)
    }
    this.#begun = true
    const headers = flatHeaders(controller.rawHeaders)
    const reply: UpstreamReply = { status, headers, body: this }
    if (headerValue(headers, 'content-encoding') === undefined) this.#receiver.reply(reply)
    else passReply(reply, this.#receiver)
  }

  /** undici emits one chunk per HTTP chunk, many per socket read; all chunks of one turn are coalesced. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#cancelled) return
    this.#pending.push(chunk)
    this.#taken += chunk.length
    if (this.#taken > TURN_BYTES && !this.#yields) this.#yield()
    if (this.#pending.length === 1 && this.#sink !== undefined) process.nextTick(flushExchange, this)
  }

  /** Takes no more in this turn. */
  #yield(): void {
    this.#yields = true
    this.#controller?.pause()
    setImmediate(() => {
      this.#yields = false
      this.#taken = 0
      if (!this.#paused) this.resume()
    })
  }

  /** Emits the chunks received since the last turn. */
  flush(): void {
    const sink = this.#sink
    if (sink === undefined || this.#cancelled || this.#pending.length === 0) return
    const [first] = this.#pending
    const whole = this.#pending.length === 1 && first !== undefined ? first : Buffer.concat(this.#pending)
    this.#pending = []
    sink.chunk(whole)
  }

  onResponseEnd(): void {
    if (this.#cancelled) return
    // A response that ends without a final head had an invalid status.
    if (!this.#begun) return this.onResponseError(undefined, INVALID_STATUS)
    this.#ended = 'well'
    this.#upload?.destroy()
    this.flush()
    if (!this.#cancelled) this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#cancelled || this.#ended !== 'no') return
    if (this.#isStale(error)) {
      this.#isRepeated = true
      this.#receiver.reconnecting?.()
      return this.#sending.repeat?.()
    }
    this.#ended = error
    this.#upload?.destroy()
    if (!this.#begun) return this.#receiver.fail(toNetworkFailure(error, false))
    this.flush()
    if (!this.#cancelled) this.#sink?.fail(toNetworkFailure(error, true))
  }

  /** The provider had closed a connection that was kept open, and had not read the request: it says nothing of it. */
  #isStale(error: Error): boolean {
    const { repeat } = this.#sending
    if (repeat === undefined || this.#begun || this.#isFirst || this.#isRepeated) return false
    if (this.#controller === undefined || toNetworkFailure(error, false).cause !== 'reset') return false
    return performance.now() - this.#dispatched - this.#queued <= STALE_WITHIN
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.flush()
    if (this.#cancelled) return
    if (this.#ended === 'well') sink.end()
    else if (this.#ended !== 'no') sink.fail(toNetworkFailure(this.#ended, true))
  }

  pause(): void {
    this.#paused = true
    if (this.#ended === 'no') this.#controller?.pause()
  }

  resume(): void {
    this.#paused = false
    if (this.#ended === 'no' && !this.#yields && !this.#cancelled) this.#controller?.resume()
  }

  cancel(): void {
    if (this.#cancelled) return
    this.#cancelled = true
    this.#upload?.destroy()
    if (this.#controller === undefined && this.#sending.isCrowded())
      this.#receiver.crowded?.(toHundredths(performance.now() - this.#dispatched))
    if (this.#ended === 'no') this.#controller?.abort(new Error('cancelled'))
  }
}

const flushExchange = (exchange: UpstreamExchange): void => exchange.flush()

/** The raw header list as strings; HTTP/1 headers are bytes in Latin-1. */
function flatHeaders(raw: Dispatcher.DispatchController['rawHeaders']): Headers {
  if (!Array.isArray(raw)) return []
  return raw.map(item => (typeof item === 'string' ? item : item.toString('latin1')))
}

/**
 * A request body that is still arriving from the client, with backpressure from the provider to the client. `first` is sent before the
 * stream. A truncated stream aborts the request.
 */
export function uploadBody(first: Uint8Array, stream: ByteStream): Readable {
  let started = false
  const readable = new Readable({
    read: () => {
      if (started) return stream.resume()
      started = true
      readable.push(first)
      stream.start({
        chunk: bytes => {
          if (!readable.push(bytes)) stream.pause()
        },
        end: () => void readable.push(null),
        fail: reason => void readable.destroy(truncated(reason)),
      })
    },
    destroy: (error, callback) => {
      stream.cancel()
      callback(error)
    },
  })
  return readable
}
