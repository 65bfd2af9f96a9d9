// What is known of one member: its rests, its quota, what was sent to it in the last minute, and the deadlines that it breaks.

import type { PlanPoolMember } from '../../schemas/generated/types.ts'
import { Latency } from './latency.ts'

import type { MemberStatus, RestKind } from './pool-health.ts'
import { partOf, type ReportedLimit, type ReportedLimits } from './reported-limits.ts'

/** Milliseconds: the first rest of a kind, where the provider does not name one, and the longest. Each further one is twice as long. */
const LENGTHS: Readonly<Record<RestKind, { readonly first: number; readonly longest: number }>> = {
  spent: { first: 1_000, longest: 60_000 },
  failed: { first: 1_000, longest: 60_000 },
  refused: { first: 30_000, longest: 300_000 },
}
/** What a provider may ask for at most: a day. */
const LONGEST_STATED = 86_400_000
/** A probe that has no reply for so long is no longer waited for. */
const PROBE_TIME = 60_000
/** A member that has served for so long after a rest, or for twice its length, begins with a short one again. */
const FORGIVEN_AFTER = 10_000

const NOT_PROBING = -1

/** The rest of a member, as a whole or for one model: from when nothing is sent to it until a request has shown that it serves again. */
export class Rest {
  kind: RestKind = 'failed'
  /** Monotonic milliseconds; 0 without a rest. */
  until = 0
  /** How many there have been: a call that began in another one implies nothing about this one. */
  count = 0
  /** Whether a request must succeed after it. */
  needsProof = false
  /** Whether it follows from what was measured here, rather than from a statement of the provider. */
  measured = false
  /** When the request began that shows whether it is over; negative without one. */
  probing = NOT_PROBING
  #rests = 0
  #length = 0
  #ended = Number.NEGATIVE_INFINITY

  /** Whether requests may be sent as always. */
  isOver(now: number): boolean {
    if (this.until === 0) return true
    if (this.needsProof || now < this.until) return false
    this.end(now)
    return true
  }

  /** Whether the provider states until when: otherwise the member is called when nothing else is left, as after errors. */
  get isSpent(): boolean {
    return this.until > 0 && this.kind === 'spent' && !this.measured
  }

  /** Whether one request may show that it is over. */
  mayProbe(now: number): boolean {
    return now >= this.until && (this.probing < 0 || now - this.probing > PROBE_TIME)
  }

  release(): void {
    this.probing = NOT_PROBING
  }

  /** `stated`: the milliseconds that the provider asks for. Returns how long it lasts. */
  begin(kind: RestKind, now: number, stated: number | undefined, random: () => number): number {
    const { first, longest } = LENGTHS[kind]
    if (this.until === 0 && now - this.#ended > Math.max(FORGIVEN_AFTER, 2 * this.#length)) this.#rests = 0
    const own = Math.min(longest, first * 2 ** Math.min(this.#rests, 20)) * (0.75 + random() / 2)
    // A credential that is refused is refused for long, whatever the headers report of other limits.
    const lasts =
      stated === undefined
        ? own
        : Math.min(LONGEST_STATED, kind === 'refused' ? Math.max(own, stated) : stated)
    this.#rests += 1
    // An error does not bring a quota back.
    if (this.kind === 'spent' && this.until > now + lasts) return this.until - now
    this.set(kind, now, lasts, true, kind !== 'refused' && stated === undefined)
    return lasts
  }

  /** A rest of a given length: of a reply that succeeded, or one that another runtime has begun. */
  set(kind: RestKind, now: number, lasts: number, needsProof: boolean, measured: boolean): void {
    this.kind = kind
    this.count += 1
    this.until = Math.max(now + lasts, Number.MIN_VALUE)
    this.needsProof = needsProof
    this.measured = measured
    this.probing = NOT_PROBING
    this.#length = lasts
  }

  end(now: number): void {
    this.until = 0
    this.needsProof = false
    this.measured = false
    this.probing = NOT_PROBING
    this.#ended = now
  }
}

const WINDOW = 60

/** An amount in the last minute, by the second: at most a second too much, never too little. */
export class MinuteCount {
  readonly #seconds = new Float64Array(WINDOW + 1)
  #total = 0
  #second = 0

  sum(now: number): number {
    this.#advance(now)
    return this.#total
  }

  add(now: number, amount: number): void {
    this.#advance(now)
    const place = this.#second % (WINDOW + 1)
    this.#seconds[place] = (this.#seconds[place] ?? 0) + amount
    this.#total += amount
  }

  /** Milliseconds until at most so much of the last minute is left. */
  until(now: number, most: number): number {
    this.#advance(now)
    let left = this.#total
    for (let age = WINDOW; age >= 0; age -= 1) {
      if (left <= most) return Math.max(0, (this.#second - age + WINDOW) * 1000 - now)
      left -= this.#seconds[(this.#second - age + WINDOW + 1) % (WINDOW + 1)] ?? 0
    }
    return left <= most ? (this.#second + WINDOW + 1) * 1000 - now : Number.POSITIVE_INFINITY
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000)
    if (second === this.#second) return
    const passed = Math.min(WINDOW + 1, second - this.#second)
    for (let step = 1; step <= passed; step += 1) {
      const place = (second - passed + step) % (WINDOW + 1)
      this.#total -= this.#seconds[place] ?? 0
      this.#seconds[place] = 0
    }
    this.#second = second
    if (passed > WINDOW) this.#total = 0
  }
}

/** Failures in a row after which a member rests, and the share of failures, of 1, among many calls. */
const FAILURES_IN_A_ROW = 3
const FAILURE_SHARE = 0.5
/** Failures in a row that are further apart have nothing to do with each other. */
const SAME_TROUBLE = 60_000
/** The weight of one call in the share of failures. */
const NEWEST_CALL = 0.1

/** Milliseconds between two changes of the share of a slow member. */
const EVERY = 5_000
/** It falls by a fifth in each step, to a floor that shows whether it is still slow, and recovers half as fast. */
const SLOWER = 0.8
const FASTER = 1 / Math.sqrt(SLOWER)
const LEAST_PART = 0.05
/** The share of calls with a broken deadline, of 1, from which a member is slow, and how many there must be at least. */
const BROKEN_SHARE = 0.1
const BROKEN_AT_LEAST = 1.5
/** What is left of a call's weight after one step: half of it after half a minute. */
const FORGOTTEN = 0.5 ** (EVERY / 30_000)

/** Milliseconds until a limit is whole again, where the provider does not report it. */
const UNSTATED_RESET = 60_000

/** Whether a member rests: not at all, or until one request shows that it need not. */
export const FREE = 0
export const MAY_PROBE = 1
export const RESTS = 2

/** Rests for a model that are remembered. */
const MAX_MODELS = 64
/** The longest name of a model that is remembered or shared: a client may send one of any length. */
export const LONGEST_MODEL = 256

export class MemberState {
  readonly name: string
  readonly hash: number
  inFlight = 0
  sessions = 0
  readonly rest = new Rest()
  readonly models = new Map<string, Rest>()
  readonly calls = new MinuteCount()
  readonly tokens = new MinuteCount()
  readonly latency = new Latency()
  requestsLeft: ReportedLimit | undefined
  tokensLeft: ReportedLimit | undefined
  #reportedAt = 0
  /** Calls since the provider last reported what is left, and their tokens. */
  #sent = 0
  #sentTokens = 0
  #inARow = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #failureShare = 0
  /** The part of its share that a slow member has, of 1. */
  part = 1
  #partSince = 0
  #ended = 0
  #broken = 0

  constructor(name: string, hash: number) {
    this.name = name
    this.hash = hash
  }

  begin(now: number, tokens: number): void {
    this.inFlight += 1
    this.calls.add(now, 1)
    this.tokens.add(now, tokens)
    this.#sent += 1
    this.#sentTokens += tokens
  }

  /** The rest for a model, or that of the member as a whole. */
  restFor(model: string | undefined): Rest {
    if (model === undefined) return this.rest
    let rest = this.models.get(model)
    if (rest === undefined) {
      rest = new Rest()
      if (model.length > LONGEST_MODEL) return rest
      // Names that do not exist are many, and must not displace a model whose quota is spent.
      const names = this.models.size >= MAX_MODELS ? [...this.models.keys()] : []
      const forgotten = names.find(name => this.models.get(name)?.isSpent !== true) ?? names[0]
      if (forgotten !== undefined) this.models.delete(forgotten)
      this.models.set(model, rest)
    }
    return rest
  }

  restsFor(model: string | undefined, now: number): number {
    const rests = this.rest.isOver(now) ? FREE : this.rest.mayProbe(now) ? MAY_PROBE : RESTS
    if (this.models.size === 0 || model === undefined || rests === RESTS) return rests
    const ofModel = this.models.get(model)
    if (ofModel === undefined || ofModel.isOver(now)) return rests
    return ofModel.mayProbe(now) ? MAY_PROBE : RESTS
  }

  isFull(
    { concurrent, requestsPerMinute, tokensPerMinute }: PlanPoolMember,
    tokens: number,
    now: number,
  ): boolean {
    if (concurrent !== undefined && this.inFlight >= concurrent) return true
    if (requestsPerMinute !== undefined && this.calls.sum(now) >= requestsPerMinute) return true
    if (tokensPerMinute === undefined) return false
    const used = this.tokens.sum(now)
    // What is larger than the limit is sent by itself: the provider decides.
    return used > 0 && used + tokens > tokensPerMinute
  }

  /** Milliseconds until a full member has room; a second where that cannot be known. */
  untilRoom(
    { concurrent, requestsPerMinute, tokensPerMinute }: PlanPoolMember,
    tokens: number,
    now: number,
  ): number {
    const calls = requestsPerMinute === undefined ? 0 : this.calls.until(now, requestsPerMinute - 1)
    const used =
      tokensPerMinute === undefined ? 0 : this.tokens.until(now, Math.max(0, tokensPerMinute - tokens))
    return Math.max(calls, used, concurrent !== undefined && this.inFlight >= concurrent ? 1000 : 0)
  }

  /** What an operator sees of its rests and its room. */
  readiness(plan: PlanPoolMember, now: number): Pick<MemberStatus, 'state' | 'rest' | 'restingModels'> {
    if (!this.rest.isOver(now)) {
      const rest = Math.max(0, this.rest.until - now)
      return { state: rest > 0 ? 'resting' : 'probing', rest }
    }
    const models = [...this.models].filter(([, each]) => !each.isOver(now))
    const state =
      models.length > 0
        ? 'resting'
        : this.isFull(plan, 0, now)
          ? 'full'
          : this.pace(now) < 1
            ? 'slow'
            : 'ready'
    if (models.length === 0) return { state }
    const ends = Math.max(...models.map(([, each]) => each.until))
    return { state, rest: Math.max(0, ends - now), restingModels: models.map(([model]) => model) }
  }

  report({ requests, tokens }: ReportedLimits, now: number): void {
    this.requestsLeft = requests
    this.tokensLeft = tokens
    this.#reportedAt = now
    this.#sent = 0
    this.#sentTokens = 0
  }

  /** Whether what the provider has reported is probably spent by what was sent since. */
  isShort(now: number, tokens: number): boolean {
    return (
      (this.requestsLeft !== undefined && this.#left(this.requestsLeft, this.#sent, now) < 1) ||
      (this.tokensLeft !== undefined && this.#left(this.tokensLeft, this.#sentTokens, now) < tokens)
    )
  }

  /** The remaining part of its quota, of 1: the reported one, or that of the declared limits; undefined where nothing is known. */
  quota(plan: PlanPoolMember | undefined, now: number): number | undefined {
    const { requestsLeft, tokensLeft } = this
    const part = (of: ReportedLimit | undefined, sent: number): number =>
      of === undefined ? 1 : partOf({ ...of, remaining: this.#left(of, sent, now) })
    if (requestsLeft !== undefined || tokensLeft !== undefined)
      return Math.min(part(requestsLeft, this.#sent), part(tokensLeft, this.#sentTokens))
    const { requestsPerMinute, tokensPerMinute } = plan ?? {}
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) return undefined
    const requests = requestsPerMinute === undefined ? 1 : 1 - this.calls.sum(now) / requestsPerMinute
    const tokens = tokensPerMinute === undefined ? 1 : 1 - this.tokens.sum(now) / tokensPerMinute
    return Math.max(0, Math.min(requests, tokens))
  }

  /** What is left of one kind of limit, reported or declared; undefined if it has none. `part`: of all of them, of 1. */
  leftOf(
    kind: 'tokens' | 'requests' | 'part',
    plan: PlanPoolMember | undefined,
    now: number,
  ): number | undefined {
    if (kind === 'part') return this.quota(plan, now) ?? 1
    const isTokens = kind === 'tokens'
    const reported = isTokens ? this.tokensLeft : this.requestsLeft
    if (reported !== undefined) return this.#left(reported, isTokens ? this.#sentTokens : this.#sent, now)
    const declared = isTokens ? plan?.tokensPerMinute : plan?.requestsPerMinute
    return declared && declared - (isTokens ? this.tokens : this.calls).sum(now)
  }

  /** Limits come back bit by bit until they are whole at the reported time. */
  #left({ limit, remaining, reset }: ReportedLimit, sent: number, now: number): number {
    const passed = now - this.#reportedAt
    const lasts = reset ?? UNSTATED_RESET
    if (passed >= lasts) return limit ?? Number.POSITIVE_INFINITY
    return remaining + (limit === undefined ? 0 : ((limit - remaining) * passed) / lasts) - sent
  }

  /** Whether it should rest after one more failure. */
  failed(now: number): boolean {
    this.#inARow = now - this.#failedAt > SAME_TROUBLE ? 1 : this.#inARow + 1
    this.#failedAt = now
    this.#failureShare += NEWEST_CALL * (1 - this.#failureShare)
    return this.#inARow >= FAILURES_IN_A_ROW || this.#failureShare > FAILURE_SHARE
  }

  succeeded(): void {
    this.#inARow = 0
    this.#failureShare *= 1 - NEWEST_CALL
  }

  /** It begins again after a rest. */
  forgive(): void {
    this.#inARow = 0
    this.#failureShare = 0
  }

  /** Counts the end of a call against its deadlines. */
  timed(now: number, broke: boolean): void {
    this.pace(now)
    this.#ended += 1
    if (broke) this.#broken += 1
  }

  /** The part of its share that the member has, of 1: less while it breaks deadlines, more afterwards. */
  pace(now: number): number {
    if (this.#broken === 0 && this.part === 1) {
      this.#ended = now - this.#partSince > EVERY ? 0 : this.#ended
      if (this.#ended === 0) this.#partSince = now
      return 1
    }
    const steps = Math.min(1000, Math.floor((now - this.#partSince) / EVERY))
    for (let step = 0; step < steps; step += 1) {
      const isSlow = this.#broken >= BROKEN_AT_LEAST && this.#broken > BROKEN_SHARE * this.#ended
      this.part = isSlow ? Math.max(LEAST_PART, this.part * SLOWER) : Math.min(1, this.part * FASTER)
      this.#ended *= FORGOTTEN
      this.#broken = this.#broken < 0.1 ? 0 : this.#broken * FORGOTTEN
    }
    this.#partSince += steps * EVERY
    return this.part
  }
}
