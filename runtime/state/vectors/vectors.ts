// The contract of the vector store for embeddings of cached replies: in a worker thread, or in a PostgreSQL with pgvector.

/** What a similarity may lack for rounding: exactly at the threshold is a hit. */
export const ROUNDING = 1e-6

export interface Nearest {
  /** The cache key of the reply. */
  readonly key: string
  /** Cosine similarity, from -1 to 1. */
  readonly similarity: number
  /** When the reply was stored, in milliseconds since the epoch. */
  readonly storedAt: number
}

export interface Vectors {
  /** The nearest entry of the partition, if its similarity reaches the threshold and it is not older than `notBefore` (milliseconds since the epoch). */
  readonly nearest: (
    partition: string,
    vector: Float32Array,
    threshold: number,
    notBefore: number,
  ) => Promise<Nearest | undefined>
  /** Adds or replaces the vector of a key. */
  readonly add: (partition: string, key: string, vector: Float32Array, storedAt: number) => Promise<void>
  /** Removes a key whose reply is no longer cached. */
  readonly remove: (partition: string, key: string) => Promise<void>
  readonly close: () => Promise<void>
}
