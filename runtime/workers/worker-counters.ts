// Counters of limits that the main thread has for all workers: exact among them, as those in memory are within one thread.
import type { CallAmounts, CounterGroup, LimitCounter, LimitCounters } from '../limits/counters.ts'
import type { Peer } from './peer.ts'
import type { CounterMethods, Seeds, SentCounter } from './shared-counters.ts'

export interface WorkerCounters extends LimitCounters {
  /** The main thread tells that a threshold was reached. */
  readonly reached: (group: number, place: number, used: number) => void
}

const sent = ({ key, rule, measure, threshold }: LimitCounter): SentCounter => ({
  key,
  rule,
  measure,
  ...(threshold && { threshold: threshold.amount }),
})

export function createWorkerCounters(hub: Pick<Peer<CounterMethods>, 'ask' | 'notify'>): WorkerCounters {
  const numbers = new WeakMap<CounterGroup, number>()
  const groups = new Map<number, WeakRef<CounterGroup>>()
  const forgotten = new FinalizationRegistry<number>(id => {
    groups.delete(id)
    hub.notify('forgetGroup', id)
  })
  let lastGroup = 0
  let lastGrant = 0
  const numberOf = (group: CounterGroup): number => {
    const known = numbers.get(group)
    if (known !== undefined) return known
    lastGroup += 1
    numbers.set(group, lastGroup)
    groups.set(lastGroup, new WeakRef(group))
    forgotten.register(group, lastGroup)
    hub.notify('defineGroup', lastGroup, group.counters.map(sent))
    return lastGroup
  }
  return {
    isShared: true,
    reserve: async (group, amounts) => {
      lastGrant += 1
      const grant = lastGrant
      const reply = await hub.ask('reserve', numberOf(group), grant, amounts, seedsOf(group.counters))
      if ('readings' in reply) return { granted: false, readings: reply.readings }
      let isSettled = false
      return {
        granted: true,
        used: reply,
        settle: (used: CallAmounts) => {
          if (!isSettled) hub.notify('settle', grant, used)
          isSettled = true
        },
      }
    },
    read: counter => hub.ask('readCounter', sent(counter), counter.seed?.() ?? 0),
    reached: (group, place, used) => groups.get(group)?.deref()?.counters[place]?.threshold?.onReached(used),
    close: async () => {},
  }
}

function seedsOf(counters: readonly LimitCounter[]): Seeds | undefined {
  let seeds: (number | undefined)[] | undefined
  for (let place = 0; place < counters.length; place += 1) {
    const seed = counters[place]?.seed
    if (seed === undefined) continue
    seeds ??= new Array<number | undefined>(counters.length).fill(undefined)
    seeds[place] = seed()
  }
  return seeds
}
