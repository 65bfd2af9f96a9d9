// Calls of a pool in virtual time, against members whose times, errors and quotas are known, so that the best choice is known too.
import { createPools } from '../../../runtime/pools/create-pools.ts'
import {
  isRefusal,
  type PoolHealth,
  type PoolLease,
  type PoolRequest,
} from '../../../runtime/pools/pool-health.ts'
import type { PlanPool, PlanPoolMember } from '../../../schemas/generated/types.ts'
import { drawsOf, planOf } from './pool-harness.ts'

/** A time in which a member is otherwise; in seconds. */
export interface Phase {
  readonly from: number
  readonly to: number
  /** How many times as long its replies take. */
  readonly slower?: number
  /** The share of calls, of 1, that fail at once. */
  readonly fails?: number
}

export interface SimulatedMember {
  readonly name: string
  /** The mean time of a reply without load; milliseconds. */
  readonly mean: number
  /** The deviation of the logarithm of the time. */
  readonly tail: number
  /** Requests in flight at which times are twice as long; absent if the load does not matter. */
  readonly capacity?: number
  /** Requests in a minute, from a bucket that is filled continuously. */
  readonly quota?: number
  readonly phases?: readonly Phase[]
  readonly plan?: Partial<PlanPoolMember>
}

export interface Scenario {
  readonly name: string
  readonly members: readonly SimulatedMember[]
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
  /** A call is given up after so many milliseconds, as a broken deadline. */
  readonly deadline?: number
}

export interface Outcome {
  readonly mean: number
  readonly p95: number
  readonly failed: number
  /** Calls of a member whose last reply reported that nothing is left, before the reported time. */
  readonly spentCalls: number
  /** The share of each member in each ten seconds. */
  readonly shares: readonly ReadonlyMap<string, number>[]
}

/** `peak ewma`: the better of two members by their mean time multiplied by the requests in flight. */
export type Policy = PlanPool['pick'] | 'optimum' | 'peak ewma'

const WINDOW = 10_000
const FAILS_AFTER = 30
const FAILOVER = 2

interface Running extends SimulatedMember {
  inFlight: number
  left: number
  filledAt: number
  spentUntil: number
}

/** What a request meets, whoever serves it. */
interface Luck {
  readonly normal: number
  readonly fails: number
}

interface Attempt {
  readonly at: number
  readonly action: () => void
}

/** `processes`: pools that share nothing, among which the requests are divided. */
export function simulatePool(scenario: Scenario, policy: Policy, seed: number, processes = 1): Outcome {
  let now = 0
  const events = new EventHeap()
  const after = (wait: number, action: () => void): void => events.push({ at: now + wait, action })
  const members = scenario.members.map(
    (member): Running => ({
      ...member,
      inFlight: 0,
      left: member.quota ?? Infinity,
      filledAt: 0,
      spentUntil: 0,
    }),
  )
  const plan = planOf(Object.fromEntries(scenario.members.map(({ name, plan: own }) => [name, own ?? {}])), {
    pick: policy === 'optimum' || policy === 'peak ewma' ? 'random' : policy,
  })
  const clock = { monotonic: () => now, now: () => 1.7e12 + now }
  const pools = Array.from({ length: processes }, (_, index) =>
    createPools({ clock, random: drawsOf(seed * 31 + index) }).pool('pool', plan),
  )
  const arrivals = drawsOf(seed)
  const tails = drawsOf(seed + 1e6)
  const turns = drawsOf(seed + 2e6)
  const times: number[] = []
  const counts: Map<string, number>[] = []
  let failed = 0
  let spentCalls = 0

  const phaseOf = ({ phases = [] }: Running): Phase | undefined =>
    phases.find(({ from, to }) => now >= from * 1000 && now < to * 1000)
  const meanAt = (member: Running, inFlight: number): number =>
    member.mean *
    (phaseOf(member)?.slower ?? 1) *
    (1 + (member.capacity === undefined ? 0 : inFlight / member.capacity))
  const fill = (member: Running): void => {
    if (member.quota === undefined) return
    member.left = Math.min(member.quota, member.left + ((now - member.filledAt) * member.quota) / 60_000)
    member.filledAt = now
  }
  const best = (tried: ReadonlySet<number>): number => {
    let least = Infinity
    let found = -1
    members.forEach((member, index) => {
      fill(member)
      if (
        tried.has(index) ||
        member.left < 1 ||
        now < member.spentUntil ||
        (phaseOf(member)?.fails ?? 0) > 0.5
      )
        return
      const next = member.inFlight + 1
      const added = next * meanAt(member, next) - member.inFlight * meanAt(member, member.inFlight)
      if (added >= least) return
      least = added
      found = index
    })
    return found
  }
  const averages = members.map(() => 0)
  const betterOfTwo = (tried: ReadonlySet<number>): number => {
    const left = members.flatMap((_, index) => (tried.has(index) ? [] : [index]))
    const draw = (): number => left[Math.floor(turns() * left.length)] ?? -1
    const costOf = (index: number): number => (averages[index] ?? 0) * ((members[index]?.inFlight ?? 0) + 1)
    const [one, other] = [draw(), draw()]
    return costOf(one) <= costOf(other) ? one : other
  }
  const choose = (
    pool: PoolHealth,
    tried: ReadonlySet<number>,
  ): { member: number; lease?: PoolLease } | undefined => {
    if (policy === 'optimum' || policy === 'peak ewma') {
      const member = policy === 'optimum' ? best(tried) : betterOfTwo(tried)
      return member < 0 ? undefined : { member }
    }
    const request: PoolRequest = {
      model: 'm',
      session: undefined,
      tokens: 1000,
      stream: true,
      isExcluded: index => tried.has(index),
    }
    const choice = pool.choose(request)
    return isRefusal(choice) ? undefined : choice
  }

  const attempt = (began: number, tail: Luck, pool: PoolHealth, tried: Set<number>): void => {
    const choice = choose(pool, tried)
    const member = choice && members[choice.member]
    if (choice === undefined || member === undefined) {
      failed += 1
      return
    }
    tried.add(choice.member)
    if (now < member.spentUntil) spentCalls += 1
    const window = Math.floor(now / WINDOW)
    counts[window] ??= new Map()
    counts[window]?.set(member.name, (counts[window]?.get(member.name) ?? 0) + 1)
    member.inFlight += 1
    fill(member)
    const isSpent = member.left < 1
    if (!isSpent) member.left -= 1
    const left = member.left
    const goOn = (): void => {
      if (tried.size > FAILOVER || tried.size === members.length) failed += 1
      else attempt(began, tail, pool, tried)
    }
    const headers = (): readonly string[] => {
      if (member.quota === undefined) return []
      const whole = Math.floor(left)
      const reset = ((member.quota - left) * 60_000) / member.quota
      if (whole === 0 && !isSpent) member.spentUntil = Math.max(member.spentUntil, now + reset)
      return [
        ...['x-ratelimit-limit-requests', String(member.quota)],
        ...['x-ratelimit-remaining-requests', String(whole)],
        ...['x-ratelimit-reset-requests', `${Math.ceil(reset)}ms`],
      ]
    }
    if (isSpent || (phaseOf(member)?.fails ?? 0) > tail.fails) {
      after(FAILS_AFTER, () => {
        member.inFlight -= 1
        const wait = 60_000 / (member.quota ?? 1)
        if (isSpent) member.spentUntil = Math.max(member.spentUntil, now + wait)
        choice.lease?.answered(isSpent ? 429 : 500, isSpent ? ['retry-after-ms', String(wait)] : [])
        choice.lease?.ended({ result: 'failed', status: isSpent ? 429 : 500 })
        goOn()
      })
      return
    }
    const takes = meanAt(member, member.inFlight) * Math.exp(tail.normal * member.tail - member.tail ** 2 / 2)
    const { deadline = Infinity } = scenario
    after(Math.min(takes, deadline), () => {
      member.inFlight -= 1
      if (takes > deadline) {
        choice.lease?.ended({ result: 'failed', status: 0, about: 'deadline' })
        goOn()
        return
      }
      choice.lease?.answered(200, headers())
      choice.lease?.began()
      choice.lease?.ended({ result: 'succeeded', status: 200, outputTokens: 100 })
      times.push(now - began)
      // A longer time counts at once, a shorter one bit by bit.
      const average = averages[choice.member] ?? 0
      averages[choice.member] = takes > average ? takes : average + 0.1 * (takes - average)
    })
  }

  const arrive = (): void => {
    // The same requests come to every policy, and bring the same luck.
    const tail = {
      normal: Math.sqrt(-2 * Math.log(1 - tails())) * Math.cos(2 * Math.PI * tails()),
      fails: tails(),
    }
    const pool = pools[Math.floor(turns() * pools.length)]
    if (pool !== undefined) attempt(now, tail, pool, new Set())
    const wait = (-Math.log(1 - arrivals()) * 1000) / scenario.rate
    if (now + wait < scenario.seconds * 1000) after(wait, arrive)
  }
  after(0, arrive)
  for (let next = events.pop(); next !== undefined; next = events.pop()) {
    now = next.at
    next.action()
  }
  times.sort((one, other) => one - other)
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    failed,
    spentCalls,
    shares: counts.map(count => {
      const total = [...count.values()].reduce((sum, each) => sum + each, 0)
      return new Map([...count].map(([name, each]) => [name, each / total]))
    }),
  }
}

class EventHeap {
  readonly #events: Attempt[] = []

  push(event: Attempt): void {
    const events = this.#events
    let place = events.push(event) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = events[above]
      if (other === undefined || other.at <= event.at) break
      events[place] = other
      place = above
    }
    events[place] = event
  }

  pop(): Attempt | undefined {
    const events = this.#events
    const first = events[0]
    const last = events.pop()
    if (first === undefined || last === undefined || events.length === 0) return first
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= events.length) break
      if ((events[below + 1]?.at ?? Infinity) < (events[below]?.at ?? Infinity)) below += 1
      const other = events[below]
      if (other === undefined || other.at >= last.at) break
      events[place] = other
      place = below
    }
    events[place] = last
    return first
  }
}

export const KINDS = ['heavy tails', 'a slow member', 'an outage', 'quotas', 'load'] as const

/** A scenario of each kind, drawn by its seed. */
export function drawScenario(kind: (typeof KINDS)[number], seed: number): Scenario {
  const draw = drawsOf(seed * 7919 + KINDS.indexOf(kind))
  const between = (low: number, high: number): number => low + draw() * (high - low)
  const count = 2 + Math.floor(draw() * 5)
  const rate = between(4, 25)
  const seconds = 400
  const capacity = (rate * between(0.3, 1.2)) / count
  const members = Array.from({ length: count }, (_, index): SimulatedMember => {
    const own: SimulatedMember = {
      name: `m${index}`,
      mean: between(300, 1500),
      tail: between(0.3, kind === 'heavy tails' ? 1.5 : 0.9),
    }
    return kind === 'load' ? { ...own, capacity: Math.max(1, capacity * between(0.5, 2)) } : own
  })
  const fastest = members.reduce((one, other) => (other.mean < one.mean ? other : one))
  const changed = members.map((member): SimulatedMember => {
    if (kind === 'quotas') return { ...member, quota: Math.ceil(((60 * rate) / count) * between(1.1, 2)) }
    if (member !== fastest) return member
    if (kind === 'a slow member')
      return { ...member, phases: [{ from: 100, to: 220, slower: between(3, 10) }] }
    if (kind === 'an outage') return { ...member, phases: [{ from: 100, to: 220, fails: 1 }] }
    return member
  })
  // Beyond what the members can serve, every choice is as bad as any.
  const served = changed.reduce((sum, { mean, capacity: own = Infinity }) => sum + (1000 * own) / mean, 0)
  return { name: kind, members: changed, rate: Math.min(rate, 0.6 * served), seconds }
}
