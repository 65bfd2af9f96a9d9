// Sessions in process memory, bounded in number: beyond that the ones that were not used for the longest time are forgotten.
import type { Clock } from '../values/ports.ts'
import type { SessionStore } from './session-store.ts'

interface Kept<T> {
  readonly value: T
  /** Monotonic milliseconds. */
  readonly until: number
}

const MAX_ENTRIES = 200_000

export function createMemorySessions(
  clock: Pick<Clock, 'monotonic'>,
  maxEntries = MAX_ENTRIES,
): SessionStore {
  const texts = new Map<string, Kept<string>>()
  const boxes = new Map<string, Kept<readonly string[]>>()
  const read = <T>(entries: Map<string, Kept<T>>, key: string): T | undefined => {
    const kept = entries.get(key)
    if (kept === undefined) return undefined
    entries.delete(key)
    if (kept.until <= clock.monotonic()) return undefined
    entries.set(key, kept)
    return kept.value
  }
  const write = <T>(entries: Map<string, Kept<T>>, key: string, value: T, seconds: number): void => {
    entries.delete(key)
    entries.set(key, { value, until: clock.monotonic() + seconds * 1000 })
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) return
      entries.delete(oldest)
    }
  }
  return {
    isShared: false,
    get: key => read(texts, key),
    set: (key, text, seconds) => write(texts, key, text, seconds),
    remove: key => void texts.delete(key),
    push: (box, message, seconds) => {
      write(boxes, box, [...(read(boxes, box) ?? []), message], seconds)
      return true
    },
    take: box => {
      const messages = read(boxes, box) ?? []
      boxes.delete(box)
      return messages
    },
  }
}
