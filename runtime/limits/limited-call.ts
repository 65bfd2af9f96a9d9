// The limits of one call, from its admission to the end of its reply. Limits that do not depend on the provider are reserved
// before the route runs, the others at each target. Everything is settled after the reply has ended, however that happens.
import type { Json } from '../../schemas/values/json.ts'
import { FREE_PROVIDER } from '../../schemas/values/priced-name.ts'
import type { Awaitable } from '../values/awaitable.ts'
import type { ByteStream } from '../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../values/call.ts'
import type {
  CalledTarget,
  CallLimits,
  CountedUsage,
  LimitRefusal,
  PendingUsage,
  TargetReply,
} from '../values/call-limits.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { isCompaction } from '../values/endpoints.ts'
import type { FailureCode } from '../values/failures.ts'
import type { CallFacts, TargetFacts } from './call-facts.ts'
import {
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterRefusal,
  measuredAmount,
  NOTHING_USED,
} from './counters.ts'
import { estimateTokens, isCountable, isReadSession, type TokenEstimate } from './estimate-tokens.ts'
import type { HeadReservation } from './head-reservation.ts'
import { refusalOf, uncountedRefusal, unpricedRefusal, withLimitHeaders } from './limit-headers.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import { normalizeModel } from './model-conditions.ts'
import { OpenTarget, type Reservation } from './open-target.ts'
import type { LimitedCallParts, PolicyCounter } from './policy-counter.ts'
import type { PolicySet } from './policy-set.ts'
import { createStreamSample, type ProducedOutput, type StreamSample } from './produced-tokens.ts'
import { regionalPrice } from './reported-cost.ts'
import type { PolicyCounters, ReservedPolicies } from './reserved-policies.ts'
import type { Settleable } from './settlement-queue.ts'
import { dearestPrice, estimatedCost, settleTarget } from './target-cost.ts'

const NO_TOKENS: TokenEstimate = { input: 0, output: 0 }
const NO_COST: ReturnType<typeof settleTarget> = {}
const NO_MODELS: readonly string[] = []
/** Failures that may end a call before the attempt at its target is recorded. */
const ENDED_EARLY: ReadonlySet<FailureCode | undefined> = new Set(['timeout', 'cancelled'])

export class LimitedCall implements CallLimits, PendingUsage, Settleable {
  /** Undefined when its reply has ended: what waits to be settled holds no bodies. */
  #call: Call | undefined
  readonly #facts: CallFacts
  readonly #set: PolicySet
  readonly #parts: LimitedCallParts
  #estimate: TokenEstimate | undefined = undefined
  /** A target may have policies that the call does not have elsewhere. */
  isMetered: boolean
  /** It is counted as long as it is in flight. */
  #isHeld: boolean
  readonly dependsOnTargets: boolean
  #ofCall: Reservation | undefined = undefined
  /** What was reserved before its body had arrived. */
  #ofHead: Reservation | undefined = undefined
  /** Admitted, and not settled. */
  #target: OpenTarget | undefined = undefined
  /** What was reserved besides, by the head and at targets, for the headers. */
  #others: Reservation[] | undefined = undefined
  /** The counters of requests, of policies that depend on the model, that have counted it. */
  #requests: Set<string> | undefined = undefined
  #isSettled = false
  /** The target that it was admitted at last. */
  #called: CalledTarget | undefined = undefined
  /** A part of the session was counted, with its request. */
  #isRenewed = false
  /** Tokens of the parts that were counted. */
  #closedTokens = 0
  #input = 0
  #output = 0
  #cost: number | undefined = undefined
  #isUnpriced = false
  #source: CountedUsage['source'] = 'none'

  constructor(call: Call, facts: CallFacts, set: PolicySet, parts: LimitedCallParts) {
    this.#call = call
    this.#facts = facts
    this.#set = set
    this.#parts = parts
    this.isMetered = set.isMetered
    this.#isHeld = set.isHeld
    this.dependsOnTargets = set.dependsOnTargets
  }

  /** Reserves what does not depend on the provider, besides what its head has reserved; a refusal if there is no room. */
  begin(head?: HeadReservation): Awaitable<LimitRefusal | undefined> {
    if (head === undefined) return this.#reserve(this.#set.ofCall, undefined, undefined)
    const { refusal } = head
    return refusal instanceof Promise
      ? refusal.then(refused => this.#goOn(head, refused))
      : this.#goOn(head, refusal)
  }

  #goOn(head: HeadReservation, refused: LimitRefusal | undefined): Awaitable<LimitRefusal | undefined> {
    if (refused !== undefined) {
      this.#calling().record.limit = head.limit
      return refused
    }
    this.#ofHead = head.take()
    if (this.#ofHead !== undefined) this.#others = [this.#ofHead]
    const refusal = this.#reserve(this.#set.ofRequest, undefined, undefined)
    const release = (found: LimitRefusal | undefined): typeof found => {
      if (found !== undefined) this.#ofHead?.result.settle(NOTHING_USED)
      return found
    }
    return refusal instanceof Promise ? refusal.then(release) : release(refusal)
  }

  admit(called: CalledTarget): Awaitable<LimitRefusal | undefined> {
    const call = this.#call
    // After the deadline of the request nothing is called.
    if (call === undefined) return undefined
    if (this.#target !== undefined) this.#endTarget(call, undefined)
    this.#countTarget()
    this.#called = called
    const { provider, slug, otherSlug, model, isRegional } = called
    const models = this.#set.readsModels ? called.models().map(normalizeModel) : NO_MODELS
    const set = models.length === 0 ? this.#set : this.#set.forTarget(this.#facts, models)
    if (set.isMetered) this.isMetered = true
    if (set.isHeld) this.#isHeld = true
    const listed =
      set.measuresCost && model !== undefined
        ? dearestPrice(call, called, model, this.#estimated(), this.#parts.price)
        : undefined
    const price = isRegional === true ? regionalPrice(listed) : listed
    const facts: TargetFacts = { provider, slug, otherSlug, models }
    // Reading a batch or a file costs nothing.
    const isFree =
      (call.endpoint === undefined && !isReadSession(call) && !isCompaction(call)) ||
      provider === FREE_PROVIDER
    if (price === undefined && set.atTargets.mayRefuseUnpriced && !isFree) {
      const refusing = set.atTargets.unpriced(this.#facts, facts)
      if (refusing !== undefined) return this.#refuse(refusing, unpricedRefusal(refusing, provider, model))
    }
    return this.#reserve(set.atTargets, facts, new OpenTarget(call.record, called, price))
  }

  renew(usage: Json): Awaitable<LimitRefusal | undefined> {
    const called = this.#called
    if (this.#call === undefined || called === undefined || !this.isMetered) return undefined
    this.#target?.take(usage)
    this.#countTarget()
    this.#closeCall(this.#isRenewed ? 0 : 1)
    this.#ofCall = undefined
    this.#ofHead = undefined
    this.#closedTokens = this.#input + this.#output
    this.#isRenewed = true
    const refusal = this.#reserve(this.#set.ofCall, undefined, undefined)
    return refusal instanceof Promise
      ? refusal.then(arrived => arrived ?? this.admit(called))
      : (refusal ?? this.admit(called))
  }

  replied(reply: TargetReply): void {
    if (this.#call !== undefined) this.#target?.replied(reply)
  }

  /** The reply as the client gets it; what was reserved is settled after its end. */
  finish(reply: Reply): Reply {
    const call = this.#calling()
    const { body, failure } = reply
    // At the deadline of the request, a target may be called without an attempt that is recorded.
    const isExpired = ENDED_EARLY.has(failure?.code) && this.#target !== undefined
    const wasCalled = isExpired || call.record.attempts.length > 0
    const wasRefused = failure !== undefined && !wasCalled && failure.code !== 'guardrail_denied'
    const headers =
      failure === undefined ? withLimitHeaders(reply.headers, this.#ofCall, this.#others) : reply.headers
    const isWatched = this.isMetered || this.#isHeld
    if (isWatched && !wasRefused && isStream(body)) {
      const end = (sample: StreamSample): void => this.#end(call, this.isMetered ? sample : undefined)
      const watched = meterBody(body, call.cancellation, end, this.isMetered ? undefined : NO_SAMPLE)
      return { ...reply, headers, body: watched }
    }
    const { tunnel } = reply
    if (isWatched && tunnel !== undefined) {
      const incoming = meterBody(
        tunnel.incoming,
        call.cancellation,
        () => this.#end(call, undefined),
        NO_SAMPLE,
      )
      return { ...reply, tunnel: { ...tunnel, incoming } }
    }
    if (wasRefused) this.abandon()
    else this.#end(call, undefined, isExpired)
    return headers === reply.headers ? reply : { ...reply, headers }
  }

  /** Ends a call that no provider got, or that was not answered because of a bug. */
  abandon(): void {
    const call = this.#call
    if (call === undefined) return
    this.#call = undefined
    this.#isSettled = true
    this.#releaseTarget()
    if (this.isMetered) call.record.counted = this
    this.#closeCall(0)
  }

  settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#countTarget()
    this.#closeCall(this.#isRenewed ? 0 : 1)
  }

  counted(): CountedUsage | undefined {
    if (!this.#isSettled && this.#call === undefined) this.#parts.settlements.settle()
    if (this.#source === 'none') return undefined
    return {
      tokens: this.#input + this.#output,
      input: this.#input,
      output: this.#output,
      cost: this.#cost,
      unpriced: this.#isUnpriced || undefined,
      source: this.#source,
    }
  }

  #calling(): Call {
    if (this.#call === undefined) throw new Error('Limits were requested for a call that has ended.')
    return this.#call
  }

  /** Reserves the policies of the call, or with a target those that depend on it. */
  #reserve(
    reserved: ReservedPolicies,
    called: TargetFacts | undefined,
    target: OpenTarget | undefined,
  ): Awaitable<LimitRefusal | undefined> {
    if (reserved.policies.length === 0) {
      this.#target = target
      return undefined
    }
    if (reserved.mayRefuseUncounted && !isCountable(this.#calling())) {
      const refusing = reserved.uncounted(this.#facts, called)
      if (refusing !== undefined) return this.#refuse(refusing, uncountedRefusal(refusing))
    }
    const { clock, counters, settlements } = this.#parts
    const group = this.#withoutCounted(reserved.countersOf(this.#facts, called, clock))
    if (group.counters.length === 0) {
      this.#target = target
      return undefined
    }
    const { input, output } = this.#estimated()
    const price = target?.price
    const amounts = {
      requests: this.#isRenewed ? 0 : 1,
      tokens: input + output,
      // A policy that admits calls without a price does so while there is credit.
      cost: price === undefined ? 1 : estimatedCost(this.#calling(), this.#estimated(), price),
      concurrent: 1,
    }
    if (target !== undefined && price !== undefined) target.reservedCost = amounts.cost
    const result = counters.reserve(group, amounts)
    if (result instanceof Promise) return result.then(arrived => this.#take(group, arrived, target))
    // Perhaps because of calls that have ended and were not settled.
    if (!result.granted && settlements.settle())
      return this.#take(group, counters.reserve(group, amounts) as typeof result, target)
    return this.#take(group, result, target)
  }

  #estimated(): TokenEstimate {
    if (!this.isMetered) return NO_TOKENS
    this.#estimate ??= this.#call === undefined ? NO_TOKENS : estimateTokens(this.#call)
    return this.#estimate
  }

  /** A call is one request of a policy that depends on the model, however many targets it reaches. */
  #withoutCounted(group: PolicyCounters): PolicyCounters {
    const counted = this.#requests
    if (counted === undefined || !group.counters.some(({ key }) => counted.has(key))) return group
    return new CounterGroup(group.counters.filter(({ key }) => !counted.has(key)))
  }

  #take(
    { counters }: PolicyCounters,
    result: CounterGrant | CounterRefusal,
    target: OpenTarget | undefined,
  ): LimitRefusal | undefined {
    if (!result.granted) {
      const { policy, ...refusal } = refusalOf({ counters, result })
      return this.#refuse(policy, refusal)
    }
    const reservation = { counters, result }
    if (target === undefined) this.#ofCall = reservation
    else {
      target.reservation = reservation
      this.#others ??= []
      this.#others.push(reservation)
    }
    this.#target = target
    // The deadline of the request passed meanwhile.
    if (this.#call === undefined) this.#releaseTarget()
    return undefined
  }

  #refuse({ name }: LinkedPolicy, refusal: LimitRefusal): LimitRefusal {
    if (this.#call !== undefined) this.#call.record.limit = name
    return refusal
  }

  #releaseTarget(): void {
    this.#target?.reservation?.result.settle(NOTHING_USED)
    this.#target = undefined
  }

  /** The reply has ended, with what a stream has produced. It is settled with others. */
  #end(call: Call, streamed: ProducedOutput, isExpired = false): void {
    if (this.#call === undefined) return
    this.#endTarget(call, streamed, isExpired)
    this.#call = undefined
    if (this.isMetered) call.record.counted = this
    this.#parts.settlements.add(this)
  }

  #endTarget(call: Call, streamed: ProducedOutput, isExpired = false): void {
    if (this.#target === undefined) return
    if (!isExpired && !this.#target.wasCalled(call.record)) this.#releaseTarget()
    else if (this.isMetered) this.#target.end(call, this.#estimated(), streamed)
  }

  /** Counts what the target has used, whose reply has ended. */
  #countTarget(): void {
    const target = this.#target
    if (target === undefined) return
    this.#target = undefined
    const { reservation } = target
    const usage = this.isMetered ? target.usage(this.#estimated()) : undefined
    const { input = 0, output = 0, source } = usage ?? {}
    this.#input += input
    this.#output += output
    if (source !== undefined && this.#source !== 'counted') this.#source = source
    if (reservation === undefined) return
    for (const { policy, measure, key } of reservation.counters)
      if (policy.countsOnce && measure === 'requests') {
        this.#requests ??= new Set()
        this.#requests.add(key)
      }
    const isLimited = usage !== undefined && reservation.counters.some(countsCost)
    const { cost, isPartial = false } = isLimited ? settleTarget(target, usage, this.#parts.price) : NO_COST
    this.#isUnpriced ||= isPartial
    if (cost !== undefined) this.#cost = (this.#cost ?? 0) + cost
    if ((cost ?? 0) > 0 && this.#source === 'none') this.#source = 'counted'
    this.#close(reservation, {
      requests: this.#isRenewed ? 0 : 1,
      tokens: input + output,
      cost: cost ?? 0,
      concurrent: 0,
    })
  }

  #closeCall(requests: number): void {
    const tokens = this.#input + this.#output - this.#closedTokens
    const used = { requests, tokens, cost: 0, concurrent: 0 }
    if (this.#ofCall !== undefined) this.#close(this.#ofCall, used)
    if (this.#ofHead !== undefined) this.#close(this.#ofHead, used)
  }

  #close({ counters, result }: Reservation, used: CallAmounts): void {
    for (const { period, measure } of counters)
      if (period !== undefined) this.#parts.journal.record(period, measuredAmount(measure, used))
    result.settle(used)
  }
}

const countsCost = ({ measure }: PolicyCounter): boolean => measure === 'cost'

/** Of what is not read. */
const NO_SAMPLE: StreamSample = { add: () => {}, tokens: () => 0 }

// Watches the body of a reply for its end: complete, broken, or left by its client.

/** `onEnd` is called once, with what was read until then. */
export function meterBody(
  body: ByteStream,
  cancellation: Cancellation,
  onEnd: (sample: StreamSample) => void,
  sample: StreamSample = createStreamSample(),
): ByteStream {
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    unsubscribe()
    onEnd(sample)
  }
  let unsubscribe = (): void => {}
  unsubscribe = cancellation.onCancel(end)
  return {
    start: sink =>
      body.start({
        chunk: bytes => {
          sample.add(bytes)
          sink.chunk(bytes)
        },
        end: () => {
          end()
          sink.end()
        },
        fail: reason => {
          end()
          sink.fail(reason)
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => {
      end()
      body.cancel()
    },
  }
}
