// The index in a thread of the process, its bounds, and that its shortcuts lose nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPartition, normalizeVector } from '../../../runtime/state/vectors/partition.ts'
import { createVectorIndex } from '../../../runtime/state/vectors/vector-index.ts'
import { createWorkerVectors } from '../../../runtime/stores/vectors/worker-vectors.ts'
import { vectorsContract } from './vectors-contract.ts'

const BOUNDS = { entries: 1_000, bytes: 1_000_000 }

vectorsContract('in a thread', async () => createWorkerVectors(BOUNDS, nodePorts().clock, () => {}, 20_000))

const cosine = (one: Float32Array, other: Float32Array): number => {
  const [a, b] = [normalizeVector(one), normalizeVector(other)]
  return a === undefined || b === undefined
    ? Number.NaN
    : a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

const DIMENSIONS = 64
const vectors = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map(values => Float32Array.from(values))
  .filter(vector => normalizeVector(vector) !== undefined)

/** A vector that uses all its dimensions, by a generator of numbers with a seed. */
function dense(seed: number): Float32Array {
  let state = (seed + 1) * 0x9e3779b1
  return Float32Array.from({ length: 256 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x3c6ef372
    state ^= state >>> 12
    return (state | 0) / 2 ** 31
  })
}

describe('The search', () => {
  it('finds what a comparison with every vector finds', () => {
    const near = fc.record({ of: fc.nat(19), noise: vectors, share: fc.constantFrom(0, 0.05, 0.2, 0.4) })
    fc.assert(
      fc.property(fc.array(vectors, { minLength: 20, maxLength: 20 }), near, (kept, { of, noise, share }) => {
        const partition = createPartition(DIMENSIONS)
        for (const [at, vector] of kept.entries()) partition.add(String(at), vector, 0)
        const asked = (kept[of] ?? noise).map((value, at) => value + share * (noise[at] ?? 0))
        const cosines = kept.map(vector => cosine(vector, asked))
        const best = Math.max(...cosines)
        // Next to the threshold, rounding decides.
        fc.pre(Math.abs(best - 0.95) > 1e-4)
        const found = partition.nearest(asked, 0.95, 0)
        if (best < 0.95) expect(found).toBeUndefined()
        else expect(found?.similarity).toBeCloseTo(best, 4)
      }),
      { numRuns: 300 },
    )
  })

  it('finds it among many too, where sketches rule most of them out', () => {
    const kept = Array.from({ length: 2_000 }, (_, seed) => dense(seed))
    const partition = createPartition(256)
    for (const [at, vector] of kept.entries()) partition.add(String(at), vector, 0)
    for (let of = 0; of < 300; of += 1) {
      const noise = dense(10_000 + of)
      const share = 0.3 * (of / 300)
      const asked = dense(of).map((value, at) => value + share * (noise[at] ?? 0))
      const best = cosine(kept[of] ?? noise, asked)
      expect(best).toBeGreaterThan(0.951)
      expect(partition.nearest(asked, 0.95, 0)?.key).toBe(String(of))
      expect(partition.nearest(noise, 0.95, 0)).toBeUndefined()
    }
  })
})

describe('The index of a process', () => {
  const at = (angle: number): Float32Array => Float32Array.of(Math.cos(angle), Math.sin(angle))

  it('is bounded in entries, and what was added longest ago goes first', () => {
    const index = createVectorIndex({ entries: 3, bytes: 1_000 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) index.add('p', key, at(key.charCodeAt(0)), 0)
    expect(index.size()).toBe(3)
    expect(index.nearest('p', at('b'.charCodeAt(0)), 0.999, 0)).toBeUndefined()
    expect(index.nearest('p', at('a'.charCodeAt(0)), 0.999, 0)?.key).toBe('a')
  })

  it('is bounded in bytes over all partitions', () => {
    const index = createVectorIndex({ entries: 100, bytes: 24 })
    for (const name of ['p', 'q', 'r', 's']) index.add(name, 'a', at(1), 0)
    expect(index.size()).toBe(3)
    expect(index.nearest('p', at(1), 0.9, 0)).toBeUndefined()
    index.add('t', 'large', new Float32Array(100).fill(1), 0)
    expect(index.size()).toBe(3)
  })
})
