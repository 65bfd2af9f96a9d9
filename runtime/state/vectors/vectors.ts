// Embeddings of kept replies as a contract: in the process beside the event loop, or in a PostgreSQL with pgvector.

export interface Nearest {
  /** The cache key of the reply. */
  readonly key: string
  /** Cosine similarity, from -1 to 1. */
  readonly similarity: number
  /** When the reply was stored, in milliseconds since the epoch. */
  readonly storedAt: number
}

export interface Vectors {
  /** The entry of the partition nearest to the vector, if it is at least as similar and not older than said (milliseconds since the epoch). */
  readonly nearest: (
    partition: string,
    vector: Float32Array,
    threshold: number,
    notBefore: number,
  ) => Promise<Nearest | undefined>
  /** Adds or replaces the vector of a key. */
  readonly add: (partition: string, key: string, vector: Float32Array, storedAt: number) => Promise<void>
  /** Forgets a key whose reply is no longer kept. */
  readonly remove: (partition: string, key: string) => Promise<void>
  readonly close: () => Promise<void>
}
