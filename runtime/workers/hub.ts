// What the workers of a process share, in its main thread: one place that counts, caches and remembers. Each worker
// reaches it by requests, as processes reach a Redis.
import { createMemoryCounters, type LocalCounters } from '../limits/memory-counters.ts'
import type { MemberRest } from '../pools/pool-health.ts'
import type { PortNumbers } from '../process/open-listeners.ts'
import type { CacheEntry, CacheStore } from '../state/cache-store.ts'
import type { CircuitChange, CircuitRule } from '../state/circuits.ts'
import { createMemoryCache, type MemoryCacheBounds } from '../state/memory-cache.ts'
import { createMemorySessions } from '../state/memory-sessions.ts'
import type { SessionStore } from '../state/session-store.ts'
import type { FlightEnd, FlightTurn } from '../state/shared-flights.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import { createWorkerVectors } from '../stores/vectors/worker-vectors.ts'
import type { MetricFormat } from '../telemetry/metric.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import { type CounterMethods, type ServedCounters, serveCounters } from './shared-counters.ts'
import { createSharedPins, type PinChange, type SharedPins } from './shared-pins.ts'

/** Circuits beyond this number make room, as in one thread. */
const MAX_CIRCUITS = 16_384
/** Milliseconds in which the same line of another worker is not written again. */
const SAME_LINE = 10_000
const MAX_LINES = 1_000
/** Rests of members of pools that are remembered for workers that start. */
const MAX_RESTS = 10_000

/** What the hub asks of workers without a reply. */
export interface HubCalls {
  /** A counter has reached its threshold. */
  readonly reached: (worker: number, group: number, place: number, used: number) => void
  /** What other workers work without. */
  readonly lacking: (worker: number, names: readonly string[]) => void
  readonly pin: (worker: number, change: PinChange) => void
  readonly rest: (worker: number, rest: MemberRest) => void
  /** Takes an event of what is shared into the log of some worker. */
  readonly onEvent: (event: GatewayEvent) => void
  /** A line about the plan or its store. */
  readonly report: (level: ReportLevel, message: string) => void
  /** Resolves when a worker may listen. */
  readonly turnToListen: (worker: number, wanted: PortNumbers) => Promise<PortNumbers>
  /** The metrics of all workers. */
  readonly metrics: (format: MetricFormat | undefined) => Promise<string>
}

export type ReportLevel = 'info' | 'warning' | 'error'

interface Stores {
  readonly cache: CacheStore
  readonly sessions: SessionStore
}

export interface Hub {
  /** What one worker may call. */
  readonly serve: (worker: number) => ReturnType<typeof hubMethods>
  /** Circuits that some worker has changed, and whether they are open. */
  readonly circuits: ReadonlyMap<string, boolean>
  /** A worker has ended: nothing waits for it. */
  readonly leave: (worker: number) => void
  readonly close: () => Promise<void>
}

export type HubMethods = ReturnType<typeof hubMethods>

/** What all workers share: `open*` creates it with the settings of the worker that comes first. */
interface Shared {
  readonly countersOf: (worker: number) => CounterMethods
  readonly calls: HubCalls
  readonly flights: ReturnType<typeof createFlightTable>
  readonly circuits: Map<string, boolean>
  readonly openStores: (bounds: MemoryCacheBounds) => Stores
  readonly openVectors: (bounds: MemoryCacheBounds) => Vectors
  readonly stores: () => Stores
  readonly vectors: () => Vectors
  /** The memory of a circuit that another worker was first to offer; undefined where this one was. */
  readonly circuitMemory: (
    id: string,
    rule: CircuitRule,
    offered: SharedArrayBuffer,
  ) => SharedArrayBuffer | undefined
  readonly setLacking: (worker: number, names: readonly string[]) => void
  readonly claim: (worker: number, line: string) => boolean
  readonly pins: SharedPins
  readonly changeRest: (worker: number, rest: MemberRest) => void
  readonly restsOf: (pool: string) => readonly MemberRest[]
}

export function createHub(clock: Clock, calls: HubCalls): Hub {
  const counters: LocalCounters = createMemoryCounters(clock)
  const reserved = new Map<number, ServedCounters>()
  const flights = createFlightTable()
  const circuits = new Map<string, boolean>()
  const memories = new Map<string, SharedArrayBuffer>()
  const lacking = new Map<number, readonly string[]>()
  const rests = new Map<string, { readonly rest: MemberRest; readonly ends: number }>()
  const lines = new Map<string, { readonly worker: number; readonly at: number }>()
  const workers = new Set<number>()
  let stores: Stores | undefined
  let vectors: Vectors | undefined
  const opened = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('Nothing that workers share is open.')
    return value
  }
  const sendLacking = (): void => {
    for (const worker of workers) {
      const others = [...lacking].filter(([other]) => other !== worker).flatMap(([, names]) => names)
      calls.lacking(worker, [...new Set(others)])
    }
  }
  const shared: Shared = {
    pins: createSharedPins((except, change) => {
      for (const worker of workers) if (worker !== except) calls.pin(worker, change)
    }),
    changeRest: (from, rest) => {
      const { pool, member, model, lasts } = rest
      const key = JSON.stringify([pool, member, model])
      rests.delete(key)
      if (lasts > 0) rests.set(key, { rest, ends: clock.monotonic() + lasts })
      const oldest = rests.size > MAX_RESTS ? rests.keys().next().value : undefined
      if (oldest !== undefined) rests.delete(oldest)
      for (const worker of workers) if (worker !== from) calls.rest(worker, rest)
    },
    restsOf: pool => {
      const now = clock.monotonic()
      return [...rests.values()].flatMap(({ rest, ends }) =>
        rest.pool === pool && ends > now ? [{ ...rest, lasts: ends - now }] : [],
      )
    },
    countersOf: worker => {
      const { methods, end } = serveCounters(counters, (...reached) => calls.reached(worker, ...reached))
      reserved.set(worker, { end })
      return methods
    },
    ...{ calls, flights, circuits },
    openStores: bounds => {
      stores ??= { cache: createMemoryCache(bounds, clock), sessions: createMemorySessions(clock) }
      return stores
    },
    openVectors: bounds => {
      vectors ??= createWorkerVectors(bounds, clock, calls.onEvent)
      return vectors
    },
    stores: () => opened(stores),
    vectors: () => opened(vectors),
    circuitMemory: (id, rule, offered) => {
      const key = JSON.stringify([id, rule.threshold, rule.cooldown])
      const known = memories.get(key)
      memories.delete(key)
      memories.set(key, known ?? offered)
      const oldest = memories.size > MAX_CIRCUITS ? memories.keys().next().value : undefined
      if (oldest !== undefined) memories.delete(oldest)
      return known
    },
    setLacking: (worker, names) => {
      lacking.set(worker, names)
      sendLacking()
    },
    claim: (worker, line) => {
      const now = clock.monotonic()
      const written = lines.get(line)
      if (written !== undefined && written.worker !== worker && now - written.at < SAME_LINE) return false
      lines.delete(line)
      lines.set(line, { worker, at: now })
      const oldest = lines.size > MAX_LINES ? lines.keys().next().value : undefined
      if (oldest !== undefined) lines.delete(oldest)
      return true
    },
  }
  return {
    serve: worker => {
      workers.add(worker)
      return hubMethods(worker, shared)
    },
    circuits,
    leave: worker => {
      workers.delete(worker)
      lacking.delete(worker)
      flights.leave(worker)
      reserved.get(worker)?.end()
      reserved.delete(worker)
      sendLacking()
    },
    close: async () => {
      await vectors?.close()
    },
  }
}

const hubMethods = (
  worker: number,
  {
    countersOf,
    calls,
    flights,
    circuits,
    openStores,
    openVectors,
    stores,
    vectors,
    circuitMemory,
    setLacking,
    claim,
    pins,
    changeRest,
    restsOf,
  }: Shared,
) => ({
  ...countersOf(worker),
  /** The largest body that is cached. */
  openStores: (bounds: MemoryCacheBounds): number => openStores(bounds).cache.maxBodyBytes,
  openVectors: (bounds: MemoryCacheBounds): void => void openVectors(bounds),
  cacheGet: (key: string, maxAge: number) => stores().cache.get(key, maxAge),
  cacheSet: (key: string, entry: CacheEntry, maxAge: number) => stores().cache.set(key, entry, maxAge),
  sessionGet: (key: string) => stores().sessions.get(key),
  sessionSet: (key: string, text: string, seconds: number) => stores().sessions.set(key, text, seconds),
  sessionRemove: (key: string) => stores().sessions.remove(key),
  sessionPush: (box: string, message: string, seconds: number) =>
    stores().sessions.push(box, message, seconds),
  sessionTake: (box: string) => stores().sessions.take(box),
  vectorNearest: (partition: string, vector: Float32Array, threshold: number, notBefore: number) =>
    vectors().nearest(partition, vector, threshold, notBefore),
  vectorAdd: (partition: string, key: string, vector: Float32Array, storedAt: number) =>
    vectors().add(partition, key, vector, storedAt),
  vectorRemove: (partition: string, key: string) => vectors().remove(partition, key),
  circuitMemory,
  circuitChanged: (circuit: string, to: CircuitChange): void => void circuits.set(circuit, to !== 'closed'),
  enterFlight: (key: string) => flights.enter(worker, key),
  landFlight: (key: string, end: FlightEnd): void => flights.land(worker, key, end),
  /** Whether the worker writes this line: others may just have written the same. */
  ...pins.serve(worker),
  changeRest: (rest: MemberRest): void => changeRest(worker, rest),
  restsOf,
  report: (level: ReportLevel, message: string): void => {
    if (claim(worker, message)) calls.report(level, message)
  },
  metricsOfAll: calls.metrics,
  turnToListen: (wanted: PortNumbers) => calls.turnToListen(worker, wanted),
  claimLine: (line: string): boolean => claim(worker, line),
  lacks: (names: readonly string[]): void => setLacking(worker, names),
})

interface Flight {
  /** The thread that makes the call. */
  readonly worker: number
  readonly waiting: { readonly worker: number; readonly resolve: (turn: FlightTurn) => void }[]
}

/**
 * Calls that fill the cache, among all workers: while one thread makes a call, others that miss the same
 * entry wait for it.
 */
interface FlightTable {
  readonly enter: (worker: number, key: string) => FlightTurn | Promise<FlightTurn>
  readonly land: (worker: number, key: string, end: FlightEnd) => void
  /** What a thread that has ended led is led by others. */
  readonly leave: (worker: number) => void
}

function createFlightTable(): FlightTable {
  const flights = new Map<string, Flight>()
  const land: FlightTable['land'] = (worker, key, end) => {
    const flight = flights.get(key)
    if (flight?.worker !== worker) return
    flights.delete(key)
    const [next, ...others] = flight.waiting
    if (end !== 'retry') for (const { resolve } of flight.waiting) resolve(end)
    else if (next !== undefined) {
      flights.set(key, { worker: next.worker, waiting: others })
      next.resolve('lead')
    }
  }
  return {
    enter: (worker, key) => {
      const flight = flights.get(key)
      if (flight !== undefined)
        return new Promise(resolve => {
          flight.waiting.push({ worker, resolve })
        })
      flights.set(key, { worker, waiting: [] })
      return 'lead'
    },
    land,
    leave: worker => {
      for (const [key, { worker: leader, waiting }] of [...flights]) {
        const left = waiting.filter(each => each.worker !== worker)
        flights.set(key, { worker: leader, waiting: left })
        if (leader === worker) land(worker, key, 'retry')
      }
    },
  }
}
