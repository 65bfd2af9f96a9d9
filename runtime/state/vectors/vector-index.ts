// All partitions of a process: bounded, the oldest vectors are evicted first. An empty partition is removed.
import { createPartition, type Partition } from './partition.ts'
import type { Nearest } from './vectors.ts'

export interface VectorBounds {
  readonly entries: number
  /** Bytes of vectors; sketches and keys add about a tenth for typical dimensions. */
  readonly bytes: number
}

/** The synchronous counterpart of `Vectors`, for use in a worker thread. */
export interface VectorIndex {
  readonly nearest: (
    partition: string,
    vector: Float32Array,
    threshold: number,
    notBefore: number,
  ) => Nearest | undefined
  readonly add: (partition: string, key: string, vector: Float32Array, storedAt: number) => void
  readonly remove: (partition: string, key: string) => void
  readonly size: () => number
}

interface IndexedVector {
  readonly name: string
  readonly key: string
  readonly bytes: number
}

export function createVectorIndex({ entries, bytes: maxBytes }: VectorBounds): VectorIndex {
  const partitions = new Map<string, Partition>()
  /** In insertion order. */
  const indexed = new Map<string, IndexedVector>()
  let bytes = 0
  const idOf = (name: string, key: string): string => `${name} ${key}`
  const remove = (name: string, key: string): void => {
    const stored = indexed.get(idOf(name, key))
    if (stored === undefined) return
    indexed.delete(idOf(name, key))
    bytes -= stored.bytes
    const partition = partitions.get(name)
    partition?.remove(key)
    if (partition?.size() === 0) partitions.delete(name)
  }
  return {
    nearest: (name, vector, threshold, notBefore) =>
      partitions.get(name)?.nearest(vector, threshold, notBefore),
    add: (name, key, vector, storedAt) => {
      if (vector.byteLength > maxBytes) return
      remove(name, key)
      const partition = partitions.get(name) ?? createPartition(vector.length)
      if (!partition.add(key, vector, storedAt)) return
      partitions.set(name, partition)
      indexed.set(idOf(name, key), { name, key, bytes: vector.byteLength })
      bytes += vector.byteLength
      while (indexed.size > entries || bytes > maxBytes) {
        const oldest = indexed.values().next()
        if (oldest.done) return
        remove(oldest.value.name, oldest.value.key)
      }
    },
    remove,
    size: () => indexed.size,
  }
}
