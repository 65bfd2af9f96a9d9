// One exchange with a provider: sends the request, enforces its timeout, watches for client disconnects, and passes the response head
// on. Settles exactly once. One object is the receiver of the response, the body that the rest of the runtime reads,
// and the sink of the real body: an exception of the reader must reject the attempt instead of reaching the socket's
// callback.

import { type ByteSink, type ByteStream, failReader } from '../../values/byte-stream.ts'
import type { AttemptRecord, Call, CallRecord, Reply } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Ports, UpstreamReceiver, UpstreamReply, UpstreamRequest } from '../../values/ports.ts'
import type { Target } from '../target/target.ts'

const NOTHING = (): void => {}

export abstract class ProviderExchange<T> implements UpstreamReceiver, ByteStream, ByteSink {
  #stopTimer = NOTHING
  #unsubscribe = NOTHING
  #abort = NOTHING
  #open = true
  #isCrowded = false
  #body: ByteStream | undefined
  #reader: ByteSink | undefined
  #resolve: (outcome: T) => void = NOTHING
  #reject: (bug: unknown) => void = NOTHING

  /** Reads the reply, and calls `settle` once. */
  protected abstract receive(reply: UpstreamReply): void

  /** The result of an exchange without a reply. */
  protected abstract failed(reason: Failure): T

  /** Completes the result when the exchange settles. */
  protected conclude(outcome: T): T {
    return outcome
  }

  /** Whether a reply with a content coding passes as it is. */
  keepsCoding(_head: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return false
  }

  /** The request is being sent (`UpstreamReceiver`). */
  sent(_queued: number, _connect: number | undefined): void {}

  /** The request is being repeated (`UpstreamReceiver`). */
  reconnecting(): void {}

  crowded(queued: number): void {
    this.#isCrowded = true
    this.sent(queued, undefined)
  }

  /**
   * Resolves when the exchange settles. The timeout applies until then: until the last byte of a whole reply, or the first
   * content of a stream.
   */
  send(
    request: UpstreamRequest,
    call: Call,
    milliseconds: number,
    { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  ): Promise<T> {
    if (call.cancellation.cancelled()) return Promise.resolve(this.conclude(this.failed(whyCancelled(call))))
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#stopTimer = clock.after(milliseconds, () => this.#giveUp(timeoutAfter(milliseconds)))
      this.#unsubscribe = call.cancellation.onCancel(() => this.#giveUp(whyCancelled(call)))
      this.#abort = upstream(request, this)
    })
  }

  /** Stops the timer and ignores everything that follows. */
  settle(outcome: T): void {
    if (this.#finish()) this.#resolve(this.conclude(outcome))
  }

  #giveUp(reason: Failure): void {
    if (!this.#open) return
    if (this.#body === undefined) this.#abort()
    else this.#body.cancel()
    this.settle(this.failed(this.#isCrowded && reason.code === 'timeout' ? ALL_BUSY : reason))
  }

  reply({ status, headers, body }: UpstreamReply): void {
    this.#body = body
    if (!this.#open) return body.cancel()
    try {
      this.receive({ status, headers, body: this })
    } catch (bug) {
      this.contain(bug)
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
      this.contain(bug)
    }
  }

  end(): void {
    try {
      this.#reader?.end()
    } catch (bug) {
      this.contain(bug)
    }
  }

  /** A failure of the request before the head has arrived, of the body afterwards. */
  fail(reason: Failure): void {
    if (this.#body === undefined) return this.settle(this.failed(reason))
    try {
      this.#reader?.fail(reason)
    } catch (bug) {
      this.contain(bug)
    }
  }

  /** Handles an exception of the reader: cancels the body, fails the reader and rejects the attempt. */
  contain(bug: unknown): void {
    const reader = this.#reader
    this.#reader = undefined
    this.#body?.cancel()
    if (this.#finish()) this.#reject(bug)
    failReader(reader)
  }

  #finish(): boolean {
    if (!this.#open) return false
    this.#open = false
    this.#stopTimer()
    this.#unsubscribe()
    return true
  }
}

/** Reads the reply to a request that is not a call of an endpoint. */
export interface ReplyReader<T> {
  /** Calls `settle` once. */
  readonly receive: (reply: UpstreamReply, settle: (outcome: T) => void) => void
  readonly fail: (reason: Failure) => T
  /** Whether a reply with a content coding passes as it is; absent: never. */
  readonly keepsCoding?: (head: Pick<UpstreamReply, 'status' | 'headers'>) => boolean
}

class ReadExchange<T> extends ProviderExchange<T> {
  readonly #reader: ReplyReader<T>

  constructor(reader: ReplyReader<T>) {
    super()
    this.#reader = reader
  }

  protected override receive(reply: UpstreamReply): void {
    this.#reader.receive(reply, outcome => this.settle(outcome))
  }

  protected override failed(reason: Failure): T {
    return this.#reader.fail(reason)
  }

  override keepsCoding(head: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return this.#reader.keepsCoding?.(head) === true
  }
}

/** Sends one request, whose reply `reader` reads. */
export function sendAttempt<T>(
  request: UpstreamRequest,
  call: Call,
  milliseconds: number,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  reader: ReplyReader<T>,
  /** Receives `settle`, to end the attempt otherwise than by a reply. */
  onStart?: (settle: (outcome: T) => void) => void,
): Promise<T> {
  const exchange = new ReadExchange(reader)
  onStart?.(outcome => exchange.settle(outcome))
  return exchange.send(request, call, milliseconds, ports)
}

const timeoutAfter = (milliseconds: number): Failure =>
  failure('timeout', `The provider did not answer within ${milliseconds} ms.`, { cause: 'timeout' })

const whyCancelled = ({ cancellation }: Call): Failure => cancellation.reason?.() ?? CLIENT_DISCONNECTED

/** The gateway's own limit, which implies nothing about the provider. */
const ALL_BUSY = failure(
  'overloaded',
  'All connections to it were busy until the time limit (limits.connections).',
  { cause: 'busy' },
)

/** Never reaches a client: it ends retries and fallbacks of a call whose client has disconnected. */
export const CLIENT_DISCONNECTED = failure('cancelled', 'The client disconnected before the reply arrived.')

/** When an attempt began, by the monotonic clock, and how long it waited for what. */
export type AttemptTimes = Pick<AttemptRecord, 'started' | 'queued' | 'connect' | 'reconnected' | 'firstByte'>

/** Before an attempt: the usage of the previous one is not that of the reply. `model` is the model that was requested from it. */
export function setUsageAside(record: CallRecord, model: string | undefined): void {
  const { attempts, usage, answeredModel: answered, isRegional } = record
  const last = attempts.at(-1)
  record.answeredModel = undefined
  if (last === undefined) return
  if (usage === undefined) {
    if (last.status < 300) record.hasUnmetered = true
    return
  }
  record.discardedUsage ??= []
  const { provider, slug, member } = last
  record.discardedUsage.push({ provider, slug, member, model, answered, isRegional, usage })
  record.usage = undefined
}

/** Records one attempt for the log and for limits, which ends now: its reply is complete, or its stream committed. */
export function recordAttempt(
  call: Call,
  targetName: string,
  reply: Pick<Reply, 'status' | 'failure' | 'providerMessage'> & Partial<Pick<Reply, 'body'>>,
  target: Target,
  { started, queued, connect, reconnected, firstByte }: AttemptTimes,
  now: number,
): void {
  const { attempts, limits, createReplyReader, replyReader } = call.record
  // What the deadline of the request has ended is not a reply of the provider.
  if (limits !== undefined && call.cancellation.reason?.() === undefined) limits.replied(reply)
  // Cut, too large or unreadable after its head.
  if (
    reply.failure?.code === 'invalid_upstream_reply' &&
    firstByte !== undefined &&
    call.record.usage === undefined
  )
    call.record.hasUnmetered = true
  attempts.push({
    at: targetName,
    provider: target.spec.id,
    slug: call.record.slug,
    member: call.record.member,
    status: reply.status,
    milliseconds: now - started,
    started,
    cause: reply.failure?.cause,
    queued,
    connect,
    reconnected,
    firstByte,
    model: call.record.servedModel ?? call.model,
    message: withoutQuotes(reply.providerMessage ?? reply.failure?.message, call),
    ...(createReplyReader && {
      server: target.origin,
      parameters: replyReader?.parameters,
      reply: reply.status < 300 ? replyReader?.facts : undefined,
    }),
  })
}

/** Words that may be a secret or an identifier: long, of letters and digits. The search is linear in a message of one word. */
const LONG_WORD = /[\w-]{12,}/g
const isIdentifying = (word: string): boolean => /\d/.test(word) && /[A-Za-z]/.test(word)

/** Characters of a message that are retained: records have fewer. Each word of them is searched for in the body. */
const MAX_MESSAGE = 4_000

/** Providers quote requests in their errors: identifying words in them do not belong in the log. Names of models do. */
function withoutQuotes(message: string | undefined, { body, model, record }: Call): string | undefined {
  if (message === undefined) return undefined
  const names = `${model ?? ''} ${record.servedModel ?? ''}`
  return message
    .slice(0, MAX_MESSAGE)
    .replace(LONG_WORD, word =>
      isIdentifying(word) && !names.includes(word) && Buffer.prototype.indexOf.call(body.bytes, word) >= 0
        ? '****'
        : word,
    )
}
