// Opens the shared state that the manifest selects: cache and circuit breakers in memory or in Redis, embeddings in a
// worker thread or in PostgreSQL.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { Notice } from '../notice.ts'
import type { Ports } from '../ports.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import { createMemoryCache } from '../state/memory-cache.ts'
import { createMemoryCircuits } from '../state/memory-circuits.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import { openRedisState } from './redis/open-redis-state.ts'
import type { LookUp } from './secrets.ts'
import { openPostgresVectors } from './vectors/open-postgres-vectors.ts'
import { createThreadedVectors } from './vectors/threaded-vectors.ts'

export interface SharedState {
  readonly cache: CacheStore
  readonly circuits: Circuits
  /** Absent without an embeddings provider in the manifest. */
  readonly vectors?: Vectors
  readonly close: () => Promise<void>
}

/** The state of a gateway, or an error message about an invalid address. */
export async function openState(
  gateway: Gateway,
  secret: LookUp,
  ports: Ports,
  notice: (notice: Notice) => void,
): Promise<SharedState | string> {
  const { state, limits, semantic } = gateway
  const bounds = { entries: limits.cache_entries, bytes: limits.cache_bytes }
  const opened =
    state.kind === 'redis'
      ? await openRedisState(state, gateway, secret, ports, notice)
      : {
          cache: createMemoryCache(bounds, ports.clock),
          circuits: createMemoryCircuits(ports.clock, notice),
        }
  if (typeof opened === 'string') return opened
  const ownVectors = (): Vectors => createThreadedVectors(bounds, ports.clock, notice)
  const vectors =
    semantic?.vectors.kind === 'postgres'
      ? await openPostgresVectors(semantic.vectors, secret, ports.clock, notice, ownVectors)
      : semantic && ownVectors()
  if (typeof vectors === 'string') {
    await opened.cache.close()
    return vectors
  }
  const { cache, circuits } = opened
  return {
    cache,
    circuits,
    ...(vectors && { vectors }),
    close: async () => {
      await Promise.all([cache.close(), circuits.close(), vectors?.close()])
    },
  }
}
