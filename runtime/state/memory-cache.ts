// In-memory LRU cache of replies, bounded in entries and bytes.
import type { Clock } from '../values/ports.ts'
import { type CacheEntry, type CacheStore, isFresh, MAX_CACHED_BODY_BYTES } from './cache-store.ts'

export interface MemoryCacheBounds {
  readonly entries: number
  /** Bodies, keys and content types together. */
  readonly bytes: number
}

interface StoredEntry {
  readonly entry: CacheEntry
  /** By the monotonic clock, unlike that of the entry. */
  readonly storedAt: number
  /** Seconds, as passed to `set`. */
  readonly maxAge: number
  readonly size: number
}

export function createMemoryCache(bounds: MemoryCacheBounds, clock: Pick<Clock, 'monotonic'>): CacheStore {
  const largest = Math.min(bounds.bytes, MAX_CACHED_BODY_BYTES)
  /** In order of last use. */
  const entries = new Map<string, StoredEntry>()
  let bytes = 0
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    maxBodyBytes: largest,
    get: async (key, maxAge) => {
      const stored = entries.get(key)
      if (stored === undefined) return 'miss'
      const now = clock.monotonic()
      if (!isFresh(stored, stored.maxAge, now)) {
        remove(key)
        return 'miss'
      }
      if (!isFresh(stored, maxAge, now)) return 'miss'
      entries.delete(key)
      entries.set(key, stored)
      return stored.entry
    },
    set: async (key, entry, maxAge) => {
      const size = key.length + entry.contentType.length + entry.body.length
      if (entry.body.length > largest || size > bounds.bytes) return
      remove(key)
      const storedAt = clock.monotonic()
      entries.set(key, { entry: { ...entry, body: detached(entry.body) }, storedAt, maxAge, size })
      bytes += size
      while (entries.size > bounds.entries || bytes > bounds.bytes) {
        const oldest = entries.keys().next()
        if (oldest.done) return
        remove(oldest.value)
      }
    },
    close: async () => {},
  }
}

/** Bytes in a buffer of their own: a short body may be a view of a large socket buffer. */
const detached = (body: Uint8Array): Uint8Array =>
  body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
