// Vectors of a scene: the index itself, without a thread.
import { createVectorIndex } from '../../runtime/state/vectors/vector-index.ts'
import type { Vectors } from '../../runtime/state/vectors/vectors.ts'

export function harnessVectors(): Vectors {
  const index = createVectorIndex({ entries: 100, bytes: 1_000_000 })
  return {
    nearest: async (partition, vector, threshold, notBefore) =>
      index.nearest(partition, vector, threshold, notBefore),
    add: async (partition, key, vector, storedAt) => index.add(partition, key, vector, storedAt),
    remove: async (partition, key) => index.remove(partition, key),
    close: async () => {},
  }
}
