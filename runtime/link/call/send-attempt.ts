// One attempt: sends the request, enforces its timeout, watches for client disconnects, and passes the response head
// on. Settles exactly once. One object is the receiver of the response, the body that the rest of the runtime reads,
// and the sink of the real body: an exception of the reader must reject the attempt instead of reaching the socket's
// callback.

import type { ByteSink, ByteStream } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Ports, UpstreamReceiver, UpstreamReply, UpstreamRequest } from '../../values/ports.ts'

/** Settles the attempt: stops its timer and ignores everything that follows. */
export type Settle<T> = (outcome: T) => void

/**
 * Resolves with the result of `receive` or `fail`. The timeout applies until `settle` is called: until the last byte
 * of a whole reply, or the first content of a stream.
 */
export function sendAttempt<T>(
  request: UpstreamRequest,
  call: Call,
  milliseconds: number,
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  receive: (reply: UpstreamReply, settle: Settle<T>) => void,
  fail: (failure: Failure) => T,
  /** Receives `settle`, to end the attempt otherwise than by a reply. */
  onStart?: (settle: Settle<T>) => void,
): Promise<T> {
  if (call.cancellation.cancelled()) return Promise.resolve(fail(CLIENT_DISCONNECTED))
  return new Promise((resolve, reject) => {
    const attempt = new Attempt(receive, fail, resolve, reject)
    onStart?.(attempt.settle)
    attempt.stopTimer = clock.after(milliseconds, () => attempt.giveUp(timeoutAfter(milliseconds)))
    attempt.unsubscribe = call.cancellation.onCancel(() => attempt.giveUp(CLIENT_DISCONNECTED))
    attempt.abort = upstream(request, attempt)
  })
}

const NOTHING = (): void => {}

class Attempt<T> implements UpstreamReceiver, ByteStream, ByteSink {
  stopTimer = NOTHING
  unsubscribe = NOTHING
  abort = NOTHING
  #open = true
  #body: ByteStream | undefined
  #reader: ByteSink | undefined
  readonly #receive: (reply: UpstreamReply, settle: Settle<T>) => void
  readonly #fail: (failure: Failure) => T
  readonly #resolve: (outcome: T) => void
  readonly #reject: (bug: unknown) => void

  constructor(
    receive: (reply: UpstreamReply, settle: Settle<T>) => void,
    fail: (failure: Failure) => T,
    resolve: (outcome: T) => void,
    reject: (bug: unknown) => void,
  ) {
    this.#receive = receive
    this.#fail = fail
    this.#resolve = resolve
    this.#reject = reject
  }

  readonly settle = (outcome: T): void => {
    if (this.#finish()) this.#resolve(outcome)
  }

  giveUp(reason: Failure): void {
    if (!this.#open) return
    if (this.#body === undefined) this.abort()
    else this.#body.cancel()
    this.settle(this.#fail(reason))
  }

  reply({ status, headers, body }: UpstreamReply): void {
    this.#body = body
    if (!this.#open) return body.cancel()
    try {
      this.#receive({ status, headers, body: this }, this.settle)
    } catch (bug) {
      this.#contain(bug)
    }
  }

  start(reader: ByteSink): void {
    this.#reader = reader
    this.#body?.start(this)
  }

  pause(): void {
    this.#body?.pause()
  }

  resume(): void {
    this.#body?.resume()
  }

  cancel(): void {
    this.#body?.cancel()
  }

  chunk(bytes: Uint8Array): void {
    try {
      this.#reader?.chunk(bytes)
    } catch (bug) {
      this.#contain(bug)
    }
  }

  end(): void {
    try {
      this.#reader?.end()
    } catch (bug) {
      this.#contain(bug)
    }
  }

  /** A failure of the request before the head has arrived, of the body afterwards. */
  fail(reason: Failure): void {
    if (this.#body === undefined) return this.settle(this.#fail(reason))
    try {
      this.#reader?.fail(reason)
    } catch (bug) {
      this.#contain(bug)
    }
  }

  /** Handles an exception of the reader: cancels the body, fails the reader and rejects the attempt. */
  #contain(bug: unknown): void {
    const reader = this.#reader
    this.#reader = undefined
    this.#body?.cancel()
    if (this.#finish()) this.#reject(bug)
    reader?.fail(READER_FAILED)
  }

  #finish(): boolean {
    if (!this.#open) return false
    this.#open = false
    this.stopTimer()
    this.unsubscribe()
    return true
  }
}

const timeoutAfter = (milliseconds: number): Failure =>
  failure('timeout', `The provider did not answer within ${milliseconds} ms.`, { cause: 'timeout' })

/** Never reaches a client: it ends retries and fallbacks of a call whose client has disconnected. */
const CLIENT_DISCONNECTED = failure('timeout', 'The client disconnected before the reply arrived.')

const READER_FAILED = failure('internal', 'Internal gateway error while reading the reply.')
