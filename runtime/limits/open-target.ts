// A target that a call was admitted at: what was reserved there, and what its replies tell of usage, until that is counted.
import type { Call, CallRecord } from '../values/call.ts'
import type { TargetReply } from '../values/call-limits.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import type { BilledUsage } from '../values/prices/cost.ts'
import { reportedUsage, UnreadUsage } from '../values/reported-usage.ts'
import type { CounterGrant } from './counters.ts'
import { isCountable, type TokenEstimate } from './estimate-tokens.ts'
import type { LimitReadings } from './limit-headers.ts'
import { measuredUsage, unitsOnly } from './measured-usage.ts'
import { type ProducedOutput, producedTokens } from './produced-tokens.ts'

/** What was reserved at once. */
export interface Reservation extends LimitReadings {
  readonly result: CounterGrant
}

/** Tokens, and where their number is from; `undefined` where a call uses none. */
export interface TargetUsage extends BilledUsage {
  readonly source: 'provider' | 'counted' | undefined
}

const NOTHING: TargetUsage = { input: 0, output: 0, cached: 0, source: undefined }

/** Bytes of a whole reply that may wait until its usage is read: memory is bounded by what is served. */
const MAX_WAITING = 65_536

export class OpenTarget {
  readonly price: CompiledPrice | undefined
  /** Undefined where no limit depends on the provider. */
  reservation: Reservation | undefined = undefined
  /** What was recorded before it was called. */
  readonly #attempts: number
  readonly #usageBefore: CallRecord['usage']
  /** What its last attempt came to. */
  #isAnswered = true
  #output: ProducedOutput = undefined
  #reported: CallRecord['usage'] = undefined
  #usage: TargetUsage | undefined = undefined

  constructor({ attempts, usage }: CallRecord, price: CompiledPrice | undefined) {
    this.price = price
    this.#attempts = attempts.length
    this.#usageBefore = usage
  }

  replied({ status, body }: TargetReply): void {
    this.#isAnswered = status < 300
    this.#output = body instanceof Uint8Array ? body : undefined
  }

  /** Whether an attempt was made. */
  wasCalled({ attempts }: CallRecord): boolean {
    return attempts.length > this.#attempts
  }

  /** Its reply has ended: what tells its usage is held, and nothing else of the call. `streamed` is what a stream has produced. */
  end(call: Call, estimate: TokenEstimate, streamed: ProducedOutput): void {
    if (streamed !== undefined) this.#output = streamed
    const { usage } = call.record
    this.#reported = usage === this.#usageBefore ? undefined : usage
    // A client that has left is charged for what its provider has done.
    if (!this.#isAnswered && call.cancellation.cancelled()) this.#isAnswered = true
    if (!isCountable(call)) this.#usage = NOTHING
    else if (!(this.#reported instanceof UnreadUsage && isSmall(this.#output))) this.usage(estimate)
  }

  /** The usage that the provider reports; without any, what was produced is counted. An error that reports none costs nothing. */
  usage(estimate: TokenEstimate): TargetUsage {
    this.#usage ??= this.#measure(estimate)
    this.#output = undefined
    return this.#usage
  }

  #measure({ input, output: cap }: TokenEstimate): TargetUsage {
    const sent = this.#reported === undefined ? undefined : reportedUsage(this.#reported)
    const reported = sent === undefined ? undefined : measuredUsage(sent, input)
    if (reported !== undefined) return { ...reported, source: 'provider' }
    const units = sent === undefined ? undefined : unitsOnly(sent)
    // Neither does a reply that has no tokens.
    if (!this.#isAnswered || (input + cap === 0 && units === undefined)) return NOTHING
    return { input, output: producedTokens(this.#output), cached: 0, units, source: 'counted' }
  }
}

const isSmall = (output: ProducedOutput): boolean =>
  output === undefined || (output instanceof Uint8Array && output.length <= MAX_WAITING)
