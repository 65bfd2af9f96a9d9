// Where kept replies lie. The contract is asynchronous, since a fleet will keep them outside the process.

export interface CacheEntry {
  /** The vendor's whole reply body. */
  readonly body: Uint8Array
  /** When it was stored, in milliseconds since the epoch. */
  readonly storedAt: number
}

export interface CacheStore {
  /** The entry of a key, unless it is older than `maxAge` seconds. */
  readonly get: (key: string, maxAge: number) => Promise<CacheEntry | undefined>
  readonly set: (key: string, entry: CacheEntry) => Promise<void>
}
