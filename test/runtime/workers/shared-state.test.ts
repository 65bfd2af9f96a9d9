// What workers share obeys the contracts of every other store.
import { afterAll, describe, expect, it } from 'vitest'
import { heldRule, slidingRule } from '../../../runtime/limits/counter-rule.ts'
import { CounterGroup, type LimitCounter } from '../../../runtime/limits/counters.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import type { HubCalls } from '../../../runtime/workers/hub.ts'
import { createWorkerCounters, type WorkerCounters } from '../../../runtime/workers/shared-counters.ts'
import {
  createSharedVectors,
  createWorkerCache,
  createWorkerCircuits,
  createWorkerSessions,
} from '../../../runtime/workers/worker-state.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { amounts, counterContract } from '../limits/counter-contract.ts'
import { cacheContract } from '../state/cache-contract.ts'
import { circuitContract } from '../state/circuit-contract.ts'
import { sessionContract } from '../state/session-contract.ts'
import { vectorsContract } from '../state/vectors-contract.ts'
import { closeThreads, openThreads } from './threads.ts'

afterAll(closeThreads)

const two = <T>([first, second]: readonly T[]): readonly [T, T] => {
  if (first === undefined || second === undefined) throw new Error('There are no two workers.')
  return [first, second]
}

const reachedOf = (counters: readonly WorkerCounters[]): Partial<HubCalls> => ({
  reached: (worker, ...counter) => counters[worker]?.reached(...counter),
})

const BOUNDS = { entries: 1000, bytes: 64 * 1024 * 1024 }

describe('Counters of workers', () => {
  counterContract(() => {
    const clock = virtualClock()
    const counters: WorkerCounters[] = []
    const [peer] = two(openThreads(clock, 2, reachedOf(counters)).peers)
    counters.push(createWorkerCounters(peer))
    return { clock, counters: counters[0] as WorkerCounters, arrived: peer.settled }
  }, 60)

  const open = (value: number) => {
    const counters: WorkerCounters[] = []
    const clock = virtualClock()
    const { hub, peers } = openThreads(clock, 2, reachedOf(counters))
    counters.push(...peers.map(createWorkerCounters))
    const group = (more: Partial<LimitCounter> = {}) =>
      new CounterGroup([
        { key: 'k', rule: slidingRule({ unit: 'rpm', value }), measure: 'requests' as const, ...more },
      ])
    return { workers: two(counters), peers, group, hub }
  }

  it('never admit more than the limit together, however many calls ask at once', async () => {
    const { workers, group } = open(10)
    const asked = workers.flatMap(counters => {
      const own = group()
      return Array.from({ length: 20 }, async () => (await counters.reserve(own, amounts(1))).granted)
    })
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(10)
  })

  it('of requests in flight are free of those of a worker that has ended', async () => {
    const { workers, group, hub } = open(2)
    const [first, second] = workers
    const held = () => group({ rule: heldRule(2), measure: 'concurrent' })
    const granted = async (counters: WorkerCounters) => (await counters.reserve(held(), amounts(1))).granted
    expect([await granted(first), await granted(second), await granted(second)]).toEqual([true, true, false])
    hub.leave(0)
    expect([await granted(second), await granted(second)]).toEqual([true, false])
  })

  it('alert once, in the worker whose call has reached the threshold', async () => {
    const { workers, peers, group } = open(10)
    const alerts: string[] = []
    const of = (name: string) =>
      group({
        measure: 'tokens',
        threshold: { amount: 5, onReached: used => alerts.push(`${name} ${used}`) },
      })
    const [first, second] = workers
    for (const [counters, own] of [
      [first, of('first')],
      [second, of('second')],
      [first, of('first')],
    ] as const) {
      const grant = await counters.reserve(own, amounts(3))
      if (grant.granted) grant.settle(amounts(3))
      await Promise.all(peers.map(peer => peer.settled()))
    }
    expect(alerts).toEqual(['second 6'])
  })

  it('begin a budget that is not known with what its worker knows of it', async () => {
    const { workers, group } = open(10)
    const seeded = group({ seed: () => 7 })
    const [first, second] = workers
    expect(await first.reserve(seeded, amounts(1))).toMatchObject({ granted: true, used: [8] })
    expect(await second.reserve(group({ seed: () => 100 }), amounts(1))).toMatchObject({ used: [9] })
  })
})

describe('The cache of workers', () => {
  let now = 0
  const clock = { ...virtualClock(), monotonic: () => now }
  const { peers } = openThreads(clock, 2)
  cacheContract(async () => {
    const [writer] = two(peers)
    return {
      store: createWorkerCache(writer, await writer.call('openStores', BOUNDS)),
      setNow: moment => {
        now = moment
      },
    }
  })
})

sessionContract(
  'of workers',
  () => {
    const clock = virtualClock()
    const [first, second] = two(openThreads(clock, 2).peers)
    for (const peer of [first, second]) peer.notify('openStores', BOUNDS)
    return {
      store: createWorkerSessions(first),
      other: createWorkerSessions(second),
      pass: seconds => clock.advance(seconds * 1000),
    }
  },
  100,
)

circuitContract('of workers', () => {
  const clock = virtualClock()
  const notices: GatewayEvent[] = []
  const [peer] = two(openThreads(clock, 2).peers)
  return { clock, notices, circuits: createWorkerCircuits(peer, clock, notice => void notices.push(notice)) }
})

describe('Circuits of workers', () => {
  it('opened by one are open at the other, which alone may then probe', async () => {
    const clock = virtualClock()
    const rule = { threshold: 2, cooldown: 30_000 }
    const { hub, peers } = openThreads(clock, 2)
    const [first, second] = two(
      peers.map(peer => createWorkerCircuits(peer, clock, () => {}).circuit('a', rule)),
    )
    for (const circuit of [first, second]) circuit.fail(await circuit.admit())
    expect([await first.admit(), await second.admit()]).toEqual(['open', 'open'])
    await peers[1]?.settled()
    expect([...hub.circuits]).toEqual([['a', true]])
    await clock.advance(30_000)
    expect([await second.admit(), await first.admit()]).toEqual(['probe', 'open'])
    second.succeed('probe')
    expect(await first.admit()).toBe('closed')
    await peers[1]?.settled()
    expect([...hub.circuits]).toEqual([['a', false]])
  })
})

vectorsContract('of workers', async () => {
  const { hub, peers } = openThreads(nodePorts().clock, 1)
  const [peer] = peers
  if (peer === undefined) throw new Error('There is no worker.')
  await peer.call('openVectors', BOUNDS)
  return { ...createSharedVectors(peer), close: hub.close }
})
