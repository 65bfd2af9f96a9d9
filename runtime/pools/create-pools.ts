// Pools in the memory of a process: what is known of the members of each, and who is called next.
import type { PlanPool, PlanPoolMember } from '../../schemas/generated/types.ts'
import { FREE, MAY_PROBE, type MemberState, RESTS } from './member-state.ts'
import type { PoolChoice, PoolHealth, PoolRefusal, PoolRequest, Pools, RestLink } from './pool-health.ts'
import { Lease, PoolMemory, type PoolPorts } from './pool-memory.ts'
import { drawOf, hashOf, type PinnedSession, rankOf } from './session-pins.ts'

export function createPools(ports: PoolPorts): Pools {
  const pools = new Map<string, PoolMemory>()
  let link: RestLink | undefined
  return {
    pool: (id, plan) => {
      const known = pools.get(id) ?? new PoolMemory(id, ports)
      pools.set(id, known)
      known.link = link
      return known.linked(plan, () => new PoolView(plan, known).health)
    },
    status: () =>
      [...pools].flatMap(([pool, { latest }]) =>
        latest === undefined ? [] : [{ pool, members: latest.status() }],
      ),
    share: async share => {
      link = await share(rest => pools.get(rest.pool)?.apply(rest))
      for (const pool of pools.values()) pool.link = link
    },
  }
}

/** How many times its fair share of the requests in flight a member may have, so that a session remains at it. */
const BOUND = 1.25
/** With so few requests in flight, no session is sent on. */
const SMALL_LOAD = 4
/** How many times the time of the fastest member a session may cost. */
const SLOWEST_FOR_SESSION = 2
/** How much slower having all requests in flight makes a member, of 1. */
const CROWDED = 0.3
/** The part of all time, of 1, that may be lost by trying members of which too little is known, and how much of it is saved up. */
const TRIED_PART = 0.015
const SAVED = 25
/** Requests in flight that try a member. */
const MAX_TRIES = 2
/** A member is tried again when its last request is so long ago. */
const TRIED_EVERY = 5_000

/** Rules that give way, one after the other, before no member is called: first shares, then weights, then the context. */
const ALL_RULES = 0
const WITHOUT_WEIGHTS = 2
const WITHOUT_CONTEXT = 3

/** The members as one plan has them. */
class PoolView {
  readonly health: PoolHealth
  readonly #plan: PlanPool
  readonly #pool: PoolMemory
  readonly #members: readonly MemberState[]
  readonly #places: ReadonlyMap<MemberState, number>
  /** Why a member was picked, by the number of candidates. */
  readonly #reasons: readonly string[]
  readonly #hasLeast: boolean
  /** Places of the candidates, and the weights of the pick. */
  readonly #left: Int32Array
  readonly #weights: Float64Array

  constructor(plan: PlanPool, pool: PoolMemory) {
    this.#plan = plan
    this.#pool = pool
    this.#members = plan.members.map(({ name }) => pool.member(name))
    this.#places = new Map(this.#members.map((member, place) => [member, place]))
    this.#reasons = [
      '',
      'only candidate',
      ...plan.members.slice(1).map((_, index) => `picked from ${index + 2}`),
    ]
    this.#hasLeast = plan.members.some(({ least = 0 }) => least > 0)
    this.#left = new Int32Array(plan.members.length)
    this.#weights = new Float64Array(plan.members.length)
    this.health = {
      choose: request => this.#choose(request),
      hedge: request => this.#hedge(request),
      hedgeAfter: member => plan.hedge && this.#members[member]?.latency.percentile(plan.hedge.percentile),
      status: () => this.#status(),
    }
  }

  #choose(request: PoolRequest): PoolChoice | PoolRefusal {
    const { sticky } = this.#plan
    const now = this.#pool.ports.clock.monotonic()
    const { session } = request
    this.#pool.follow(now)
    if (session === undefined || sticky === undefined) return this.#pickOf(request, now, undefined)
    const { sessions } = this.#pool
    const hash = hashOf(session)
    const pin = sessions.use(session, now, sticky.for)
    const place = pin && (this.#places.get(pin.member) ?? -1)
    const stays =
      pin === undefined || place === undefined ? 'ends' : this.#stays(pin, place, hash, request, now)
    if (place !== undefined && stays === 'stays') {
      if (pin !== undefined) pin.sentOn = 0
      return this.#lend(place, 'pinned', request, now)
    }
    const choice = this.#pickOf(request, now, hash)
    if ('retryAfter' in choice) return choice
    const member = this.#members[choice.member]
    if (member === undefined) return choice
    if (pin === undefined || stays === 'ends') sessions.pin(session, member, now, sticky.for)
    else if (stays === 'sent on') sessions.sentOn(session, pin, member)
    return choice
  }

  /** Whether a session remains at its member, goes elsewhere for this request, or is no longer pinned. */
  #stays(
    { since }: PinnedSession<MemberState>,
    place: number,
    hash: number,
    request: PoolRequest,
    now: number,
  ): 'stays' | 'leaves once' | 'sent on' | 'ends' {
    const plan = this.#plan.members[place]
    const member = this.#members[place]
    if (plan === undefined || member === undefined || plan.weight === 0) return 'ends'
    if (request.isExcluded(place)) return member.rest.isOver(now) ? 'leaves once' : 'ends'
    if (member.restsFor(request.model, now) !== FREE) return 'ends'
    if (member.isFull(plan, request.tokens, now) || (plan.context ?? Infinity) < request.tokens)
      return 'leaves once'
    if (plan.most !== undefined && this.#exceeds(plan.most, member, now)) return 'sent on'
    if (member.pace(now) < 1 && drawOf(hash, member.hash) > member.part) return 'sent on'
    const sticky = this.#plan.sticky?.for ?? 0
    if (
      plan.tier > (this.#plan.members[0]?.tier ?? 0) &&
      now - since > sticky &&
      this.#hasBetterTier(plan.tier, request, now)
    )
      return 'ends'
    return this.#isOverloaded(place, request, now) ? 'sent on' : 'stays'
  }

  #hasBetterTier(tier: number, request: PoolRequest, now: number): boolean {
    return (
      this.#collect(request, now, ALL_RULES, undefined) > 0 &&
      (this.#plan.members[this.#left[0] ?? 0]?.tier ?? tier) < tier
    )
  }

  /** Whether a member has so much more to do than the others that a session is better served elsewhere. */
  #isOverloaded(place: number, request: PoolRequest, now: number): boolean {
    const member = this.#members[place]
    const { pick } = this.#plan
    // The cheapest member is the one that gets everything.
    if (member === undefined || member.inFlight < SMALL_LOAD || pick === 'cost') return false
    const count = this.#collect(request, now, ALL_RULES, undefined)
    if (pick === 'latency') {
      const kind = this.#pool.kindOf(request)
      const own = member.latency.added(kind, member.inFlight)
      return own > SLOWEST_FOR_SESSION * this.#fastest(count, kind)
    }
    return member.inFlight >= this.#boundOf(place, count)
  }

  /** The requests in flight that a member may have, of those of all candidates. */
  #boundOf(place: number, count: number): number {
    let inFlight = 1
    let weight = 0
    let own = 0
    for (let index = 0; index < count; index += 1) {
      const at = this.#left[index] ?? 0
      const each = this.#weightOf(at)
      inFlight += this.#members[at]?.inFlight ?? 0
      weight += each
      if (at === place) own = each
    }
    return weight === 0 ? Infinity : Math.max(SMALL_LOAD, Math.ceil((BOUND * inFlight * own) / weight))
  }

  #pickOf(request: PoolRequest, now: number, hash: number | undefined): PoolChoice | PoolRefusal {
    const lacking = this.#hasLeast ? this.#lacking(request, now) : -1
    if (lacking >= 0) return this.#lend(lacking, 'least share', request, now)
    for (let rules = ALL_RULES; rules <= WITHOUT_CONTEXT; rules += 1) {
      const count = this.#collect(request, now, rules, hash)
      if (count < 0) return this.#lend(-count - 1, 'probe', request, now)
      if (count > 0)
        return this.#lend(this.#pick(count, request, now, hash), this.#reasons[count] ?? '', request, now)
    }
    return this.#lastResort(request, now)
  }

  /**
   * The candidates of the lowest tier that has any, in `#left`, and their number; negative if one of them is to be probed, for the place
   * less 1.
   */
  #collect(request: PoolRequest, now: number, rules: number, hash: number | undefined): number {
    const { members } = this.#plan
    const { model, tokens } = request
    let count = 0
    let tier = 0
    for (let place = 0; place < members.length; place += 1) {
      const plan = members[place]
      const member = this.#members[place]
      if (plan === undefined || member === undefined) break
      if (count > 0 && plan.tier !== tier) break
      if (request.isExcluded(place)) continue
      if (plan.weight === 0 && rules < WITHOUT_WEIGHTS) continue
      if (plan.context !== undefined && plan.context < tokens && rules < WITHOUT_CONTEXT) continue
      const rests = member.restsFor(model, now)
      if (rests === RESTS || member.isFull(plan, tokens, now)) continue
      if (rests === MAY_PROBE) return -place - 1
      if (rules === ALL_RULES && this.#isUnwanted(plan, member, request, now, hash)) continue
      tier = plan.tier
      this.#left[count] = place
      count += 1
    }
    return rules === WITHOUT_CONTEXT ? this.#largest(count) : count
  }

  /** Whether a member could be called, and should not if another one can. */
  #isUnwanted(
    plan: PlanPoolMember,
    member: MemberState,
    { tokens }: PoolRequest,
    now: number,
    hash: number | undefined,
  ): boolean {
    if (plan.most !== undefined && this.#exceeds(plan.most, member, now)) return true
    if (member.isShort(now, tokens)) return true
    const part = member.pace(now)
    if (part === 1) return false
    return (hash === undefined ? this.#pool.ports.random() : drawOf(hash, member.hash)) > part
  }

  #exceeds(most: number, member: MemberState, now: number): boolean {
    const total = this.#pool.calls.sum(now) + 1
    return member.calls.sum(now) + 1 > Math.max(1, Math.ceil(most * total))
  }

  /** The member that lacks most of its least share. */
  #lacking(request: PoolRequest, now: number): number {
    const { members } = this.#plan
    const total = this.#pool.calls.sum(now) + 1
    let most = 0
    let found = -1
    for (let place = 0; place < members.length; place += 1) {
      const plan = members[place]
      const member = this.#members[place]
      if (plan?.least === undefined || member === undefined || request.isExcluded(place)) continue
      const lacks = plan.least * total - member.calls.sum(now)
      if (lacks <= most || (plan.context ?? Infinity) < request.tokens) continue
      if (member.restsFor(request.model, now) !== FREE || member.isFull(plan, request.tokens, now)) continue
      if (member.pace(now) < 1) continue
      most = lacks
      found = place
    }
    return found
  }

  /** Only those with the largest context: the estimate of the tokens may be too high. */
  #largest(count: number): number {
    let largest = 0
    for (let index = 0; index < count; index += 1)
      largest = Math.max(largest, this.#plan.members[this.#left[index] ?? 0]?.context ?? 0)
    let kept = 0
    for (let index = 0; index < count; index += 1) {
      const place = this.#left[index] ?? 0
      if (this.#plan.members[place]?.context !== largest) continue
      this.#left[kept] = place
      kept += 1
    }
    return kept
  }

  /** Where all are drained, they are alike. */
  #weightOf(place: number): number {
    return this.#plan.members[place]?.weight || 1
  }

  #pick(count: number, request: PoolRequest, now: number, hash: number | undefined): number {
    if (count === 1) return this.#left[0] ?? 0
    switch (this.#plan.pick) {
      case 'latency':
        return this.#pickFastest(count, request, now, hash)
      case 'cost':
        return this.#draw(this.#cheapest(count, request), hash, hash === undefined)
      case 'least_busy':
        return this.#draw(this.#plainWeights(count), hash, true)
      case 'quota':
        return this.#draw(this.#quotaWeights(count, now), hash, false)
      case 'random':
        return this.#draw(this.#plainWeights(count), hash, false)
    }
  }

  #plainWeights(count: number): number {
    for (let index = 0; index < count; index += 1)
      this.#weights[index] = this.#weightOf(this.#left[index] ?? 0)
    return count
  }

  /** What is left of each quota: of its tokens where all have such a limit, else of its requests, else its part of the weight. */
  #quotaWeights(count: number, now: number): number {
    for (const kind of ['tokens', 'requests', 'part'] as const) {
      let known = 0
      for (let index = 0; index < count; index += 1) {
        const place = this.#left[index] ?? 0
        const left = this.#members[place]?.leftOf(kind, this.#plan.members[place], now)
        this.#weights[index] = Math.max(1e-3, left ?? 0) * (kind === 'part' ? this.#weightOf(place) : 1)
        if (left !== undefined) known += 1
      }
      if (known === count) break
    }
    return count
  }

  /** Leaves only the cheapest ones; members whose price is unknown are the dearest. */
  #cheapest(count: number, { price }: PoolRequest): number {
    let least = Infinity
    let kept = 0
    for (let index = 0; index < count; index += 1) {
      const place = this.#left[index] ?? 0
      const cost = price?.(place) ?? Number.MAX_VALUE
      if (cost > least) continue
      if (cost < least) kept = 0
      least = cost
      this.#left[kept] = place
      kept += 1
    }
    return this.#plainWeights(kept)
  }

  /**
   * Draws one of the candidates by the weights: a session by its ranks, so that all runtimes draw the same, past members with more than
   * 1.25 times their fair share; a request without one at random. `leastBusy`: only among those with the fewest requests by weight.
   */
  #draw(count: number, hash: number | undefined, leastBusy: boolean): number {
    if (hash !== undefined) return this.#ranked(count, hash)
    let kept = count
    if (leastBusy) {
      kept = 0
      let least = Infinity
      for (let index = 0; index < count; index += 1) {
        const place = this.#left[index] ?? 0
        const load = (this.#members[place]?.inFlight ?? 0) / this.#weightOf(place)
        if (load > least) continue
        if (load < least) kept = 0
        least = load
        this.#left[kept] = place
        this.#weights[kept] = this.#weights[index] ?? 0
        kept += 1
      }
    }
    let total = 0
    for (let index = 0; index < kept; index += 1) total += this.#weights[index] ?? 0
    let point = this.#pool.ports.random() * total
    for (let index = 0; index < kept - 1; index += 1) {
      point -= this.#weights[index] ?? 0
      if (point < 0) return this.#left[index] ?? 0
    }
    return this.#left[kept - 1] ?? 0
  }

  #ranked(count: number, hash: number): number {
    const { pick } = this.#plan
    const isBounded = pick !== 'cost' && pick !== 'latency'
    let inFlight = 1
    let weight = 0
    for (let index = 0; index < count; index += 1) {
      inFlight += this.#members[this.#left[index] ?? 0]?.inFlight ?? 0
      weight += this.#weights[index] ?? 0
    }
    let first = Infinity
    let found = this.#left[0] ?? 0
    for (let index = 0; index < count; index += 1) {
      const place = this.#left[index] ?? 0
      const own = this.#weights[index] ?? 0
      const member = this.#members[place]
      if (member === undefined) continue
      const bound = Math.max(SMALL_LOAD, Math.ceil((BOUND * inFlight * own) / weight))
      // What is above its bound is behind all that is not.
      const rank = rankOf(hash, member.hash, own) + (isBounded && member.inFlight >= bound ? 1e9 : 0)
      if (rank >= first) continue
      first = rank
      found = place
    }
    return found
  }

  /** What one more request adds to the times, at the candidate that has the least; what it adds at each in `#weights`, or 0. */
  #fastest(count: number, kind: number): number {
    let least = Infinity
    for (let index = 0; index < count; index += 1) {
      const member = this.#members[this.#left[index] ?? 0]
      const added = member?.latency.added(kind, member.inFlight) ?? 0
      this.#weights[index] = added
      if (added > 0 && added < least) least = added
    }
    return least
  }

  /**
   * By what one more request adds to the times of all. The share of a member falls steeply with it and without a step, so that small
   * differences do not swing the load from one to the other. Members of which too little is known are tried as far as the loss is small.
   */
  #pickFastest(count: number, request: PoolRequest, now: number, hash: number | undefined): number {
    const pool = this.#pool
    const kind = pool.kindOf(request)
    const fastest = this.#fastest(count, kind)
    if (fastest === Infinity) return this.#draw(this.#plainWeights(count), hash, true)
    let inFlight = 1
    for (let index = 0; index < count; index += 1)
      inFlight += this.#members[this.#left[index] ?? 0]?.inFlight ?? 0
    let oldest = now - TRIED_EVERY
    let tried = -1
    for (let index = 0; index < count; index += 1) {
      const place = this.#left[index] ?? 0
      const member = this.#members[place]
      if (member === undefined) continue
      const added = this.#weights[index] ?? 0
      const known = added > 0
      const crowded = 1 + (CROWDED * member.inFlight) / inFlight
      this.#weights[index] = known ? steep(fastest / (added * crowded)) : 0
      const at = member.latency.lastBegun(kind) - (known ? 0 : TRIED_EVERY)
      if (at < oldest) {
        oldest = at
        tried = place
      }
    }
    pool.credit = Math.min(SAVED * fastest, pool.credit + TRIED_PART * fastest)
    if (tried >= 0 && pool.credit > 0 && pool.tries < MAX_TRIES) {
      // A slower member does not lose what it takes from the others.
      const member = this.#members[tried]
      pool.triedAgainst = Math.max(1, fastest - (member?.latency.delay(kind, member.inFlight) ?? 0))
      return tried
    }
    return this.#draw(count, hash, false)
  }

  /** When nothing else is left: of those that rest after errors, the one whose rest ends first. */
  #lastResort(request: PoolRequest, now: number): PoolChoice | PoolRefusal {
    const { members } = this.#plan
    const { model, tokens } = request
    let first = Infinity
    let found = -1
    let wait = Infinity
    for (let place = 0; place < members.length; place += 1) {
      const plan = members[place]
      const member = this.#members[place]
      if (plan === undefined || member === undefined || request.isExcluded(place)) continue
      const ofModel = model === undefined ? undefined : member.models.get(model)
      const until = Math.max(member.rest.until, ofModel?.until ?? 0)
      const isSpent = member.rest.isSpent || ofModel?.isSpent === true
      if (isSpent || member.isFull(plan, tokens, now)) {
        wait = Math.min(wait, Math.max(until - now, member.untilRoom(plan, tokens, now)))
      } else if (until < first) {
        first = until
        found = place
      }
    }
    if (found >= 0) return this.#lend(found, 'resting', request, now)
    return { retryAfter: wait === Infinity ? 0 : Math.max(1, Math.ceil(wait)) }
  }

  #lend(place: number, because: string, request: PoolRequest, now: number): PoolChoice {
    return new Lease(this.#pool, this.#members[place] as MemberState, place, because, request, now)
  }

  #hedge(request: PoolRequest): PoolChoice | undefined {
    const { hedge, sticky } = this.#plan
    // A pinned session would pay for a second cache write.
    if (hedge === undefined || (sticky !== undefined && request.session !== undefined)) return undefined
    const now = this.#pool.ports.clock.monotonic()
    if (this.#pool.hedged.sum(now) + 1 > hedge.most * this.#pool.calls.sum(now)) return undefined
    const count = this.#collect(request, now, ALL_RULES, undefined)
    if (count <= 0) return undefined
    this.#pool.hedged.add(now, 1)
    return this.#lend(this.#pick(count, request, now, undefined), 'hedge', request, now)
  }

  #status(): ReturnType<PoolHealth['status']> {
    const now = this.#pool.ports.clock.monotonic()
    const total = this.#pool.calls.sum(now)
    return this.#plan.members.map((plan, place) => {
      const member = this.#members[place] as MemberState
      return {
        name: plan.name,
        tier: plan.tier,
        ...member.readiness(plan, now),
        inFlight: member.inFlight,
        share: total === 0 ? 0 : member.calls.sum(now) / total,
        latency: member.latency.typical(member.inFlight),
        quota: member.quota(plan, now),
        sessions: member.sessions,
      }
    })
  }
}

/** The 32nd power: the share of a member falls so steeply with its time. */
function steep(part: number): number {
  const fourth = part * part * part * part
  const sixteenth = fourth * fourth * fourth * fourth
  return sixteenth * sixteenth
}
