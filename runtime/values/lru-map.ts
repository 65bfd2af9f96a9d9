// LRU map limited in entries and bytes: the least recently used entry is evicted first, so that clients cannot fill
// memory with configs.

export interface LruMap<V> {
  readonly get: (key: string) => V | undefined
  /** Stores a value of the given size; values larger than the whole map are not stored. */
  readonly set: (key: string, value: V, bytes: number) => void
  readonly size: () => number
  readonly bytes: () => number
}

export interface MapBounds {
  readonly entries: number
  readonly bytes: number
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
}

export function createLruMap<V>(limits: MapBounds): LruMap<V> {
  const entries = new Map<string, Entry<V>>()
  let totalBytes = 0
  const remove = (key: string): void => {
    totalBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: key => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, bytes) => {
      remove(key)
      if (bytes > limits.bytes) return
      entries.set(key, { value, bytes })
      totalBytes += bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.entries && totalBytes <= limits.bytes) return
        remove(oldest)
      }
    },
    size: () => entries.size,
    bytes: () => totalBytes,
  }
}
