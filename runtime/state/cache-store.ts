// Where kept replies lie, as a contract: in the process, or in a Redis that a fleet shares. No store ever fails a
// request: what goes wrong in one is a reply that was not found or not kept.

export interface CacheEntry {
  /** The vendor's whole reply body. */
  readonly body: Uint8Array
  /** The provider's status, 2xx. */
  readonly status: number
  readonly contentType: string
  /** When it was stored, in milliseconds since the epoch. */
  readonly storedAt: number
  /** False for what a stream told without its usage: enough for streams that do not ask for it, and for nothing else. */
  readonly counted: boolean
  /** Parameters that the provider could not be told: whoever asks with them hears of it each time. */
  readonly dropped?: readonly string[]
}

/** `off`: the store is away for the moment, so nobody can tell what it holds. */
export type Found = CacheEntry | 'nothing' | 'off'

export interface CacheStore {
  /**
   * The entry of a key, unless it is older than `maxAge` seconds: then it is not given, and stays for configs that
   * allow it to be older.
   */
  readonly get: (key: string, maxAge: number) => Promise<Found>
  /** Keeps an entry for `maxAge` seconds; resolves when it is kept or cannot be. */
  readonly set: (key: string, entry: CacheEntry, maxAge: number) => Promise<void>
  /** Bytes of the largest body that is kept. */
  readonly largest: number
  /** Frees what lies outside the process. */
  readonly close: () => Promise<void>
}

/** Bytes of a body above which no store keeps it: one reply must not push out hundreds, or hold up a connection. */
export const LARGEST_BODY = 8 * 1024 * 1024

/** `now` is in milliseconds since the epoch; clocks of a fleet may differ, so an entry may come from the future. */
export const isFresh = ({ storedAt }: Pick<CacheEntry, 'storedAt'>, maxAge: number, now: number): boolean =>
  now - storedAt <= maxAge * 1000
