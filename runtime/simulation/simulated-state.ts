// What a gateway remembers between requests, in a form that can be forgotten: linked nodes hold on to stores and
// circuits, so these stay the same objects, and what is behind them is replaced.
import type { LimitCounters } from '../limits/counters.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuit, Circuits } from '../state/circuits.ts'
import { createMemoryCache } from '../state/memory-cache.ts'
import { createMemoryCircuits } from '../state/memory-circuits.ts'
import { createVectorIndex } from '../state/vectors/vector-index.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { Clock } from '../values/ports.ts'

interface Memory {
  readonly cache: CacheStore
  readonly vectors: Vectors
  readonly circuits: Circuits
  readonly counters: LimitCounters
}

export interface SimulatedState extends Memory {
  readonly forget: () => void
}

/** A simulation has few requests. */
const BOUNDS = { entries: 1000, bytes: 16 * 1024 * 1024 }

export function createSimulatedState(clock: Clock): SimulatedState {
  const create = (): Memory => ({
    cache: createMemoryCache(BOUNDS, clock),
    vectors: createLocalVectors(),
    circuits: createMemoryCircuits(clock, () => {}),
    counters: createMemoryCounters(clock),
  })
  let memory = create()
  const circuit: Circuits['circuit'] = (id, rule) => {
    const current = (): Circuit => memory.circuits.circuit(id, rule)
    return {
      admit: () => current().admit(),
      isOpen: () => current().isOpen(),
      retryAfterMs: () => current().retryAfterMs(),
      status: () => current().status(),
      succeed: admission => current().succeed(admission),
      fail: admission => current().fail(admission),
      release: admission => current().release(admission),
    }
  }
  return {
    cache: {
      maxBodyBytes: memory.cache.maxBodyBytes,
      get: (key, maxAge) => memory.cache.get(key, maxAge),
      set: (key, entry, maxAge) => memory.cache.set(key, entry, maxAge),
      close: () => memory.cache.close(),
    },
    vectors: {
      nearest: (...question) => memory.vectors.nearest(...question),
      add: (...entry) => memory.vectors.add(...entry),
      remove: (...entry) => memory.vectors.remove(...entry),
      close: () => memory.vectors.close(),
    },
    circuits: { circuit, known: () => memory.circuits.known(), close: () => memory.circuits.close() },
    counters: {
      reserve: (group, amounts) => memory.counters.reserve(group, amounts),
      read: counter => memory.counters.read(counter),
      // A simulated request is over when it has been answered.
      isShared: true,
      close: () => memory.counters.close(),
    },
    forget: () => {
      memory = create()
    },
  }
}

/** The index of a semantic cache in the same thread: a simulation has few entries. */
export function createLocalVectors(): Vectors {
  const index = createVectorIndex({ entries: 100, bytes: 1_000_000 })
  return {
    nearest: async (partition, vector, threshold, notBefore) =>
      index.nearest(partition, vector, threshold, notBefore),
    add: async (partition, key, vector, storedAt) => index.add(partition, key, vector, storedAt),
    remove: async (partition, key) => index.remove(partition, key),
    close: async () => {},
  }
}
