// Counters that several processes share through a store. It decides while it answers; while it does not, each process admits its
// part of what was left at the last answer. What was admitted meanwhile is reported before anything is reserved again, and until all
// processes have done so, the store admits no more than a process could admit by itself.
import type { Ports } from '../../values/ports.ts'
import {
  amountOf,
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterRefusal,
  type CounterRule,
  isEstimated,
  type LimitCounter,
  type LimitCounters,
  NOTHING_USED,
  OpenGrants,
} from '../counters.ts'
import type { CounterStore, Reserved, ReservedCounter } from './counter-store.ts'
import { FleetGrant, type GrantedAmount } from './fleet-grant.ts'
import type { ProcessAmounts } from './process-amounts.ts'
import { ProcessLedger } from './process-ledger.ts'
import { type OnSharedCounting, StoreLink } from './store-link.ts'

/** How often a call is sent to a store that has a question first. */
const ATTEMPTS = 3

export function createFleetCounters(
  store: CounterStore,
  { clock, randomId, endOfTurn }: Pick<Ports, 'clock' | 'randomId' | 'endOfTurn'>,
  onSharedCounting: OnSharedCounting,
): LimitCounters {
  const ledger = new ProcessLedger(clock, endOfTurn)
  const link = new StoreLink(store, randomId().slice(0, 12), clock, ledger, onSharedCounting)
  ledger.link = link
  const open = new OpenGrants<FleetGrant>()

  const seedOf = ({ seed }: LimitCounter): number => seed?.() ?? 0
  const sharesOf = (
    group: CounterGroup,
    owns: readonly ProcessAmounts[],
    now: number,
  ): readonly CounterRule[] => {
    const part = link.part()
    return group.counters.map((counter, index) =>
      (owns[index] as ProcessAmounts).share(part, seedOf(counter), now),
    )
  }
  /** Whether this process may admit the amounts without the others. */
  const fitsAlone = (
    { counters }: CounterGroup,
    owns: readonly ProcessAmounts[],
    shares: readonly CounterRule[],
    amounts: CallAmounts,
    now: number,
  ): boolean =>
    counters.every((counter, index) => {
      const rule = shares[index] as CounterRule
      const own = owns[index] as ProcessAmounts
      return own.usedAlone(rule, now) + own.asked + amountOf(counter, amounts) <= rule.limit
    })
  const grant = (
    granted: readonly GrantedAmount[],
    used: readonly number[],
    limits: readonly number[] | undefined,
  ): CounterGrant => new FleetGrant(granted, used, limits, open, clock.monotonic())

  const refuseAlone = (
    { counters }: CounterGroup,
    owns: readonly ProcessAmounts[],
    shares: readonly CounterRule[],
    amounts: CallAmounts,
    now: number,
  ): CounterRefusal => ({
    granted: false,
    readings: counters.map((counter, index) => {
      const rule = shares[index] as CounterRule
      const own = owns[index] as ProcessAmounts
      const amount = amountOf(counter, amounts)
      const used = own.usedAlone(rule, now)
      const fits = used + amount <= rule.limit
      return { used, fits, wait: fits ? 0 : own.waitAlone(amount, rule, now) }
    }),
    limits: shares.map(({ limit }) => limit),
  })
  /** The reading of a policy that admits nothing while the store does not decide. */
  const refuseAway = (group: CounterGroup): CounterRefusal | undefined => {
    const away = group.counters.findIndex(({ refusesAway = false }) => refusesAway)
    if (away < 0) return undefined
    return { granted: false, away, readings: [] }
  }

  const decideAlone = (group: CounterGroup, amounts: CallAmounts): CounterGrant | CounterRefusal => {
    const now = clock.monotonic()
    const owns = group.counters.map(counter => ledger.of(counter))
    // Reported now that there is something to count.
    link.lose()
    const refused = refuseAway(group)
    if (refused !== undefined) return refused
    const shares = sharesOf(group, owns, now)
    if (!fitsAlone(group, owns, shares, amounts, now)) return refuseAlone(group, owns, shares, amounts, now)
    const time = link.time()
    const granted = group.counters.map((counter, index): GrantedAmount => {
      const own = owns[index] as ProcessAmounts
      const rule = shares[index] as CounterRule
      const amount = amountOf(counter, amounts)
      const place = own.place(time, isEstimated(counter))
      own.isUnreported = true
      own.add(place, amount, time)
      const alone = own.admitAlone(amount, rule, now)
      return { counter, own, ledger, amount, place, alone }
    })
    const used = granted.map(({ own }, index) => own.usedAlone(shares[index] as CounterRule, now))
    return grant(
      granted,
      used,
      shares.map(({ limit }) => limit),
    )
  }

  const take = (
    group: CounterGroup,
    owns: readonly ProcessAmounts[],
    shares: readonly CounterRule[],
    amounts: CallAmounts,
    { granted, isGathering, now: time, readings }: Reserved,
  ): CounterGrant | CounterRefusal => {
    const now = clock.monotonic()
    if (!isGathering) for (const [index, { used }] of readings.entries()) owns[index]?.answered(used, now)
    if (!granted) {
      if (!isGathering || readings.some(({ fits }) => !fits)) return { granted: false, readings }
      return refuseAway(group) ?? refuseAlone(group, owns, shares, amounts, now)
    }
    const entries = group.counters.map((counter, index): GrantedAmount => {
      const own = owns[index] as ProcessAmounts
      const amount = amountOf(counter, amounts)
      const place = own.place(time, isEstimated(counter))
      own.add(place, amount, time)
      const alone = isGathering ? own.admitAlone(amount, shares[index] as CounterRule, now) : undefined
      return { counter, own, ledger, amount, place, alone }
    })
    return grant(
      entries,
      readings.map(({ used }) => used),
      undefined,
    )
  }

  const ask = async (
    group: CounterGroup,
    amounts: CallAmounts,
  ): Promise<CounterGrant | CounterRefusal | undefined> => {
    const owns = group.counters.map(counter => ledger.of(counter))
    for (const own of owns) ledger.report(own)
    const now = clock.monotonic()
    const shares = sharesOf(group, owns, now)
    const { epoch } = link
    const mayShare = refuseAway(group) === undefined && fitsAlone(group, owns, shares, amounts, now)
    const counters = group.counters.map((counter, index): ReservedCounter => {
      const own = owns[index] as ProcessAmounts
      own.inFlight += 1
      own.asked += amountOf(counter, amounts)
      return {
        ...ledger.stored(own),
        limit: counter.rule.limit,
        amount: amountOf(counter, amounts),
        isEstimate: isEstimated(counter),
        seed: seedOf(counter),
      }
    })
    const reply = await link.ask({ kind: 'reserve', mayShare, counters })
    // What was on its way is not known, and will be stated.
    if (epoch !== link.epoch) return undefined
    if (reply === undefined) {
      link.lose()
      return undefined
    }
    for (const [index, own] of owns.entries()) {
      own.inFlight -= 1
      own.asked -= counters[index]?.amount ?? 0
    }
    if (reply.kind === 'reserved') return take(group, owns, shares, amounts, reply)
    if (reply.kind === 'unknown') link.doubt(reply.run)
    return undefined
  }

  const reserve = async (
    group: CounterGroup,
    amounts: CallAmounts,
  ): Promise<CounterGrant | CounterRefusal> => {
    open.expire(clock.monotonic())
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const ready = link.ready()
      if (ready === false || (ready !== true && !(await ready))) break
      const decided = await ask(group, amounts)
      if (decided !== undefined) return decided
    }
    return decideAlone(group, amounts)
  }

  return {
    reserve,
    read: async counter => {
      const result = await reserve(
        new CounterGroup([{ ...counter, measure: 'requests' as const, refusesAway: false }]),
        NOTHING_USED,
      )
      if (result.granted) result.settle(NOTHING_USED)
      return (result.granted ? result.used[0] : result.readings[0]?.used) ?? 0
    },
    isShared: true,
    close: async () => {
      ledger.flush()
      await link.close()
    },
  }
}
