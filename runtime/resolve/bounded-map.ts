// A map that forgets what was used longest ago, so that callers cannot fill memory with configs.

export interface BoundedMap<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly size: () => number
}

export function createBoundedMap<V>(most: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  return {
    get: key => {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.size > most ? entries.keys().next() : undefined
      if (oldest !== undefined && !oldest.done) entries.delete(oldest.value)
    },
    size: () => entries.size,
  }
}
