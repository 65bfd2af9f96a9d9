// A target that a call was admitted at: what was reserved there, and the usage that its replies report, until that is counted.
import type { Json } from '../../schemas/values/json.ts'
import type { Call, CallRecord } from '../values/call.ts'
import type { CalledTarget, TargetReply } from '../values/call-limits.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import type { BilledUsage } from '../values/prices/cost.ts'
import { readUsage } from '../values/prices/read-usage.ts'
import { PartialUsage, pricedSlug, reportedUsage, UnreadUsage } from '../values/reported-usage.ts'
import type { CounterGrant } from './counters.ts'
import { isMedia } from './estimate-media.ts'
import { isCountable, type TokenEstimate } from './estimate-tokens.ts'
import type { LimitReadings } from './limit-headers.ts'
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
  /** The dearest of the models that may answer; undefined where a price is not known. */
  readonly price: CompiledPrice | undefined
  readonly provider: string
  /** The slug that its price may be written for. */
  readonly slug: string | undefined
  readonly model: string | undefined
  /** The model that its reply names. */
  answered: string | undefined = undefined
  /** Whether it is paid at the prices of a region. */
  isRegional = false
  /** Undefined where no limit depends on the provider. */
  reservation: Reservation | undefined = undefined
  /** Whether its reply is charged by what it is, and may report no usage. */
  isMedia = false
  /** What was reserved of cost, in billionths of a dollar. */
  reservedCost = 0
  /** What was recorded before it was called. */
  readonly #attempts: number
  readonly #usageBefore: CallRecord['usage']
  /** What its last attempt came to. */
  #isAnswered = true
  #output: ProducedOutput = undefined
  #reported: CallRecord['usage'] = undefined
  #usage: TargetUsage | undefined = undefined

  constructor(
    { attempts, usage }: CallRecord,
    { provider, slug, member, model }: Pick<CalledTarget, 'provider' | 'slug' | 'member' | 'model'>,
    price: CompiledPrice | undefined,
  ) {
    this.provider = provider
    this.slug = pricedSlug(slug, member)
    this.model = model
    this.price = price
    this.#attempts = attempts.length
    this.#usageBefore = usage
  }

  replied({ status, body }: TargetReply): void {
    this.#isAnswered = status < 300
    this.#output = body instanceof Uint8Array ? body : undefined
  }

  /** Whether the provider has answered, and is paid for it. */
  get isAnswered(): boolean {
    return this.#isAnswered
  }

  /** Whether an attempt was made. */
  wasCalled({ attempts }: CallRecord): boolean {
    return attempts.length > this.#attempts
  }

  /** Its reply has ended: what tells its usage is held, and nothing else of the call. `streamed` is what a stream has produced. */
  end(call: Call, estimate: TokenEstimate, streamed: ProducedOutput): void {
    if (streamed !== undefined) this.#output = streamed
    const { usage, answeredModel, isRegional = false } = call.record
    this.answered = answeredModel
    this.isRegional = isRegional
    this.isMedia = isMedia(call.endpoint)
    this.#reported = usage === this.#usageBefore ? undefined : usage
    // A client that has left is charged for what its provider has done.
    if (!this.#isAnswered && call.cancellation.cancelled()) this.#isAnswered = true
    // What a session has used was counted as it was reported.
    if (!isCountable(call) || call.upgrade === true) this.#usage ??= NOTHING
    else if (!(this.#reported instanceof UnreadUsage && isSmall(this.#output))) this.usage(estimate)
  }

  /** A part of a session has used this. */
  take(reported: Json): void {
    const usage = readUsage(reported, this.provider)
    this.#usage = usage === undefined ? NOTHING : { ...usage, source: 'provider' }
  }

  /** The usage that the provider reports; without any, what was produced is counted. An error that reports none costs nothing. */
  usage(estimate: TokenEstimate): TargetUsage {
    this.#usage ??= this.#measure(estimate)
    this.#output = undefined
    return this.#usage
  }

  #measure({ input, output: cap }: TokenEstimate): TargetUsage {
    const sent = this.#reported === undefined ? undefined : reportedUsage(this.#reported)
    const reported = sent === undefined ? undefined : readUsage(sent, this.provider, input)
    if (reported?.hasTokens === true && !(this.#reported instanceof PartialUsage))
      return { ...reported, source: 'provider' }
    // Neither does a reply that has no tokens.
    if (!this.#isAnswered || (input + cap === 0 && reported === undefined)) return NOTHING
    const counted = { input, output: producedTokens(this.#output), cached: 0 }
    if (reported === undefined) return { ...counted, source: 'counted' }
    // Of a stream that was left, the larger of what was reported and what is estimated.
    const { cached } = reported
    return {
      ...reported,
      input: Math.max(reported.input, counted.input),
      output: Math.max(reported.output, counted.output),
      cached,
      source: 'counted',
    }
  }
}

const isSmall = (output: ProducedOutput): boolean =>
  output === undefined || (output instanceof Uint8Array && output.length <= MAX_WAITING)
