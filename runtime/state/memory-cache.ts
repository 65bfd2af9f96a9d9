// In-memory LRU cache of replies, bounded in entries and bytes.
import type { Clock } from '../ports.ts'
import { type CacheEntry, type CacheStore, isFresh, LARGEST_BODY } from './cache-store.ts'

export interface MemoryCacheBounds {
  readonly entries: number
  /** Bodies, keys and content types together. */
  readonly bytes: number
}

interface Held {
  readonly entry: CacheEntry
  /** Seconds, as passed to `set`. */
  readonly maxAge: number
  readonly size: number
}

export function createMemoryCache(bounds: MemoryCacheBounds, clock: Pick<Clock, 'now'>): CacheStore {
  const largest = Math.min(bounds.bytes, LARGEST_BODY)
  /** In order of last use. */
  const entries = new Map<string, Held>()
  let bytes = 0
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    largest,
    get: async (key, maxAge) => {
      const held = entries.get(key)
      if (held === undefined) return 'nothing'
      const now = clock.now()
      if (!isFresh(held.entry, held.maxAge, now)) {
        remove(key)
        return 'nothing'
      }
      if (!isFresh(held.entry, maxAge, now)) return 'nothing'
      entries.delete(key)
      entries.set(key, held)
      return held.entry
    },
    set: async (key, entry, maxAge) => {
      const size = key.length + entry.contentType.length + entry.body.length
      if (entry.body.length > largest || size > bounds.bytes) return
      remove(key)
      entries.set(key, { entry: { ...entry, body: alone(entry.body) }, maxAge, size })
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
const alone = (body: Uint8Array): Uint8Array =>
  body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
