// The limits of one call, from its admission to the end of its reply. Limits that do not depend on the provider are reserved
// before the route runs, the others at each target. Everything is settled when the reply has ended, however that happens.
import type { Awaitable } from '../values/awaitable.ts'
import { type Call, isStream, type Reply } from '../values/call.ts'
import type { CalledTarget, CallLimits, LimitRefusal, TargetReply } from '../values/call-limits.ts'
import { reportedUsage } from '../values/reported-usage.ts'
import type { CallFacts } from './call-facts.ts'
import { type CallAmounts, type CounterGrant, type CounterRefusal, NOTHING_USED } from './counters.ts'
import { estimateTokens, isCountable, type TokenEstimate } from './estimate-tokens.ts'
import {
  type LimitReadings,
  limitHeaders,
  refusalOf,
  uncountedRefusal,
  withLimitHeaders,
} from './limit-headers.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import { costOf, type MeasuredUsage, measuredUsage, type TokenPrice } from './measured-usage.ts'
import { meterBody } from './meter-body.ts'
import type { CountedPolicy, LimiterParts, PolicyCounter } from './policy-counter.ts'
import { type ProducedOutput, producedTokens } from './produced-tokens.ts'

/** What was reserved at once. */
interface Reservation extends LimitReadings {
  readonly result: CounterGrant
}

/** A target that has been admitted and not settled. */
interface OpenTarget {
  readonly target: CalledTarget
  readonly price: TokenPrice | undefined
  /** What was recorded before it was called. */
  readonly attempts: number
  readonly usage: Call['record']['usage']
  /** Undefined where no limit depends on the provider. */
  reservation: Reservation | undefined
}

const NO_TOKENS: TokenEstimate = { input: 0, output: 0 }
const NOTHING: MeasuredUsage = { input: 0, output: 0, cached: 0 }

export class LimitedCall implements CallLimits {
  readonly #call: Call
  readonly #facts: CallFacts
  readonly #policies: readonly CountedPolicy[]
  readonly #parts: LimiterParts
  readonly #estimate: TokenEstimate
  readonly isMetered: boolean
  /** Whether anything is reserved or measured at targets. */
  readonly dependsOnTargets: boolean
  /** All that was admitted, for the headers. */
  readonly #admitted: Reservation[] = []
  #ofCall: Reservation | undefined
  #open: OpenTarget | undefined
  #isFinished = false
  #input = 0
  #output = 0
  #cost: number | undefined
  #isUnpriced = false
  #source: 'provider' | 'counted' | 'none' = 'none'

  constructor(call: Call, facts: CallFacts, policies: readonly CountedPolicy[], parts: LimiterParts) {
    this.#call = call
    this.#facts = facts
    this.#policies = policies
    this.#parts = parts
    let isMetered = false
    let dependsOnTargets = false
    for (const { measure, atTarget } of policies) {
      isMetered ||= measure !== 'requests'
      dependsOnTargets ||= atTarget
    }
    this.isMetered = isMetered
    this.dependsOnTargets = isMetered || dependsOnTargets
    this.#estimate = isMetered ? estimateTokens(call) : NO_TOKENS
  }

  /** Reserves what does not depend on the provider; a refusal where there is no room. */
  begin(): Awaitable<LimitRefusal | undefined> {
    return this.#reserve(undefined)
  }

  admit(target: CalledTarget): Awaitable<LimitRefusal | undefined> {
    this.#settleTarget(true, undefined)
    const { provider, model } = target
    const { attempts, usage } = this.#call.record
    return this.#reserve({
      target,
      price: model === undefined ? undefined : this.#parts.price(provider, model),
      attempts: attempts.length,
      usage,
      reservation: undefined,
    })
  }

  leave(reply: TargetReply | undefined): void {
    const { attempts } = this.#call.record
    if (reply === undefined || attempts.length === this.#open?.attempts) return this.#releaseTarget()
    const { status, body } = reply
    const isAnswered = status < 300
    // Nobody reads a stream that comes after the deadline of the request.
    if (!isStream(body)) this.#settleTarget(isAnswered, body)
    else if (!isAnswered || this.#isFinished) this.#settleTarget(isAnswered, undefined)
  }

  /** The reply as the client gets it; what was reserved is settled at its end. */
  finish(reply: Reply): Reply {
    const { body, failure } = reply
    // A target that is still open was called: the deadline of the request has passed.
    const wasCalled = this.#open !== undefined || this.#call.record.attempts.length > 0
    const wasRefused = failure !== undefined && !wasCalled && failure.code !== 'guardrail_denied'
    const added = failure === undefined ? limitHeaders(this.#admitted) : []
    const headers = withLimitHeaders(reply.headers, added)
    if (!wasRefused && this.isMetered && isStream(body)) {
      const metered = meterBody(body, this.#call.cancellation, sample => this.#settle(1, sample))
      return { ...reply, headers, body: metered }
    }
    this.#settle(wasRefused ? 0 : 1, isStream(body) ? undefined : body)
    return headers === reply.headers ? reply : { ...reply, headers }
  }

  /** Ends a call that was not answered, because of a bug. */
  abandon(): void {
    this.#settle(0, undefined)
  }

  /** Reserves what depends on a target, or without one all else. */
  #reserve(open: OpenTarget | undefined): Awaitable<LimitRefusal | undefined> {
    const isUncounted = this.isMetered && !isCountable(this.#call)
    const counters: PolicyCounter[] = []
    for (const policy of this.#policies) {
      if (!isReservedAt(policy, open?.target)) continue
      if (isUncounted && policy.measure !== 'requests' && !policy.allowsUncounted)
        return this.#refuse(policy, uncountedRefusal(policy))
      counters.push(policy.counterOf(policy.entityOf(this.#facts, open?.target)))
    }
    if (counters.length === 0) {
      this.#open = open
      return undefined
    }
    const { input, output } = this.#estimate
    const amounts = {
      requests: 1,
      tokens: input + output,
      // A call without a price is admitted while there is credit.
      cost: open?.price === undefined ? 1 : costOf({ input, output, cached: 0 }, open.price),
    }
    return this.#take(counters, this.#parts.counters.reserve(counters, amounts), open)
  }

  #take(
    counters: readonly PolicyCounter[],
    result: Awaitable<CounterGrant | CounterRefusal>,
    open: OpenTarget | undefined,
  ): Awaitable<LimitRefusal | undefined> {
    if (result instanceof Promise) return this.#takeLater(counters, result, open)
    if (!result.granted) {
      const { policy, ...refusal } = refusalOf({ counters, result })
      return this.#refuse(policy, refusal)
    }
    const reservation = { counters, result }
    this.#admitted.push(reservation)
    if (open === undefined) this.#ofCall = reservation
    else open.reservation = reservation
    this.#open = open
    return undefined
  }

  async #takeLater(
    counters: readonly PolicyCounter[],
    result: Promise<CounterGrant | CounterRefusal>,
    open: OpenTarget | undefined,
  ): Promise<LimitRefusal | undefined> {
    return this.#take(counters, await result, open)
  }

  #refuse({ name }: LinkedPolicy, refusal: LimitRefusal): LimitRefusal {
    this.#call.record.limit = name
    return refusal
  }

  #releaseTarget(): void {
    this.#open?.reservation?.result.settle(NOTHING_USED)
    this.#open = undefined
  }

  /** Settles the open target. `output` counts where its provider reports no usage; an error has none. */
  #settleTarget(isAnswered: boolean, output: ProducedOutput): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const { price, reservation } = open
    const usage = this.#usageOf(open, isAnswered, output)
    const tokens = usage.input + usage.output
    this.#input += usage.input
    this.#output += usage.output
    if (reservation === undefined) return
    const cost = price && costOf(usage, price)
    if (reservation.counters.some(countsCost)) {
      if (cost !== undefined) this.#cost = (this.#cost ?? 0) + cost
      else if (tokens > 0) this.#isUnpriced = true
    }
    this.#close(reservation, { requests: 1, tokens, cost: cost ?? 0 })
  }

  #usageOf(open: OpenTarget, isAnswered: boolean, output: ProducedOutput): MeasuredUsage {
    if (!this.isMetered || !isCountable(this.#call)) return NOTHING
    const { usage } = this.#call.record
    const { input, output: cap } = this.#estimate
    const reported = usage === open.usage ? undefined : measuredUsage(reportedUsage(usage), input)
    if (reported !== undefined) {
      if (this.#source !== 'counted') this.#source = 'provider'
      return reported
    }
    // An error costs nothing, and neither does a reply that has no tokens.
    const hasLeft = this.#call.cancellation.cancelled()
    if ((!isAnswered && !hasLeft) || input + cap === 0) return NOTHING
    this.#source = 'counted'
    return { input, output: producedTokens(output), cached: 0 }
  }

  /** Settles everything that is open, once. */
  #settle(requests: number, output: ProducedOutput): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (requests === 0) this.#releaseTarget()
    else this.#settleTarget(true, output)
    const tokens = this.#input + this.#output
    if (this.#ofCall !== undefined) this.#close(this.#ofCall, { requests, tokens, cost: 0 })
    if (this.#source === 'none') return
    this.#call.record.counted = {
      tokens,
      input: this.#input,
      output: this.#output,
      cost: this.#cost,
      unpriced: this.#isUnpriced || undefined,
      source: this.#source,
    }
  }

  #close({ counters, result }: Reservation, used: CallAmounts): void {
    for (const { period, measure } of counters)
      if (period !== undefined) this.#parts.journal.record(period, used[measure])
    result.settle(used)
  }
}

const countsCost = ({ measure }: PolicyCounter): boolean => measure === 'cost'

const isReservedAt = (policy: CountedPolicy, target: CalledTarget | undefined): boolean =>
  target === undefined ? !policy.atTarget : policy.atTarget && policy.matchesProvider(target)
