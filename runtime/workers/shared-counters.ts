// The counters of limits that all workers count in, as the main thread serves them to one worker. Groups of counters are sent once, and
// named by numbers from then on.
import {
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterReading,
  type LimitCounter,
} from '../limits/counters.ts'
import type { LocalCounters } from '../limits/memory-counters.ts'

/** A counter as it crosses threads: a threshold is an amount, and seeds are sent with each reservation. */
export interface SentCounter extends Pick<LimitCounter, 'key' | 'rule' | 'measure'> {
  readonly threshold?: number
}

/** What was used of each counter, or why nothing was reserved. */
export type SentGrant = readonly number[] | { readonly readings: readonly CounterReading[] }

/** What budgets start from that the main thread does not know; undefined for other counters. */
export type Seeds = readonly (number | undefined)[]

/** Reservations that were not settled, of which the oldest make room: their estimates expire by themselves. */
const MAX_GRANTS = 100_000

interface ServedGroup {
  readonly group: CounterGroup
  seeds: Seeds | undefined
}

export type CounterMethods = ReturnType<typeof serveCounters>

/** `onReached`: the counter at this place of a group has reached its threshold. */
export function serveCounters(
  counters: LocalCounters,
  onReached: (group: number, place: number, used: number) => void,
) {
  const groups = new Map<number, ServedGroup>()
  const grants = new Map<number, CounterGrant>()
  return {
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
      grants.set(grant, reserved)
      const oldest = grants.size > MAX_GRANTS ? grants.keys().next().value : undefined
      if (oldest !== undefined) grants.delete(oldest)
      return reserved.used
    },
    settle: (grant: number, used: CallAmounts): void => {
      grants.get(grant)?.settle(used)
      grants.delete(grant)
    },
    readCounter: (counter: SentCounter, seed: number): number | Promise<number> =>
      counters.read({ key: counter.key, rule: counter.rule, measure: counter.measure, seed: () => seed }),
  }
}
