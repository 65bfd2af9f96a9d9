// A pool with a clock and draws of its own, and calls of it in one line.
import { createPools } from '../../../runtime/pools/create-pools.ts'
import {
  isRefusal,
  type PoolChoice,
  type PoolHealth,
  type PoolOutcome,
  type PoolRequest,
} from '../../../runtime/pools/pool-health.ts'
import type { Headers } from '../../../runtime/values/headers.ts'
import type { PlanPool, PlanPoolMember } from '../../../schemas/generated/types.ts'

/** Members by name: what differs from a weight of 1 in the first tier. */
export type Members = Readonly<Record<string, Partial<PlanPoolMember>>>

export const planOf = (members: Members, more: Partial<PlanPool> = {}): PlanPool => ({
  pick: 'random',
  failover: 2,
  members: Object.entries(members)
    .map(([name, member]) => ({ name, slug: `pool.${name}`, weight: 1, tier: 1, ...member }))
    .sort((one, other) => one.tier - other.tier),
  ...more,
})

/** Mulberry32. */
export function drawsOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Reply {
  readonly status?: number
  readonly headers?: Headers
  readonly about?: PoolOutcome['about']
  readonly result?: PoolOutcome['result']
  /** Milliseconds until the head, and until the content. */
  readonly takes?: number
  readonly outputTokens?: number
}

export type Asked = Partial<Omit<PoolRequest, 'isExcluded'>> & { readonly without?: readonly string[] }

const EPOCH = Date.UTC(2026, 10, 1)

export function openPool(plan: PlanPool, seed = 1) {
  let time = 0
  const clock = { monotonic: () => time, now: () => EPOCH + time }
  const pools = createPools({ clock, random: drawsOf(seed) })
  let names = plan.members.map(({ name }) => name)
  let health: PoolHealth = pools.pool('pool', plan)
  const requestOf = ({ without = [], ...asked }: Asked = {}): PoolRequest => ({
    model: 'm',
    session: undefined,
    tokens: 100,
    stream: true,
    isExcluded: place => without.includes(names[place] ?? ''),
    ...asked,
  })
  const nameOf = (choice: PoolChoice): string => names[choice.member] ?? ''
  const choose = (asked?: Asked): PoolChoice | number => {
    const choice = health.choose(requestOf(asked))
    return isRefusal(choice) ? choice.retryAfter : choice
  }
  const end = (
    choice: PoolChoice,
    { status = 200, headers = [], about, result, takes = 0, outputTokens }: Reply = {},
  ): void => {
    time += takes
    if (status > 0) choice.lease.answered(status, headers)
    if (status > 0 && status < 400) choice.lease.began()
    choice.lease.ended({
      result: result ?? (status > 0 && status < 400 ? 'succeeded' : 'failed'),
      status,
      about,
      outputTokens,
    })
  }
  return {
    pools,
    health: () => health,
    clock,
    now: () => time,
    epoch: EPOCH,
    pass: (milliseconds: number): void => {
      time += milliseconds
    },
    relink: (next: PlanPool): PoolHealth => {
      names = next.members.map(({ name }) => name)
      health = pools.pool('pool', next)
      return health
    },
    requestOf,
    choose,
    nameOf,
    end,
    /** The member that a call goes to, which ends with the reply; `full` for a refusal. */
    call: (asked?: Asked, reply?: Reply): string => {
      const choice = choose(asked)
      if (typeof choice === 'number') return 'full'
      end(choice, reply)
      return nameOf(choice)
    },
    /** Calls until one goes to the member, which ends with the reply. */
    callOf: (member: string, reply: Reply, asked: Asked = {}): void => {
      const choice = choose({ ...asked, without: names.filter(name => name !== member) })
      if (typeof choice === 'number') throw new Error(`${member} is not called.`)
      end(choice, reply)
    },
    /** How many of so many calls went to each member. */
    shares: (count: number, asked?: Asked, each = 100): Readonly<Record<string, number>> => {
      const found: Record<string, number> = {}
      for (let index = 0; index < count; index += 1) {
        time += each
        const choice = choose(asked)
        const name = typeof choice === 'number' ? 'full' : nameOf(choice)
        if (typeof choice !== 'number') end(choice)
        found[name] = (found[name] ?? 0) + 1
      }
      return found
    },
  }
}
