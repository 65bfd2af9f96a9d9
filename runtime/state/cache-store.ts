// The contract of a cache store: in process memory, or in a Redis shared by several instances. A store never fails a
// request: its errors are cache misses and writes that are dropped.

export interface CacheEntry {
  /** The vendor's whole reply body. */
  readonly body: Uint8Array
  /** The provider's status, 2xx. */
  readonly status: number
  readonly contentType: string
  /** Storage time, in milliseconds since the epoch. */
  readonly storedAt: number
  /** False for an entry from a stream without usage: it serves only streams that do not request usage. */
  readonly counted: boolean
  /** Parameters that the provider does not support: reported on every hit. */
  readonly dropped?: readonly string[]
}

/** `unavailable`: the store is currently unavailable. */
export type CacheLookup = CacheEntry | 'miss' | 'unavailable'

export interface CacheStore {
  /**
   * The entry of a key, unless it is older than `maxAge` seconds: then it is a miss, but stays for configs with a larger
   * `max_age`.
   */
  readonly get: (key: string, maxAge: number) => Promise<CacheLookup>
  /** Stores an entry for `maxAge` seconds; resolves when it is stored or was dropped. */
  readonly set: (key: string, entry: CacheEntry, maxAge: number) => Promise<void>
  /** Largest body that is stored, in bytes. */
  readonly maxBodyBytes: number
  /** Releases external resources. */
  readonly close: () => Promise<void>
}

/** Largest body any store accepts, in bytes: one reply must not evict hundreds or block a connection. */
export const MAX_CACHED_BODY_BYTES = 8 * 1024 * 1024

/** By one clock, in milliseconds; wall clocks of instances may differ, so an entry may be from the future. */
export const isFresh = ({ storedAt }: Pick<CacheEntry, 'storedAt'>, maxAge: number, now: number): boolean =>
  now - storedAt <= maxAge * 1000
