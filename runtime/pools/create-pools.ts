// Pools in the memory of a process.
import type { PlanPool } from '../../schemas/generated/types.ts'
import type { Clock } from '../values/ports.ts'
import type { PoolHealth, PoolRequest, Pools } from './pool-health.ts'

interface PoolPorts {
  readonly clock: Pick<Clock, 'monotonic' | 'now'>
  readonly random: () => number
}

export function createPools(ports: PoolPorts): Pools {
  const pools = new Map<string, { readonly plan: PlanPool; readonly health: PoolHealth }>()
  return {
    pool: (id, plan) => {
      const known = pools.get(id)
      if (known !== undefined && known.plan === plan) return known.health
      const health = createPoolHealth(plan, ports)
      pools.set(id, { plan, health })
      return health
    },
    ids: () => [...pools.keys()],
  }
}

function createPoolHealth({ members }: PlanPool, { random }: PoolPorts): PoolHealth {
  const inFlight = members.map(() => 0)
  const candidates = ({ isExcluded }: PoolRequest): readonly number[] => {
    const left = members.flatMap((_, index) => (isExcluded(index) ? [] : [index]))
    const tier = members[left[0] ?? 0]?.tier
    return left.filter(index => members[index]?.tier === tier)
  }
  return {
    choose: request => {
      const left = candidates(request)
      const total = left.reduce((sum, index) => sum + (members[index]?.weight ?? 0), 0)
      let point = random() * total
      for (const index of left) {
        point -= members[index]?.weight ?? 0
        if (point >= 0 && index !== left.at(-1)) continue
        inFlight[index] = (inFlight[index] ?? 0) + 1
        return {
          member: index,
          because: left.length === 1 ? 'only member' : `picked of ${left.length}`,
          lease: {
            answered: () => {},
            began: () => {},
            ended: () => {
              inFlight[index] = (inFlight[index] ?? 1) - 1
            },
          },
        }
      }
      return { retryAfter: 1000 }
    },
    hedge: () => undefined,
    hedgeAfter: () => undefined,
    status: () =>
      members.map(({ name, tier }, index) => ({
        name,
        tier,
        state: 'ready',
        inFlight: inFlight[index] ?? 0,
        share: 0,
        latency: undefined,
        quota: undefined,
        sessions: 0,
      })),
  }
}
