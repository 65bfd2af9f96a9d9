// The owner of an attempt at an endpoint of a provider: reads its reply, and records how it went.
import { acceptsCodings } from '../../values/accepted-codings.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import type { Failure } from '../../values/failures.ts'
import { isDelimited, passedOnHeaders } from '../../values/headers.ts'
import type { UpstreamReply } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'
import { maskFailure } from '../target/mask-credentials.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import { type AttemptContext, isRelayed, readResponse } from './read-response.ts'
import { type AttemptOwner, recordAttempt, type Settle } from './send-attempt.ts'

/** One call of a provider: the context of its response, and the owner of its attempt. A single object per call. */
export class ProviderCall implements AttemptOwner<Reply>, AttemptContext {
  readonly call: Call
  readonly target: Target
  readonly serving: NativeEndpoint
  readonly context: AdapterContext
  readonly targetName: string
  readonly #dropped: readonly string[]
  readonly #parts: LinkContext
  readonly #started: number
  parses = false
  #queued: number | undefined = undefined
  #connect: number | undefined = undefined
  #firstByte: number | undefined = undefined

  constructor(
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    context: AdapterContext,
    targetName: string,
    dropped: readonly string[],
    parts: LinkContext,
  ) {
    this.call = call
    this.target = target
    this.serving = serving
    this.context = context
    this.targetName = targetName
    this.#dropped = dropped
    this.#parts = parts
    this.#started = parts.ports.clock.monotonic()
  }

  sent(queued: number, connect: number | undefined): void {
    this.#queued = queued
    this.#connect = connect
  }

  receive({ status, headers, body }: UpstreamReply, settle: Settle<Reply>): void {
    this.#firstByte = this.#parts.ports.clock.monotonic() - this.#started
    this.parses = this.call.readsReply === true || !isDelimited(headers)
    const head = {
      status,
      headers: passedOnHeaders(headers, this.#parts.gateway.headerPrefix),
      body,
    }
    readResponse(head, this, this.#parts, settle)
  }

  keepsCoding({ status, headers }: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return (
      status < 300 &&
      this.call.readsReply !== true &&
      isRelayed(this, headers) &&
      acceptsCodings(this.call.headers, headers)
    )
  }

  fail(reason: Failure): Reply {
    const { spec, mask } = this.target
    const named = { ...reason, message: `${spec.name}: ${reason.message}` }
    return failureReply(maskFailure(named, mask), this.targetName, spec.id)
  }

  conclude(reply: Reply): Reply {
    const times = {
      started: this.#started,
      queued: this.#queued,
      connect: this.#connect,
      firstByte: this.#firstByte,
    }
    recordAttempt(this.call, this.targetName, reply, this.target, times, this.#parts.ports.clock.monotonic())
    return this.#dropped.length === 0 ? reply : { ...reply, dropped: this.#dropped }
  }
}
