// The vectors of one partition, in flat arrays: the search scans them sequentially.

import {
  COARSE_WORDS,
  type Hyperplanes,
  hammingDistance,
  hyperplanes,
  maxDistance,
  TOTAL_WORDS,
  writeSketch,
} from './lsh.ts'
import { type Nearest, ROUNDING } from './vectors.ts'

export interface Partition {
  readonly size: () => number
  /** Adds or replaces the vector of a key. False if the number of dimensions differs from the partition's. */
  readonly add: (key: string, vector: Float32Array, storedAt: number) => boolean
  readonly remove: (key: string) => void
  readonly nearest: (vector: Float32Array, threshold: number, notBefore: number) => Nearest | undefined
}

/** Up to this many vectors are compared exactly, which takes less than a millisecond and is exhaustive. */
const EXHAUSTIVE_LIMIT = 512

const FINE_WORDS = TOTAL_WORDS - COARSE_WORDS

/** The vector scaled to unit length; undefined for a zero or non-finite vector. */
export function normalizeVector(vector: Float32Array): Float32Array | undefined {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 && Number.isFinite(length) ? vector.map(value => value / length) : undefined
}

/** A copy with twice the length. */
function enlarged<A extends Float32Array | Float64Array | Int32Array>(
  array: A,
  arrayType: new (length: number) => A,
): A {
  const larger = new arrayType(array.length * 2)
  larger.set(array)
  return larger
}

export function createPartition(dimensions: number): Partition {
  const planes: Hyperplanes = hyperplanes(dimensions)
  const keys: string[] = []
  const slots = new Map<string, number>()
  const scratch = new Int32Array(TOTAL_WORDS)
  let capacity = 16
  let coarse = new Int32Array(capacity * COARSE_WORDS)
  let fine = new Int32Array(capacity * FINE_WORDS)
  let values = new Float32Array(capacity * dimensions)
  let times = new Float64Array(capacity)

  const grow = (): void => {
    capacity *= 2
    coarse = enlarged(coarse, Int32Array)
    fine = enlarged(fine, Int32Array)
    values = enlarged(values, Float32Array)
    times = enlarged(times, Float64Array)
  }
  const similarity = (vector: Float32Array, slot: number): number => {
    const start = slot * dimensions
    let sum = 0
    for (let dimension = 0; dimension < dimensions; dimension += 1)
      sum += (vector[dimension] as number) * (values[start + dimension] as number)
    return sum
  }
  return {
    size: () => keys.length,
    add: (key, input, storedAt) => {
      const vector = input.length === dimensions ? normalizeVector(input) : undefined
      if (vector === undefined) return false
      const slot = slots.get(key) ?? keys.length
      if (slot === capacity) grow()
      keys[slot] = key
      slots.set(key, slot)
      writeSketch(vector, planes, scratch, 0)
      coarse.set(scratch.subarray(0, COARSE_WORDS), slot * COARSE_WORDS)
      fine.set(scratch.subarray(COARSE_WORDS), slot * FINE_WORDS)
      values.set(vector, slot * dimensions)
      times[slot] = storedAt
      return true
    },
    remove: key => {
      const slot = slots.get(key)
      if (slot === undefined) return
      const lastSlot = keys.length - 1
      const lastKey = keys[lastSlot]
      if (lastKey !== undefined && slot !== lastSlot) {
        keys[slot] = lastKey
        slots.set(lastKey, slot)
        coarse.copyWithin(slot * COARSE_WORDS, lastSlot * COARSE_WORDS, (lastSlot + 1) * COARSE_WORDS)
        fine.copyWithin(slot * FINE_WORDS, lastSlot * FINE_WORDS, (lastSlot + 1) * FINE_WORDS)
        values.copyWithin(slot * dimensions, lastSlot * dimensions, (lastSlot + 1) * dimensions)
        times[slot] = times[lastSlot] ?? 0
      }
      keys.pop()
      slots.delete(key)
    },
    nearest: (input, threshold, notBefore) => {
      const vector = input.length === dimensions ? normalizeVector(input) : undefined
      if (vector === undefined) return undefined
      writeSketch(vector, planes, scratch, 0)
      let best = threshold - ROUNDING
      let bestSlot = -1
      let maxCoarseDistance = maxDistance(best, COARSE_WORDS)
      let maxDistanceOverall = maxDistance(best, TOTAL_WORDS)
      const isFar = (slot: number): boolean => {
        const coarseDistance = hammingDistance(coarse, slot * COARSE_WORDS, scratch, 0, COARSE_WORDS)
        if (coarseDistance > maxCoarseDistance) return true
        return (
          coarseDistance + hammingDistance(fine, slot * FINE_WORDS, scratch, COARSE_WORDS, FINE_WORDS) >
          maxDistanceOverall
        )
      }
      const usesSketches = keys.length > EXHAUSTIVE_LIMIT
      for (let slot = 0; slot < keys.length; slot += 1) {
        if ((times[slot] ?? 0) < notBefore) continue
        if (usesSketches && isFar(slot)) continue
        const cosine = similarity(vector, slot)
        if (bestSlot === -1 ? cosine < best : cosine <= best) continue
        best = cosine
        bestSlot = slot
        maxCoarseDistance = maxDistance(best, COARSE_WORDS)
        maxDistanceOverall = maxDistance(best, TOTAL_WORDS)
      }
      const key = keys[bestSlot]
      return key === undefined ? undefined : { key, similarity: best, storedAt: times[bestSlot] ?? 0 }
    },
  }
}
