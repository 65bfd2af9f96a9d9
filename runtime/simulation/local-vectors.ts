// The index of a semantic cache in the same thread: a simulation has few entries.
import { createVectorIndex } from '../state/vectors/vector-index.ts'
import type { Vectors } from '../state/vectors/vectors.ts'

export function createLocalVectors(): Vectors {
  const index = createVectorIndex({ entries: 100, bytes: 1_000_000 })
  return {
    nearest: async (partition, vector, threshold, notBefore) =>
      index.nearest(partition, vector, threshold, notBefore),
    add: async (partition, key, vector, storedAt) => index.add(partition, key, vector, storedAt),
    remove: async (partition, key) => index.remove(partition, key),
    close: async () => {},
  }
}
