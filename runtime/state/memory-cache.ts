// Kept replies in the process: bounded in entries and in bytes, what was used longest ago goes first.
import type { Clock } from '../ports.ts'
import type { CacheEntry, CacheStore } from './cache-store.ts'

export interface MemoryCacheBounds {
  readonly entries: number
  readonly bytes: number
}

export function createMemoryCache(bounds: MemoryCacheBounds, clock: Pick<Clock, 'now'>): CacheStore {
  const entries = new Map<string, CacheEntry>()
  let bytes = 0
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.body.length ?? 0
    entries.delete(key)
  }
  return {
    get: async (key, maxAge) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (clock.now() - entry.storedAt > maxAge * 1000) {
        remove(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set: async (key, entry) => {
      if (entry.body.length > bounds.bytes) return
      remove(key)
      entries.set(key, entry)
      bytes += entry.body.length
      while (entries.size > bounds.entries || bytes > bounds.bytes) {
        const oldest = entries.keys().next()
        if (oldest.done) return
        remove(oldest.value)
      }
    },
  }
}
