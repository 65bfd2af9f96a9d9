// Semantics, section 5: weights, zero weights, random numbers at interval edges, and what is passed to the child.
import { describe, expect, it } from 'vitest'
import { buildWeightTable } from '../../../compiler/plan/weight-table.ts'
import type { LinkedNode } from '../../../runtime/link/nodes/linked-node.ts'
import { linkLoadbalance } from '../../../runtime/link/nodes/loadbalance.ts'
import { type Call, NO_DRAW, type Reply } from '../../../runtime/values/call.ts'
import { callOf } from './call-of.ts'

const REPLY: Reply = {
  status: 200,
  headers: [],
  body: new Uint8Array(),
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
}

/** The child that a random number selects, and the number that the child gets. */
async function picked(weights: readonly number[], random: number, inHand = NO_DRAW) {
  let index = -1
  let handed = Number.NaN
  const children: LinkedNode[] = weights.map((_, place) => ({
    route: async (_call, number) => {
      index = place
      handed = number
      return REPLY
    },
  }))
  const node = { kind: 'loadbalance' as const, children: [], draw: buildWeightTable(weights) }
  await linkLoadbalance(node, children, { random: () => random, clock: { now: () => 0 } }, 'config').route(
    callOf(),
    inHand,
  )
  return { index, handed }
}

const LAST = 1 - Number.EPSILON

describe('Load balancing', () => {
  it.each<readonly [string, readonly number[], number, number]>([
    ['the smallest number picks the first', [1, 1], 0, 0],
    ['just below the edge picks the first', [1, 1], 0.5 - Number.EPSILON, 0],
    ['the edge itself picks the second', [1, 1], 0.5, 1],
    ['the largest number picks the last', [1, 1, 1], LAST, 2],
    ['weights are relative', [1, 3], 0.2499, 0],
    ['weights are relative', [1, 3], 0.25, 1],
    ['fractions are allowed', [0.1, 0.3], 0.26, 1],
    ['a first weight of 0 is never picked', [0, 1], 0, 1],
    ['a middle weight of 0 is never picked', [1, 0, 1], 0.5, 2],
    ['a last weight of 0 is never picked', [1, 1, 0], LAST, 1],
    ['a single child', [7], LAST, 0],
  ])('%s: %j with %d', async (_title, weights, draw, index) => {
    expect((await picked(weights, draw)).index).toBe(index)
  })

  it('selects in proportion to the weights over evenly spread numbers, and never weight 0', async () => {
    const weights = [3, 0, 1, 4, 0.5, 1.5]
    const counts = weights.map(() => 0)
    for (let step = 0; step < 10_000; step += 1) {
      const { index } = await picked(weights, step / 10_000)
      counts[index] = (counts[index] ?? 0) + 1
    }
    expect(counts.map(count => Math.round(count / 10) / 100)).toEqual([3, 0, 1, 4, 0.5, 1.5])
  })

  it.each<readonly [readonly number[], number, number]>([
    [[1, 1], 0.25, 0.5],
    [[1, 1], 0.75, 0.5],
    [[1, 3], 0.25, 0],
    [[1, 3], 0.625, 0.5],
    [[5], 0.3, 0.3],
  ])('with %j the number %d passes %d to the child', async (weights, draw, handed) => {
    expect((await picked(weights, draw)).handed).toBeCloseTo(handed, 12)
  })

  it('a number from the parent is used instead of a new one', async () => {
    expect((await picked([1, 1], 0.9, 0.1)).index).toBe(0)
  })

  it('the number passed on is always in [0, 1)', async () => {
    for (const draw of [0, 0.1, 0.3333333333333333, 0.5, 0.7, 0.9999999999999999, LAST]) {
      const { handed } = await picked([1, 2, 3, 7, 11], draw)
      expect(handed).toBeGreaterThanOrEqual(0)
      expect(handed).toBeLessThan(1)
    }
  })
})

describe('A sticky load balancer', () => {
  const sticky = [
    { from: 'metadata' as const, path: ['user'] },
    { from: 'params' as const, path: ['session', 'id'] },
  ]
  const places = async (
    calls: readonly Call[],
    weights = [1, 1, 2],
    draws = [0.1, 0.9, 0.5],
    times: { readonly ttl?: number; readonly each: number } = { each: 0 },
  ) => {
    const found: number[] = []
    const children: LinkedNode[] = weights.map((_, place) => ({
      route: async () => {
        found.push(place)
        return REPLY
      },
    }))
    let drawn = 0
    let now = 0
    const { ttl, each } = times
    const node = { draw: buildWeightTable(weights), sticky: { fields: sticky, ...(ttl && { ttl }) } }
    const ports = { random: () => draws[drawn++ % draws.length] ?? 0, clock: { now: () => now } }
    const { route } = linkLoadbalance(node, children, ports, 'config')
    for (const call of calls) {
      await route(call, NO_DRAW)
      now += each
    }
    return found
  }
  const callOfUser = (user: string): Call => callOf({}, { metadata: { user } })

  it('sends requests with the same values to the same target', async () => {
    const found = await places(['ann', 'ann', 'ann', 'ann'].map(callOfUser))
    expect(new Set(found).size).toBe(1)
    const byBody = await places([1, 2, 3].map(() => callOf({ session: { id: 's1' } })))
    expect(new Set(byBody).size).toBe(1)
  })

  it('spreads sessions by the weights', async () => {
    const found = await places(Array.from({ length: 4000 }, (_, index) => callOfUser(`user-${index}`)))
    const shares = [0, 1, 2].map(place => found.filter(each => each === place).length / found.length)
    for (const [place, share] of [0.25, 0.25, 0.5].entries()) expect(shares[place]).toBeCloseTo(share, 1)
  })

  it('lets a session move after its time, and not before', async () => {
    const calls = Array.from({ length: 600 }, () => callOfUser('ann'))
    const found = await places(calls, [1, 1], [0.1], { ttl: 60_000, each: 1000 })
    const moves = found.flatMap((place, index) => (index > 0 && place !== found[index - 1] ? [index] : []))
    expect(moves.length).toBeGreaterThan(0)
    for (const [index, move] of moves.slice(1).entries()) expect((move - (moves[index] ?? 0)) % 60).toBe(0)
    expect(new Set(await places(calls, [1, 1], [0.1], { each: 1000 })).size).toBe(1)
  })

  it('draws for requests without any of the fields', async () => {
    expect(await places([callOf(), callOf(), callOf()], [1, 1], [0.1, 0.9, 0.2])).toEqual([0, 1, 0])
  })
})
