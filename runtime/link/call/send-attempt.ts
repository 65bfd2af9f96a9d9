// One attempt: sends the request, enforces its timeout, watches for client disconnects, and passes the response head
// on. Settles exactly once. One object is the receiver of the response, the body that the rest of the runtime reads,
// and the sink of the real body: an exception of the reader must reject the attempt instead of reaching the socket's
// callback.

import type { ByteSink, ByteStream } from '../../values/byte-stream.ts'
import type { AttemptRecord, Call, CallRecord, Reply } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Ports, UpstreamReceiver, UpstreamReply, UpstreamRequest } from '../../values/ports.ts'
import type { Target } from '../target/target.ts'

/** Settles the attempt: stops its timer and ignores everything that follows. */
export type Settle<T> = (outcome: T) => void

/** What an attempt belongs to: reads its reply, or turns its failure into a result. */
export interface AttemptOwner<T> {
  /** Calls `settle` once. */
  readonly receive: (reply: UpstreamReply, settle: Settle<T>) => void
  readonly fail: (failure: Failure) => T
  /** The request is being sent (`UpstreamReceiver`). */
  readonly sent?: UpstreamReceiver['sent']
  /** Whether a reply with a content coding passes as it is; absent: never. */
  readonly keepsCoding?: (head: Pick<UpstreamReply, 'status' | 'headers'>) => boolean
  /** Completes the result when the attempt settles. */
  readonly conclude?: (outcome: T) => T
}

/**
 * Resolves with the result of its owner. The timeout applies until `settle` is called: until the last byte of a whole
 * reply, or the first content of a stream.
 */
export function sendAttempt<T>(
  request: UpstreamRequest,
  call: Call,
  milliseconds: number,
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  owner: AttemptOwner<T>,
  /** Receives `settle`, to end the attempt otherwise than by a reply. */
  onStart?: (settle: Settle<T>) => void,
): Promise<T> {
  if (call.cancellation.cancelled()) {
    const outcome = owner.fail(whyCancelled(call))
    return Promise.resolve(owner.conclude === undefined ? outcome : owner.conclude(outcome))
  }
  return new Promise((resolve, reject) => {
    const attempt = new Attempt(owner, resolve, reject)
    onStart?.(attempt.settle)
    attempt.stopTimer = clock.after(milliseconds, () => attempt.giveUp(timeoutAfter(milliseconds)))
    attempt.unsubscribe = call.cancellation.onCancel(() => attempt.giveUp(whyCancelled(call)))
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
  readonly #owner: AttemptOwner<T>
  readonly #resolve: (outcome: T) => void
  readonly #reject: (bug: unknown) => void

  constructor(owner: AttemptOwner<T>, resolve: (outcome: T) => void, reject: (bug: unknown) => void) {
    this.#owner = owner
    this.#resolve = resolve
    this.#reject = reject
  }

  readonly settle = (outcome: T): void => {
    if (!this.#finish()) return
    const owner = this.#owner
    this.#resolve(owner.conclude === undefined ? outcome : owner.conclude(outcome))
  }

  giveUp(reason: Failure): void {
    if (!this.#open) return
    if (this.#body === undefined) this.abort()
    else this.#body.cancel()
    this.settle(this.#owner.fail(reason))
  }

  sent(queued: number, connect: number | undefined): void {
    this.#owner.sent?.(queued, connect)
  }

  keepsCoding(head: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return this.#owner.keepsCoding?.(head) === true
  }

  reply({ status, headers, body }: UpstreamReply): void {
    this.#body = body
    if (!this.#open) return body.cancel()
    try {
      this.#owner.receive({ status, headers, body: this }, this.settle)
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
    if (this.#body === undefined) return this.settle(this.#owner.fail(reason))
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

const whyCancelled = ({ isExpired }: Call): Failure =>
  isExpired?.() === true ? DEADLINE_PASSED : CLIENT_DISCONNECTED

const DEADLINE_PASSED = failure('timeout', 'The deadline of the request passed before the reply arrived.', {
  cause: 'timeout',
})

/** Never reaches a client: it ends retries and fallbacks of a call whose client has disconnected. */
const CLIENT_DISCONNECTED = failure('timeout', 'The client disconnected before the reply arrived.')

const READER_FAILED = failure('internal', 'Internal gateway error while reading the reply.')

/** When an attempt began, by the monotonic clock, and how long it waited for what. */
export type AttemptTimes = Pick<AttemptRecord, 'started' | 'queued' | 'connect' | 'firstByte'>

/** Before an attempt: what the one before it has used is not that of the reply. `model` is what that one was asked for. */
export function setUsageAside(record: CallRecord, model: string | undefined): void {
  const { attempts, usage } = record
  const last = attempts.at(-1)
  if (usage === undefined || last === undefined) return
  record.discardedUsage ??= []
  record.discardedUsage.push({ provider: last.provider, model, usage })
  record.usage = undefined
}

/** Records one attempt for the log and for limits, which ends now: its reply is complete, or its stream committed. */
export function recordAttempt(
  call: Call,
  targetName: string,
  reply: Pick<Reply, 'status' | 'failure'> & Partial<Pick<Reply, 'body'>>,
  target: Target,
  { started, queued, connect, firstByte }: AttemptTimes,
  now: number,
): void {
  const { attempts, limits } = call.record
  // What the deadline of the request has ended is no reply of the provider.
  if (limits !== undefined && call.isExpired?.() !== true) limits.replied(reply)
  attempts.push({
    at: targetName,
    provider: target.spec.id,
    status: reply.status,
    milliseconds: now - started,
    started,
    cause: reply.failure?.cause,
    queued,
    connect,
    firstByte,
    model: call.record.servedModel ?? call.model,
  })
}
