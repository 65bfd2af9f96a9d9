// Opens the shared state that the manifest selects: cache and circuit breakers in memory or in Redis, embeddings in a
// worker thread or in PostgreSQL.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { LimitCounters } from '../limits/counters.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import type { ShareRests } from '../pools/pool-health.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import { createMemoryCache, type MemoryCacheBounds } from '../state/memory-cache.ts'
import { createMemoryCircuits } from '../state/memory-circuits.ts'
import { createMemorySessions } from '../state/memory-sessions.ts'
import type { SessionStore } from '../state/session-store.ts'
import type { SharedFlights } from '../state/shared-flights.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import type { LookUpSecret } from './secrets.ts'

/** Opens what is in memory where the manifest names no store, for threads that share it. */
export interface OpenInMemory {
  readonly openStores: (
    bounds: MemoryCacheBounds,
    onEvent: (event: GatewayEvent) => void,
  ) => Promise<Pick<SharedState, 'cache' | 'circuits' | 'counters' | 'sessions' | 'rests'>>
  readonly openVectors: (bounds: MemoryCacheBounds) => Promise<Vectors>
  readonly flights: SharedFlights
}

export interface SharedState {
  readonly cache: CacheStore
  readonly circuits: Circuits
  /** The counters of limits. */
  readonly counters: LimitCounters
  /** Sessions of MCP clients. */
  readonly sessions: SessionStore
  /** Rests of members of pools; absent if one thread serves. */
  readonly rests?: ShareRests
  /** Absent if one thread serves. */
  readonly flights?: SharedFlights
  /** Absent without an embeddings provider in the manifest. */
  readonly vectors?: Vectors
  readonly close: () => Promise<void>
}

/** The state of a gateway, or an error message about an invalid address. */
export async function openState(
  gateway: Gateway,
  secret: LookUpSecret,
  ports: Ports,
  onEvent: (event: GatewayEvent) => void,
  shared?: OpenInMemory,
): Promise<SharedState | string> {
  const { state, limits, semantic } = gateway
  const bounds = { entries: limits.cache_entries, bytes: limits.cache_bytes }
  const stores =
    state.kind === 'redis'
      ? await (await import('./redis/open-redis-state.ts')).openRedisState(
          state,
          gateway,
          secret,
          ports,
          onEvent,
        )
      : ((await shared?.openStores(bounds, onEvent)) ?? {
          cache: createMemoryCache(bounds, ports.clock),
          circuits: createMemoryCircuits(ports.clock, onEvent),
          counters: createMemoryCounters(ports.clock),
          sessions: createMemorySessions(ports.clock),
        })
  if (typeof stores === 'string') return stores
  const vectors = semantic && (await openVectors(semantic, bounds, secret, ports, onEvent, shared))
  if (typeof vectors === 'string') {
    await stores.cache.close()
    return vectors
  }
  const { cache, circuits, counters, sessions } = stores
  const rests = 'rests' in stores ? stores.rests : undefined
  return {
    cache,
    circuits,
    counters,
    sessions,
    ...(rests && { rests }),
    ...(shared && { flights: shared.flights }),
    ...(vectors && { vectors }),
    close: async () => {
      await Promise.all([cache.close(), circuits.close(), counters.close(), vectors?.close()])
    },
  }
}

/** The index of embeddings: a thread of this process, or PostgreSQL with one beside it. */
async function openVectors(
  { vectors }: NonNullable<Gateway['semantic']>,
  bounds: { readonly entries: number; readonly bytes: number },
  secret: LookUpSecret,
  { clock }: Ports,
  onEvent: (event: GatewayEvent) => void,
  shared: OpenInMemory | undefined,
): Promise<Vectors | string> {
  const { createWorkerVectors } = await import('./vectors/worker-vectors.ts')
  const ofAll = await shared?.openVectors(bounds)
  const local = (): Vectors => ofAll ?? createWorkerVectors(bounds, clock, onEvent)
  if (vectors.kind !== 'postgres') return local()
  const { openPostgresVectors } = await import('./vectors/open-postgres-vectors.ts')
  return await openPostgresVectors(vectors, secret, clock, onEvent, local)
}
