// The vectors of one partition, in flat arrays: the search scans them sequentially.

import { ALL_WORDS, difference, FIRST_WORDS, mostDifferent, type Planes, planesOf, sketch } from './sketch.ts'
import type { Nearest } from './vectors.ts'

export interface Partition {
  readonly size: () => number
  /** Adds or replaces the vector of a key. False if the number of dimensions differs from the partition's. */
  readonly add: (key: string, vector: Float32Array, storedAt: number) => boolean
  readonly remove: (key: string) => void
  readonly nearest: (vector: Float32Array, threshold: number, notBefore: number) => Nearest | undefined
}

/** Up to this many vectors are compared exactly, which takes less than a millisecond and is exhaustive. */
const ALL_COMPARED = 512

const REST_WORDS = ALL_WORDS - FIRST_WORDS

/** The vector scaled to unit length; undefined for a zero or non-finite vector. */
export function direction(vector: Float32Array): Float32Array | undefined {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 && Number.isFinite(length) ? vector.map(value => value / length) : undefined
}

/** A copy with twice the length. */
function grown<A extends Float32Array | Float64Array | Int32Array>(
  array: A,
  make: new (length: number) => A,
): A {
  const larger = new make(array.length * 2)
  larger.set(array)
  return larger
}

export function createPartition(dimensions: number): Partition {
  const planes: Planes = planesOf(dimensions)
  const keys: string[] = []
  const places = new Map<string, number>()
  const scratch = new Int32Array(ALL_WORDS)
  let room = 16
  let first = new Int32Array(room * FIRST_WORDS)
  let rest = new Int32Array(room * REST_WORDS)
  let values = new Float32Array(room * dimensions)
  let times = new Float64Array(room)

  const grow = (): void => {
    room *= 2
    first = grown(first, Int32Array)
    rest = grown(rest, Int32Array)
    values = grown(values, Float32Array)
    times = grown(times, Float64Array)
  }
  const similarity = (vector: Float32Array, place: number): number => {
    const start = place * dimensions
    let sum = 0
    for (let at = 0; at < dimensions; at += 1) sum += (vector[at] as number) * (values[start + at] as number)
    return sum
  }
  return {
    size: () => keys.length,
    add: (key, given, storedAt) => {
      const vector = given.length === dimensions ? direction(given) : undefined
      if (vector === undefined) return false
      const place = places.get(key) ?? keys.length
      if (place === room) grow()
      keys[place] = key
      places.set(key, place)
      sketch(vector, planes, scratch, 0)
      first.set(scratch.subarray(0, FIRST_WORDS), place * FIRST_WORDS)
      rest.set(scratch.subarray(FIRST_WORDS), place * REST_WORDS)
      values.set(vector, place * dimensions)
      times[place] = storedAt
      return true
    },
    remove: key => {
      const place = places.get(key)
      if (place === undefined) return
      const last = keys.length - 1
      const moved = keys[last]
      if (moved !== undefined && place !== last) {
        keys[place] = moved
        places.set(moved, place)
        first.copyWithin(place * FIRST_WORDS, last * FIRST_WORDS, (last + 1) * FIRST_WORDS)
        rest.copyWithin(place * REST_WORDS, last * REST_WORDS, (last + 1) * REST_WORDS)
        values.copyWithin(place * dimensions, last * dimensions, (last + 1) * dimensions)
        times[place] = times[last] ?? 0
      }
      keys.pop()
      places.delete(key)
    },
    nearest: (given, threshold, notBefore) => {
      const vector = given.length === dimensions ? direction(given) : undefined
      if (vector === undefined) return undefined
      sketch(vector, planes, scratch, 0)
      let best = threshold
      let found = -1
      let mostFirst = mostDifferent(best, FIRST_WORDS)
      let mostAll = mostDifferent(best, ALL_WORDS)
      const isFar = (place: number): boolean => {
        const differs = difference(first, place * FIRST_WORDS, scratch, 0, FIRST_WORDS)
        if (differs > mostFirst) return true
        return differs + difference(rest, place * REST_WORDS, scratch, FIRST_WORDS, REST_WORDS) > mostAll
      }
      const sketched = keys.length > ALL_COMPARED
      for (let place = 0; place < keys.length; place += 1) {
        if ((times[place] ?? 0) < notBefore) continue
        if (sketched && isFar(place)) continue
        const cosine = similarity(vector, place)
        if (found === -1 ? cosine < best : cosine <= best) continue
        best = cosine
        found = place
        mostFirst = mostDifferent(best, FIRST_WORDS)
        mostAll = mostDifferent(best, ALL_WORDS)
      }
      const key = keys[found]
      return key === undefined ? undefined : { key, similarity: best, storedAt: times[found] ?? 0 }
    },
  }
}
