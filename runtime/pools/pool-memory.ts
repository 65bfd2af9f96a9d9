// What is known of the members of a pool, whichever plan names them, and what each call teaches.
import type { PlanPool } from '../../schemas/generated/types.ts'
import type { Headers } from '../values/headers.ts'
import type { Clock } from '../values/ports.ts'
import { retryAfter } from '../values/retry-after.ts'
import { MAX_TIMED_KINDS } from './latency.ts'
import { LONGEST_MODEL, MemberState, MinuteCount, type Rest } from './member-state.ts'
import type {
  MemberRest,
  PoolChoice,
  PoolHealth,
  PoolLease,
  PoolOutcome,
  PoolRequest,
  RestKind,
  RestLink,
} from './pool-health.ts'
import { reportedLimits } from './reported-limits.ts'
import { hashOf, SessionPins } from './session-pins.ts'

export interface PoolPorts {
  readonly clock: Pick<Clock, 'monotonic' | 'now'>
  readonly random: () => number
}

/** Plans of a pool that are in use at a time: two releases, and what is being replaced. */
const MAX_PLANS = 4
/** Milliseconds between two questions for news. */
const FOLLOWED_EVERY = 1_000

/** What is known of the members of a pool, whichever plan names them. */
export class PoolMemory {
  readonly id: string
  readonly ports: PoolPorts
  readonly members = new Map<string, MemberState>()
  readonly sessions = new SessionPins<MemberState>()
  readonly calls = new MinuteCount()
  readonly hedged = new MinuteCount()
  /** Tokens that a reply is expected to have, by kind. */
  readonly usualTokens = new Float64Array(MAX_TIMED_KINDS)
  /** Milliseconds that may be lost by trying members of which too little is known. */
  credit = 0
  /** Requests in flight that try a member, and the time of the fastest, where the next request is one of them. */
  tries = 0
  triedAgainst = 0
  link: RestLink | undefined
  /** By their text, the last one used at the end. */
  readonly #plans = new Map<string, { readonly plan: PlanPool; readonly health: PoolHealth }>()
  #followed = Number.NEGATIVE_INFINITY
  readonly #kinds = new Map<string, number>()

  constructor(id: string, ports: PoolPorts) {
    this.id = id
    this.ports = ports
  }

  member(name: string): MemberState {
    const known = this.members.get(name)
    if (known !== undefined) return known
    const member = new MemberState(name, hashOf(name))
    this.members.set(name, member)
    return member
  }

  /** Asks for news now and then. */
  follow(now: number): void {
    if (this.link === undefined || now - this.#followed < FOLLOWED_EVERY) return
    this.#followed = now
    this.link.follow(this.id)
  }

  publish(member: MemberState, model: string | undefined, rest: Rest, now: number): void {
    if (model !== undefined && model.length > LONGEST_MODEL) return
    const { kind, needsProof, measured, until } = rest
    const lasts = Math.max(0, until - now)
    this.link?.publish({ pool: this.id, member: member.name, model, lasts, kind, needsProof, measured })
  }

  /** Another runtime has learnt something. */
  apply({ member: name, model, lasts, kind, needsProof, measured }: MemberRest): void {
    const member = this.members.get(name)
    if (member === undefined) return
    const now = this.ports.clock.monotonic()
    const rest = member.restFor(model)
    if (lasts === 0) {
      if (rest.until > 0) rest.end(now)
    } else if (rest.until < now + lasts && !(measured && kind === 'failed' && this.isHalfEjected(now)))
      rest.set(kind, now, lasts, needsProof, measured)
  }

  /** By the plan that was linked last. */
  get latest(): PoolHealth | undefined {
    return [...this.#plans.values()].at(-1)?.health
  }

  /** A plan of the pool: members with the same name are the same in all plans; those that no recent plan names are forgotten. */
  linked(plan: PlanPool, link: () => PoolHealth): PoolHealth {
    const text = JSON.stringify(plan)
    const health = this.#plans.get(text)?.health ?? link()
    this.#plans.delete(text)
    this.#plans.set(text, { plan, health })
    const oldest = this.#plans.size > MAX_PLANS ? this.#plans.keys().next() : undefined
    if (oldest !== undefined && !oldest.done) this.#plans.delete(oldest.value)
    const names = new Set(
      [...this.#plans.values()].flatMap(each => each.plan.members.map(({ name }) => name)),
    )
    for (const name of this.members.keys()) if (!names.has(name)) this.members.delete(name)
    this.sessions.keepOnly(member => this.members.get(member.name) === member)
    return health
  }

  /** The kind of a request for times: the last one is that of all models beyond the first ones. */
  kindOf({ model = '', stream }: PoolRequest): number {
    const known = this.#kinds.get(model)
    if (known !== undefined) return stream ? known : known + 1
    const next = Math.min(this.#kinds.size * 2, MAX_TIMED_KINDS - 2)
    if (this.#kinds.size < MAX_TIMED_KINDS / 2) this.#kinds.set(model, next)
    return stream ? next : next + 1
  }

  /** Whether one more member that rests by measurement, without a statement of its provider, would be more than half of them. */
  isHalfEjected(now: number): boolean {
    let count = 1
    for (const { rest } of this.members.values())
      if (rest.measured && rest.kind === 'failed' && !rest.isOver(now)) count += 1
    return count > this.members.size / 2
  }
}

/** Replies of fewer tokens do not show how fast a member writes; the time before the first is worth so many. */
const TOKENS_BEFORE_FIRST = 50

export class Lease implements PoolChoice, PoolLease {
  readonly member: number
  readonly because: string
  readonly #pool: PoolMemory
  readonly #member: MemberState
  readonly #model: string | undefined
  readonly #began: number
  readonly #kind: number
  readonly #stream: boolean
  readonly #load: number
  /** The time that the fastest member would have taken, if this call tries another one; otherwise 0. */
  readonly #triedAgainst: number
  /** The rests of the member and of the model in which it was sent; 0 for none. */
  readonly #restCount: number
  readonly #modelRestCount: number
  #content = -1
  #wait: number | undefined
  #status = 0

  constructor(
    pool: PoolMemory,
    member: MemberState,
    place: number,
    because: string,
    request: PoolRequest,
    now: number,
  ) {
    this.member = place
    this.because = because
    this.#pool = pool
    this.#member = member
    this.#model = request.model
    this.#began = now
    this.#kind = pool.kindOf(request)
    this.#stream = request.stream
    member.begin(now, request.tokens)
    member.latency.began(this.#kind, now)
    pool.calls.add(now, 1)
    this.#load = member.inFlight
    this.#triedAgainst = pool.triedAgainst
    if (pool.triedAgainst > 0) pool.tries += 1
    pool.triedAgainst = 0
    this.#restCount = probe(member.rest, now)
    const ofModel =
      request.model === undefined || member.models.size === 0 ? undefined : member.models.get(request.model)
    this.#modelRestCount = ofModel === undefined ? 0 : probe(ofModel, now)
  }

  get lease(): PoolLease {
    return this
  }

  answered(status: number, headers: Headers): void {
    const { clock } = this.#pool.ports
    const now = clock.monotonic()
    const wall = clock.now()
    this.#status = status
    if (status < 400) this.#proved(now)
    const reported = reportedLimits(headers, wall)
    if (reported !== undefined) this.#member.report(reported, now)
    if (status < 400) {
      if (reported === undefined || reported.spent === 0) return
      const rest = this.#member.restFor(this.#model)
      if (reported.spent === undefined) this.#rest(rest, 'spent', now, undefined)
      else if (rest.until < now + reported.spent) {
        rest.set('spent', now, reported.spent, false, false)
        this.#publish(rest, now)
      }
      return
    }
    this.#wait = (retryAfter({ headers }, wall) ?? reported?.spent) || undefined
    if (status === 429) this.#rest(this.#member.restFor(this.#model), 'spent', now, this.#wait)
  }

  began(): void {
    if (this.#content < 0) this.#content = this.#pool.ports.clock.monotonic()
  }

  ended({ result, status, about, outputTokens }: PoolOutcome): void {
    const member = this.#member
    const now = this.#pool.ports.clock.monotonic()
    member.inFlight -= 1
    if (outputTokens !== undefined) member.tokens.add(now, outputTokens)
    if (result !== 'aborted') member.timed(now, about === 'deadline')
    if (this.#triedAgainst > 0) this.#settle(now)
    if (result === 'failed') return this.#failed(status, about, now)
    if (result === 'aborted') return this.#release()
    this.#proved(now)
    member.succeeded()
    if (result === 'succeeded') this.#timed(outputTokens, now)
  }

  /** What a try has cost. */
  #settle(now: number): void {
    const time = (this.#content < 0 ? now : this.#content) - this.#began
    this.#pool.credit -= time - this.#triedAgainst
    this.#pool.tries -= 1
  }

  #timed(outputTokens: number | undefined, now: number): void {
    if (this.#stream && this.#content < 0) return
    const time = (this.#content < 0 ? now : this.#content) - this.#began
    const { latency } = this.#member
    if (this.#stream || outputTokens === undefined) return latency.add(this.#kind, this.#load, time, now)
    // A whole reply that is twice as long may take twice as long.
    const { usualTokens } = this.#pool
    const usual = usualTokens[this.#kind] || outputTokens
    usualTokens[this.#kind] = usual + 0.05 * (outputTokens - usual)
    const tokens = outputTokens + TOKENS_BEFORE_FIRST
    latency.add(this.#kind, this.#load, (time * (usual + TOKENS_BEFORE_FIRST)) / tokens, now)
  }

  #failed(status: number, about: PoolOutcome['about'], now: number): void {
    const member = this.#member
    const model = member.restFor(this.#model)
    if (status === 429) {
      const rest = about === 'account' ? member.rest : model
      if (this.#status !== 429 || about === 'account') this.#rest(rest, 'spent', now, this.#wait)
      return
    }
    if (about === 'model' || status === 404) return this.#rest(model, 'refused', now, this.#wait)
    if (status === 401 || status === 402 || status === 403)
      return this.#rest(member.rest, 'refused', now, this.#wait)
    if (this.#wait !== undefined) return this.#rest(member.rest, 'failed', now, this.#wait)
    const [ofMember, ofModel] = [this.#restOfMember(), this.#restOfModel()]
    if (ofMember !== undefined) this.#rest(ofMember, 'failed', now, undefined)
    if (ofModel !== undefined) this.#rest(ofModel, ofModel.kind, now, undefined)
    if (ofMember !== undefined || ofModel !== undefined) return
    // A slow member is not a dead one.
    if (about === 'deadline') return
    if (!member.failed(now) || !member.rest.isOver(now)) return
    // Half of the members at most are thought to be dead: it may be the network, or the request.
    if (this.#pool.isHalfEjected(now)) return
    this.#rest(member.rest, 'failed', now, undefined)
  }

  #rest(rest: Rest, kind: RestKind, now: number, stated: number | undefined): void {
    rest.begin(kind, now, stated, this.#pool.ports.random)
    this.#publish(rest, now)
  }

  #publish(rest: Rest, now: number): void {
    const model = rest === this.#member.rest ? undefined : this.#model
    this.#pool.publish(this.#member, model, rest, now)
  }

  /** The member has served a request that was sent while it rested. */
  #proved(now: number): void {
    const rest = this.#restOfMember()
    if (rest !== undefined) {
      rest.end(now)
      this.#member.forgive()
      this.#publish(rest, now)
    }
    const ofModel = this.#restOfModel()
    ofModel?.end(now)
    if (ofModel !== undefined) this.#publish(ofModel, now)
  }

  /** The rest of the model in which it was sent, while that lasts. */
  #restOfModel(): Rest | undefined {
    if (this.#modelRestCount === 0 || this.#model === undefined) return undefined
    const rest = this.#member.models.get(this.#model)
    return rest !== undefined && rest.until > 0 && rest.count === this.#modelRestCount ? rest : undefined
  }

  #restOfMember(): Rest | undefined {
    const { rest } = this.#member
    return this.#restCount > 0 && rest.until > 0 && rest.count === this.#restCount ? rest : undefined
  }

  /** Another one may show whether the member serves again. */
  #release(): void {
    this.#restOfMember()?.release()
    this.#restOfModel()?.release()
  }
}

/** The number of the rest that a request is sent in; 0 for none. */
function probe(rest: Rest, now: number): number {
  if (rest.isOver(now)) return 0
  rest.probing = now
  return rest.count
}
