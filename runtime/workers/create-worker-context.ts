// The context of one worker thread, over the requests that it may send to the main thread.
import type { MemberRest } from '../pools/pool-health.ts'
import type { SharedListening } from '../process/open-listeners.ts'
import type { WorkerContext } from '../process/worker-context.ts'
import type { MetricFormat } from '../telemetry/metric.ts'
import { noteCalls } from './calls-in-flight.ts'
import { divideLimits } from './divide-limits.ts'
import type { HubMethods } from './hub.ts'
import type { Peer } from './peer.ts'
import { createWorkerCounters } from './shared-counters.ts'
import { allServe, createSharedBudget, createSharedLoad, type WorkerSlot } from './shared-load.ts'
import { createWorkerPins, type PinChange } from './shared-pins.ts'
import { createSharedSlots } from './shared-slots.ts'
import {
  createSharedVectors,
  createWorkerCache,
  createWorkerCircuits,
  createWorkerFlights,
  createWorkerRests,
  createWorkerSessions,
} from './worker-state.ts'

export interface ThreadContext extends Omit<WorkerContext, 'listening'> {
  /** What the main thread calls. */
  readonly reached: (group: number, counter: number, used: number) => void
  readonly lacking: (names: readonly string[]) => void
  readonly pin: (change: PinChange) => void
  readonly rest: (rest: MemberRest) => void
  readonly ownMetrics: (format: MetricFormat | undefined) => string
  readonly turn: SharedListening['turn']
}

/** In milliseconds, the same in all threads of the process. */
const threadTime = { monotonic: (): number => Number(process.hrtime.bigint() / 1_000_000n) }

export function createWorkerContext(hub: Peer<HubMethods>, slot: WorkerSlot): ThreadContext {
  const { workers } = slot
  const counters = createWorkerCounters(hub)
  const pins = createWorkerPins(hub)
  const rests = createWorkerRests(hub)
  let elsewhere: readonly string[] = []
  let ownMetrics: ThreadContext['ownMetrics'] = () => ''
  return {
    divide: gateway => divideLimits(gateway, workers),
    memory: process => ({ ...process, threads: workers }),
    sharedBudget: createSharedBudget(slot),
    openStores: async (bounds, onEvent) => ({
      cache: createWorkerCache(hub, await hub.call('openStores', bounds)),
      circuits: createWorkerCircuits(hub, threadTime, onEvent),
      sessions: createWorkerSessions(hub),
      counters,
      rests: rests.share,
    }),
    openVectors: async bounds => {
      await hub.call('openVectors', bounds)
      return createSharedVectors(hub)
    },
    sharePins: pins.share,
    flights: createWorkerFlights(hub),
    sharedLoad: {
      ...createSharedLoad(slot),
      held: createSharedSlots(slot, Buffer.from(slot.secret, 'base64').readInt32LE()),
    },
    callsInFlight: noteCalls(slot.calls),
    secret: slot.secret,
    allServe: () => allServe(slot.memory),
    turn: wanted => hub.call('turnToListen', wanted),
    claim: record => hub.call('claimLine', JSON.stringify({ ...record, time: undefined })),
    noticed: ({ kind }, degraded) => {
      if (kind === 'service' || kind === 'sink') hub.notify('lacks', degraded)
    },
    lackingElsewhere: () => elsewhere,
    mergedMetrics: own => {
      ownMetrics = own
      return format => hub.call('metricsOfAll', format)
    },
    settled: hub.settled,
    reached: counters.reached,
    lacking: names => {
      elsewhere = names
    },
    pin: pins.apply,
    rest: rests.apply,
    ownMetrics: format => ownMetrics(format),
  }
}
