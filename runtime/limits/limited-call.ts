// The limits of one call, from its admission to the end of its reply. Limits that do not depend on the provider are reserved
// before the route runs, the others at each target. Everything is settled when the reply has ended, however that happens.
import type { Awaitable } from '../values/awaitable.ts'
import { type Call, isStream, type Reply } from '../values/call.ts'
import type { CalledTarget, CallLimits, LimitRefusal, TargetReply } from '../values/call-limits.ts'
import type { CounterEntry, CounterGrant, CounterRefusal } from './counters.ts'
import { estimateTokens, isCountable, type TokenEstimate } from './estimate-tokens.ts'
import {
  limitHeaders,
  type PolicyReading,
  refusalOf,
  uncountedRefusal,
  withLimitHeaders,
} from './limit-headers.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import { costOf, type MeasuredUsage, measuredUsage, type TokenPrice } from './measured-usage.ts'
import { meterBody } from './meter-body.ts'
import type { CreateEntry, LimiterParts, PolicyEntry } from './policy-entry.ts'
import { producedTokens } from './produced-tokens.ts'

interface Reservation {
  readonly grant: CounterGrant
  readonly entries: readonly PolicyEntry[]
}

/** A target that has been admitted and not settled. */
interface OpenTarget {
  readonly target: CalledTarget
  readonly price: TokenPrice | undefined
  /** Undefined where no limit depends on the provider. */
  readonly reservation: Reservation | undefined
  /** What was reported before it was called. */
  readonly usageBefore: Call['record']['usage']
}

const NO_TOKENS: TokenEstimate = { input: 0, output: 0 }
const NOTHING: MeasuredUsage = { input: 0, output: 0, cached: 0 }

export class LimitedCall implements CallLimits {
  readonly #call: Call
  readonly #entry: CreateEntry
  readonly #parts: LimiterParts
  readonly #ofCall: LinkedPolicy[] = []
  readonly #ofTargets: LinkedPolicy[] = []
  readonly #estimate: TokenEstimate
  readonly isMetered: boolean
  #reservation: Reservation | undefined
  readonly #readings: PolicyReading[] = []
  #open: OpenTarget | undefined
  #wasCalled = false
  #isFinished = false
  #input = 0
  #output = 0
  #cost: number | undefined
  #isUnpriced = false
  #source: 'provider' | 'counted' | 'none' = 'none'

  constructor(call: Call, policies: readonly LinkedPolicy[], entry: CreateEntry, parts: LimiterParts) {
    this.#call = call
    this.#entry = entry
    this.#parts = parts
    let isMetered = false
    for (const policy of policies) {
      if (policy.atTarget) this.#ofTargets.push(policy)
      else this.#ofCall.push(policy)
      if (policy.measure !== 'requests') isMetered = true
    }
    this.isMetered = isMetered
    this.#estimate = isMetered ? estimateTokens(call) : NO_TOKENS
  }

  /** Reserves what does not depend on the provider; a refusal where there is no room. */
  begin(): Awaitable<LimitRefusal | undefined> {
    return this.#reserve(this.#ofCall, undefined, undefined, reservation => {
      this.#reservation = reservation
    })
  }

  admit(target: CalledTarget): Awaitable<LimitRefusal | undefined> {
    this.#settleTarget(undefined)
    const policies = this.#ofTargets.every(policy => policy.matchesProvider(target))
      ? this.#ofTargets
      : this.#ofTargets.filter(policy => policy.matchesProvider(target))
    const { model } = target
    const price = model === undefined ? undefined : this.#parts.price(target.provider, model)
    const usageBefore = this.#call.record.usage
    return this.#reserve(policies, target, price, reservation => {
      this.#open = { target, price, reservation, usageBefore }
    })
  }

  leave(reply: TargetReply | undefined): void {
    this.#wasCalled ||= reply?.wasCalled === true
    if (reply === undefined || !reply.wasCalled) return this.#releaseTarget()
    // Nobody reads a stream that comes after the deadline of the request.
    if (!reply.isStream || this.#isFinished) this.#settleTarget(reply)
  }

  /** The reply as the client gets it; what was reserved is settled at its end. */
  finish(reply: Reply): Reply {
    // A target that is still open was called: the deadline of the request has passed.
    const wasRefused =
      reply.failure !== undefined &&
      !this.#wasCalled &&
      this.#open === undefined &&
      reply.failure.code !== 'guardrail_denied'
    const headers = withLimitHeaders(
      reply.headers,
      reply.failure === undefined ? limitHeaders(this.#readings) : [],
    )
    const { body } = reply
    if (wasRefused || !isStream(body)) {
      this.#settle(wasRefused ? 0 : 1, body instanceof Uint8Array ? producedBy(body) : () => 0)
      return headers === reply.headers ? reply : { ...reply, headers }
    }
    const metered = meterBody(body, this.#call.cancellation, this.isMetered, produced =>
      this.#settle(1, produced),
    )
    return { ...reply, headers, body: metered }
  }

  /** Ends a call that was not answered, because of a bug. */
  abandon(): void {
    this.#settle(0, () => 0)
  }

  #reserve(
    policies: readonly LinkedPolicy[],
    target: CalledTarget | undefined,
    price: TokenPrice | undefined,
    take: (reservation: Reservation | undefined) => void,
  ): Awaitable<LimitRefusal | undefined> {
    if (policies.length === 0) {
      take(undefined)
      return undefined
    }
    if (this.isMetered && !isCountable(this.#call)) {
      const uncounted = policies.find(policy => policy.measure !== 'requests' && !policy.allowsUncounted)
      if (uncounted !== undefined) return this.#refuse(uncounted, uncountedRefusal(uncounted))
    }
    const entries: PolicyEntry[] = []
    const counted: CounterEntry[] = []
    for (const policy of policies) {
      const entry = this.#entry(policy, this.#amountOf(policy, price), target)
      entries.push(entry)
      counted.push(entry.entry)
    }
    const result = this.#parts.counters.reserve(counted)
    return result instanceof Promise
      ? result.then(arrived => this.#take(entries, arrived, take))
      : this.#take(entries, result, take)
  }

  #take(
    entries: readonly PolicyEntry[],
    result: CounterGrant | CounterRefusal,
    take: (reservation: Reservation) => void,
  ): LimitRefusal | undefined {
    const readings = result.granted ? this.#readings : []
    for (let index = 0; index < entries.length; index += 1) {
      const item = entries[index]
      const reading = result.readings[index]
      if (item === undefined || reading === undefined) continue
      readings.push({ policy: item.policy, reading, length: item.entry.rule.length, end: item.end })
    }
    if (!result.granted) {
      const { policy, ...refusal } = refusalOf(readings)
      return this.#refuse(policy, refusal)
    }
    take({ grant: result, entries })
    return undefined
  }

  #refuse({ name }: LinkedPolicy, refusal: LimitRefusal): LimitRefusal {
    this.#call.record.limit = name
    return refusal
  }

  /** A call without a price is admitted while there is credit. */
  #amountOf({ measure }: LinkedPolicy, price: TokenPrice | undefined): number {
    const { input, output } = this.#estimate
    if (measure === 'requests') return 1
    if (measure === 'tokens') return input + output
    return price === undefined ? 1 : costOf({ input, output, cached: 0 }, price)
  }

  #releaseTarget(): void {
    const open = this.#open
    this.#open = undefined
    open?.reservation?.grant.settle(open.reservation.entries.map(() => 0))
  }

  /** Settles the open target; without a reply, it was a stream that nobody reads any more. */
  #settleTarget(reply: TargetReply | undefined, produced: () => number = () => 0): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const usage = this.#usageOf(open, reply, produced)
    const tokens = usage.input + usage.output
    const cost = open.price && costOf(usage, open.price)
    this.#input += usage.input
    this.#output += usage.output
    const { reservation } = open
    const limitsCost = reservation?.entries.some(({ policy }) => policy.measure === 'cost') === true
    if (limitsCost && cost === undefined && tokens > 0) this.#isUnpriced = true
    if (limitsCost && cost !== undefined) this.#cost = (this.#cost ?? 0) + cost
    if (reservation !== undefined) this.#close(reservation, { requests: 1, tokens, cost: cost ?? 0 })
  }

  #usageOf(open: OpenTarget, reply: TargetReply | undefined, produced: () => number): MeasuredUsage {
    if (!this.isMetered || !isCountable(this.#call)) return NOTHING
    const { usage } = this.#call.record
    const reported = usage === open.usageBefore ? undefined : measuredUsage(usage, this.#estimate.input)
    if (reported !== undefined) {
      if (this.#source !== 'counted') this.#source = 'provider'
      return reported
    }
    const { input, output } = this.#estimate
    // An error costs nothing, and neither does a reply that has no tokens.
    const isAnswered = reply === undefined || reply.status < 300
    const hasLeft = this.#call.cancellation.cancelled()
    if ((!isAnswered && !hasLeft) || input + output === 0) return NOTHING
    this.#source = 'counted'
    return { input, output: reply?.body === undefined ? produced() : producedTokens(reply.body), cached: 0 }
  }

  /** Settles everything that is open, once. */
  #settle(requests: number, produced: () => number): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (requests === 0) this.#releaseTarget()
    else this.#settleTarget(undefined, produced)
    if (this.#reservation !== undefined)
      this.#close(this.#reservation, { requests, tokens: this.#input + this.#output, cost: 0 })
    if (this.isMetered && this.#source !== 'none')
      this.#call.record.counted = {
        tokens: this.#input + this.#output,
        input: this.#input,
        output: this.#output,
        ...(this.#cost !== undefined && { cost: this.#cost }),
        ...(this.#isUnpriced && { unpriced: true }),
        source: this.#source,
      }
  }

  #close(
    { grant, entries }: Reservation,
    used: { readonly [measure in LinkedPolicy['measure']]: number },
  ): void {
    const amounts: number[] = []
    for (const { policy, period } of entries) {
      const amount = used[policy.measure]
      amounts.push(amount)
      if (period !== undefined) this.#parts.journal.record(period, amount)
    }
    grant.settle(amounts)
  }
}

const producedBy =
  (body: Uint8Array): (() => number) =>
  () =>
    producedTokens(body)
