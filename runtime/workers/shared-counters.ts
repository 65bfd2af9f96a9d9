// The counters of limits that the main thread has for all workers, as it serves them to one worker, and as that worker
// uses them. Groups of counters are sent once, and named by numbers from then on.
import {
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterReading,
  type LimitCounter,
  type LimitCounters,
} from '../limits/counters.ts'
import type { LocalCounters } from '../limits/memory-counters.ts'
import type { Peer } from './peer.ts'

/** A counter as it crosses threads: a threshold is an amount, and seeds are sent with each reservation. */
export interface SentCounter extends Pick<LimitCounter, 'key' | 'rule' | 'measure'> {
  readonly threshold?: number
}

/** What was used of each counter, or why nothing was reserved. */
export type SentGrant = readonly number[] | { readonly readings: readonly CounterReading[] }

/** What budgets start from that the main thread does not know; undefined for other counters. */
export type Seeds = readonly (number | undefined)[]

/** Reservations that were not settled, of which the oldest make room. */
const MAX_GRANTS = 100_000

interface ServedGroup {
  readonly group: CounterGroup
  seeds: Seeds | undefined
}

export type CounterMethods = ReturnType<typeof serveCounters>['methods']

/** The reservations of one worker. */
export interface ServedCounters {
  /** The worker has ended: none of its calls is in flight, and what they had reserved is used. */
  readonly end: () => void
}

/** `onReached`: the counter at this place of a group has reached its threshold. */
export function serveCounters(
  counters: LocalCounters,
  onReached: (group: number, place: number, used: number) => void,
) {
  const groups = new Map<number, ServedGroup>()
  const grants = new Map<number, OpenReservation>()
  const end = ({ grant, amounts }: OpenReservation): void => grant.settle({ ...amounts, concurrent: 0 })
  const methods = {
    defineGroup: (id: number, sent: readonly SentCounter[]): void => {
      const served: ServedGroup = {
        seeds: undefined,
        group: new CounterGroup(
          sent.map(({ threshold, ...counter }, place) => ({
            ...counter,
            seed: () => served.seeds?.[place] ?? 0,
            ...(threshold !== undefined && {
              threshold: { amount: threshold, onReached: used => onReached(id, place, used) },
            }),
          })),
        ),
      }
      groups.set(id, served)
    },
    forgetGroup: (id: number): void => void groups.delete(id),
    reserve: (id: number, grant: number, amounts: CallAmounts, seeds: Seeds | undefined): SentGrant => {
      const served = groups.get(id)
      if (served === undefined) throw new Error('A group of counters is missing.')
      served.seeds = seeds
      const reserved = counters.reserve(served.group, amounts)
      if (!reserved.granted) return { readings: reserved.readings }
      grants.set(grant, { grant: reserved, amounts })
      const oldest = grants.size > MAX_GRANTS ? grants.entries().next().value : undefined
      if (oldest !== undefined) {
        grants.delete(oldest[0])
        end(oldest[1])
      }
      return reserved.used
    },
    settle: (grant: number, used: CallAmounts): void => {
      grants.get(grant)?.grant.settle(used)
      grants.delete(grant)
    },
    readCounter: (counter: SentCounter, seed: number): number | Promise<number> =>
      counters.read({ key: counter.key, rule: counter.rule, measure: counter.measure, seed: () => seed }),
  }
  const served: ServedCounters = {
    end: () => {
      for (const reservation of grants.values()) end(reservation)
      grants.clear()
    },
  }
  return { methods, ...served }
}

interface OpenReservation {
  readonly grant: CounterGrant
  readonly amounts: CallAmounts
}

/** Exact among all workers, as counters in memory are within one thread. */
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

export function createWorkerCounters(hub: Pick<Peer<CounterMethods>, 'call' | 'notify'>): WorkerCounters {
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
      const reply = await hub.call('reserve', numberOf(group), grant, amounts, seedsOf(group.counters))
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
    read: counter => hub.call('readCounter', sent(counter), counter.seed?.() ?? 0),
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
