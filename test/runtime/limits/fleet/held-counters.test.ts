// Requests in flight that several processes count together: one process that lives keeps what it holds, one that dies does not, and
// each has its part while the store is away.
import { describe, expect, it } from 'vitest'
import { heldRule } from '../../../../runtime/limits/counter-rule.ts'
import {
  type CounterGrant,
  CounterGroup,
  type CounterRefusal,
  type LimitCounters,
  NOTHING_USED,
} from '../../../../runtime/limits/counters.ts'
import { createFleetCounters } from '../../../../runtime/limits/fleet/fleet-counters.ts'
import { settle, type VirtualClock, virtualClock } from '../../../support/virtual-clock.ts'
import { amounts } from '../counter-contract.ts'
import { ModelChannel } from './model-channel.ts'
import { ModelStore } from './model-store.ts'

const GROUP = (limit: number) =>
  new CounterGroup([{ key: 'held', rule: heldRule(limit), measure: 'concurrent' as const }])

interface World {
  readonly clock: VirtualClock
  readonly first: LimitCounters
  readonly second: LimitCounters
  /** The first process stops without a word. */
  readonly kill: () => void
  /** Whether anything arrives at the store. */
  readonly setAway: (away: boolean) => void
}

async function openWorld(): Promise<World> {
  const clock = virtualClock()
  const store = new ModelStore(clock.now)
  let isAway = false
  let queue: (() => void)[] = []
  const processOf = (name: string) => {
    let isDead = false
    const own: VirtualClock = {
      ...clock,
      after: (milliseconds, action) =>
        clock.after(milliseconds, () => {
          if (!isDead) action()
        }),
    }
    const channel = new ModelChannel(
      own,
      (_connection, action) => (isAway ? void queue.push(action) : action()),
      (sender, request) => store.execute(sender, request),
    )
    const ports = { clock: own, randomId: () => name.repeat(12), endOfTurn: queueMicrotask }
    const counters = createFleetCounters(channel, ports, () => {})
    return { counters, kill: () => (isDead = true) }
  }
  const [one, other] = [processOf('a'), processOf('b')]
  const world: World = {
    clock,
    first: one.counters,
    second: other.counters,
    kill: () => void one.kill(),
    setAway: away => {
      isAway = away
      const arrived = queue
      queue = []
      for (const action of away ? [] : arrived) action()
    },
  }
  // Both have checked in and know of each other.
  for (const counters of [world.first, world.second]) await take(world, counters, 9)
  for (const grant of held.splice(0)) grant.settle(NOTHING_USED)
  await clock.advance(15_000)
  return world
}

const held: CounterGrant[] = []

/** Whether a call is admitted; `held` has it then. */
async function take(
  { clock }: Pick<World, 'clock'>,
  counters: LimitCounters,
  limit: number,
): Promise<boolean> {
  let decided: CounterGrant | CounterRefusal | undefined
  void Promise.resolve(counters.reserve(GROUP(limit), amounts(1))).then(result => {
    decided = result
  })
  await settle()
  for (let waited = 0; decided === undefined && waited < 40; waited += 1) await clock.advance(100)
  if (decided?.granted === true) held.push(decided)
  return decided?.granted === true
}

describe('Requests in flight of several processes', () => {
  it('are counted together, and one that ends makes room for another process', async () => {
    const world = await openWorld()
    expect(await take(world, world.first, 2)).toBe(true)
    expect(await take(world, world.second, 2)).toBe(true)
    expect(await take(world, world.second, 2)).toBe(false)
    held.shift()?.settle(NOTHING_USED)
    await settle()
    expect(await take(world, world.second, 2)).toBe(true)
    expect(await take(world, world.first, 2)).toBe(false)
  })

  it('count for hours, as long as their process lives', async () => {
    const world = await openWorld()
    expect(await take(world, world.first, 1)).toBe(true)
    for (let minute = 0; minute < 200; minute += 1) await world.clock.advance(60_000)
    expect(await take(world, world.second, 1)).toBe(false)
    for (const grant of held.splice(0)) grant.settle(NOTHING_USED)
    await settle()
    expect(await take(world, world.second, 1)).toBe(true)
  })

  it('of a process that died are free after its lease of 60 to 70 seconds', async () => {
    const world = await openWorld()
    expect(await take(world, world.first, 1)).toBe(true)
    world.kill()
    await world.clock.advance(30_000)
    expect(await take(world, world.second, 1)).toBe(false)
    await world.clock.advance(70_000)
    expect(await take(world, world.second, 1)).toBe(true)
  })

  it('are admitted by each process up to its part while the store is away, and together once it is back', async () => {
    const world = await openWorld()
    expect(await take(world, world.first, 4)).toBe(true)
    world.setAway(true)
    const admitted: boolean[] = []
    for (const counters of [world.first, world.second, world.first, world.second, world.first, world.second])
      admitted.push(await take(world, counters, 4))
    expect(admitted.filter(Boolean).length).toBeLessThanOrEqual(3)
    expect(admitted.filter(Boolean).length).toBeGreaterThanOrEqual(2)
    world.setAway(false)
    await world.clock.advance(45_000)
    const all = held.splice(0)
    const left = 4 - all.length
    const after: boolean[] = []
    for (let call = 0; call < 3; call += 1) after.push(await take(world, world.second, 4))
    expect(after.filter(Boolean)).toHaveLength(left)
    for (const grant of [...all, ...held.splice(0)]) grant.settle(NOTHING_USED)
    await settle()
    await world.clock.advance(2_000)
    for (let call = 0; call < 5; call += 1) after.push(await take(world, world.second, 4))
    expect(after.slice(3)).toEqual([true, true, true, true, false])
  })

  it('that ended while the store is away make room in their process, however long that is', async () => {
    const world = await openWorld()
    for (const counters of [world.first, world.second]) expect(await take(world, counters, 2)).toBe(true)
    world.setAway(true)
    expect(await take(world, world.first, 2)).toBe(false)
    await world.clock.advance(120_000)
    expect(await take(world, world.first, 2)).toBe(false)
    held.shift()?.settle(NOTHING_USED)
    expect(await take(world, world.first, 2)).toBe(true)
    expect(await take(world, world.first, 2)).toBe(false)
  })
})
