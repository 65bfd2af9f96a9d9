// Follows the exchanges of members: the heads of their replies are reported to the pool, and their deadlines are enforced. The upstream of
// each member is wrapped, so other calls pay nothing.
import type { PoolLease } from '../../pools/pool-health.ts'
import { isOnlyComments } from '../../streams/server-sent-events.ts'
import type { ByteSink, ByteStream } from '../../values/byte-stream.ts'
import type { CallRecord } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Clock, Ports, Upstream, UpstreamReceiver, UpstreamReply } from '../../values/ports.ts'
import { Attempt } from '../call/attempt.ts'
import type { LinkContext } from '../link-context.ts'

/** Deadlines of one call in milliseconds; those that are absent are not enforced. */
export interface CallDeadlines {
  readonly headers?: number | undefined
  /** Until the first content of a stream. */
  readonly content?: number | undefined
  /** Between two parts of a stream. */
  readonly gap?: number | undefined
}

/** One call of a member, known by its record. */
export class FollowedCall {
  readonly lease: PoolLease
  readonly deadlines: CallDeadlines | undefined
  hasAnswered = false
  isBroken = false
  #exchange: TimedExchange | undefined

  constructor(lease: PoolLease, deadlines: CallDeadlines | undefined) {
    this.lease = lease
    this.deadlines = deadlines
  }

  answered(status: number, headers: Headers): void {
    if (this.hasAnswered) return
    this.hasAnswered = true
    this.lease.answered(status, headers)
  }

  timedBy(exchange: TimedExchange): void {
    this.#exchange = exchange
  }

  /** The reply is there: of a stream, its first content. */
  settled(isStreamed: boolean): void {
    this.#exchange?.settled(isStreamed)
  }
}

export type FollowedCalls = Pick<WeakMap<CallRecord, FollowedCall>, 'get' | 'set'>

/** The context of members, whose attempts are followed if their records are among `calls`. */
export function withLeases(context: LinkContext, calls: FollowedCalls): LinkContext {
  const { through } = context
  const leased = <Parts extends Pick<LinkContext, 'ports'>>(parts: Parts): Parts => ({
    ...parts,
    ports: { ...parts.ports, upstream: leasedUpstream(parts.ports, calls) },
  })
  return { ...leased(context), ...(through && { through: outbound => leased(through(outbound)) }) }
}

/** Only the heads of replies count, and not those of media that an attempt fetches. */
const leasedUpstream =
  ({ upstream, clock }: Pick<Ports, 'upstream' | 'clock'>, calls: FollowedCalls): Upstream =>
  (request, receiver) => {
    const followed = receiver instanceof Attempt ? calls.get(receiver.call.record) : undefined
    if (followed === undefined) return upstream(request, receiver)
    if (followed.deadlines === undefined) return upstream(request, new LeasedReceiver(receiver, followed))
    const exchange = new TimedExchange(receiver, followed, followed.deadlines, clock)
    followed.timedBy(exchange)
    return exchange.begin(cancelled => upstream(request, cancelled))
  }

class LeasedReceiver implements UpstreamReceiver {
  protected readonly receiver: UpstreamReceiver
  protected readonly followed: FollowedCall

  constructor(receiver: UpstreamReceiver, followed: FollowedCall) {
    this.receiver = receiver
    this.followed = followed
  }

  sent(queued: number, connect: number | undefined): void {
    this.receiver.sent?.(queued, connect)
  }

  crowded(queued: number): void {
    this.receiver.crowded?.(queued)
  }

  reconnecting(): void {
    this.receiver.reconnecting?.()
  }

  keepsCoding(head: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return this.receiver.keepsCoding?.(head) === true
  }

  reply(reply: UpstreamReply): void {
    this.followed.answered(reply.status, reply.headers)
    this.receiver.reply(reply)
  }

  fail(reason: Failure): void {
    this.receiver.fail(reason)
  }
}

const NOTHING = (): void => {}

/** Between the upstream and the attempt while deadlines run. */
class TimedExchange extends LeasedReceiver implements ByteStream, ByteSink {
  readonly #deadlines: CallDeadlines
  readonly #clock: Clock
  #stopHead = NOTHING
  #stopContent = NOTHING
  #cancel = NOTHING
  #body: ByteStream | undefined
  #sink: ByteSink | undefined
  #broken: Failure | undefined
  #isOver = false
  #isPaused = false
  #lastPart = 0

  constructor(receiver: UpstreamReceiver, followed: FollowedCall, deadlines: CallDeadlines, clock: Clock) {
    super(receiver, followed)
    this.#deadlines = deadlines
    this.#clock = clock
  }

  begin(send: (receiver: UpstreamReceiver) => () => void): () => void {
    const { headers, content } = this.#deadlines
    if (headers !== undefined)
      this.#stopHead = this.#clock.after(headers, () => this.#break(lateHead(headers)))
    if (content !== undefined)
      this.#stopContent = this.#clock.after(content, () => this.#break(lateContent(content)))
    this.#cancel = send(this)
    return () => {
      this.#end()
      this.#cancel()
    }
  }

  /** From its first content on, only the gaps of a stream are limited. */
  settled(isStreamed: boolean): void {
    this.#stopContent()
    const { gap } = this.#deadlines
    if (!isStreamed || gap === undefined || this.#isOver) return
    this.#lastPart = this.#clock.monotonic()
    this.#watch(gap, gap)
  }

  #watch(gap: number, left: number): void {
    this.#stopContent = this.#clock.after(left, () => {
      if (this.#isPaused) return this.#watch(gap, gap)
      const since = this.#clock.monotonic() - this.#lastPart
      if (since < gap) this.#watch(gap, gap - since)
      else this.#break(lateGap(gap))
    })
  }

  override reply(reply: UpstreamReply): void {
    if (this.#isOver) return reply.body.cancel()
    this.#stopHead()
    this.#body = reply.body
    this.followed.answered(reply.status, reply.headers)
    this.receiver.reply({ status: reply.status, headers: reply.headers, body: this })
  }

  /** A failure of the request before the head has arrived, of the body afterwards. */
  override fail(reason: Failure): void {
    if (this.#isOver) return
    this.#end()
    if (this.#body === undefined) this.receiver.fail(reason)
    else this.#sink?.fail(reason)
  }

  #break(reason: Failure): void {
    if (this.#isOver) return
    this.#end()
    this.followed.isBroken = true
    if (this.#body === undefined) {
      this.#cancel()
      return this.receiver.fail(reason)
    }
    this.#body.cancel()
    if (this.#sink === undefined) this.#broken = reason
    else this.#sink.fail(reason)
  }

  #end(): void {
    this.#isOver = true
    this.#stopHead()
    this.#stopContent()
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    if (this.#broken === undefined) this.#body?.start(this)
    else sink.fail(this.#broken)
  }

  chunk(bytes: Uint8Array): void {
    if (this.#isOver) return
    if (this.#deadlines.gap !== undefined && !isOnlyComments(bytes)) this.#lastPart = this.#clock.monotonic()
    this.#sink?.chunk(bytes)
  }

  end(): void {
    if (this.#isOver) return
    this.#end()
    this.#sink?.end()
  }

  pause(): void {
    this.#isPaused = true
    this.#body?.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#lastPart = this.#clock.monotonic()
    this.#body?.resume()
  }

  cancel(): void {
    this.#end()
    this.#body?.cancel()
  }
}

const late = (what: string, milliseconds: number, name: string): Failure =>
  failure('timeout', `${what} within ${milliseconds} ms, the deadline of the pool (deadlines.${name}).`, {
    cause: 'timeout',
  })
const lateHead = (milliseconds: number): Failure => late('No reply began', milliseconds, 'headers')
const lateContent = (milliseconds: number): Failure => late('No content arrived', milliseconds, 'content')
const lateGap = (milliseconds: number): Failure =>
  late('Nothing more of the stream arrived', milliseconds, 'gap')
