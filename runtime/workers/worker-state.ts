// What a worker shares with the others: the contracts that a Redis implements for processes, over requests to the main
// thread. Only circuits need none: they are in memory that all threads read.
import type { MemberRest, ShareRests } from '../pools/pool-health.ts'
import type { CacheStore } from '../state/cache-store.ts'
import { circuitBytes, createCircuit } from '../state/circuit.ts'
import { createCircuitTable } from '../state/circuit-table.ts'
import type { Admission, CircuitChange, CircuitRule, Circuits } from '../state/circuits.ts'
import type { SessionStore } from '../state/session-store.ts'
import type { SharedFlights } from '../state/shared-flights.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import type { HubMethods } from './hub.ts'
import type { Peer } from './peer.ts'

export type HubPeer = Pick<Peer<HubMethods>, 'call' | 'notify'>

export const createWorkerCache = ({ call }: HubPeer, maxBodyBytes: number): CacheStore => ({
  maxBodyBytes,
  get: (key, maxAge) => call('cacheGet', key, maxAge),
  set: async (key, entry, maxAge) => {
    if (entry.body.length <= maxBodyBytes) await call('cacheSet', key, entry, maxAge)
  },
  close: async () => {},
})

export const createWorkerSessions = ({ call }: HubPeer): SessionStore => ({
  isShared: true,
  get: key => call('sessionGet', key),
  set: (key, text, seconds) => call('sessionSet', key, text, seconds),
  remove: key => call('sessionRemove', key),
  push: (box, message, seconds) => call('sessionPush', box, message, seconds),
  take: box => call('sessionTake', box),
})

export const createSharedVectors = ({ call }: HubPeer): Vectors => ({
  nearest: (partition, vector, threshold, notBefore) =>
    call('vectorNearest', partition, vector, threshold, notBefore),
  add: (partition, key, vector, storedAt) => call('vectorAdd', partition, key, vector, storedAt),
  remove: (partition, key) => call('vectorRemove', partition, key),
  close: async () => {},
})

export const createWorkerFlights = ({ call, notify }: HubPeer): SharedFlights => ({
  enter: key => call('enterFlight', key),
  land: (key, end) => notify('landFlight', key, end),
})

/** Rests of members of pools: what one worker learns is sent to all others. */
export function createWorkerRests({ call, notify }: HubPeer): {
  readonly share: ShareRests
  /** Another worker has learnt something. */
  readonly apply: (rest: MemberRest) => void
} {
  let applyOwn: (rest: MemberRest) => void = () => {}
  const asked = new Set<string>()
  return {
    apply: rest => applyOwn(rest),
    share: async apply => {
      applyOwn = apply
      return {
        publish: rest => notify('changeRest', rest),
        follow: pool => {
          if (asked.has(pool)) return
          asked.add(pool)
          const applyAll = (rests: readonly MemberRest[]): void => rests.forEach(apply)
          void call('restsOf', pool).then(applyAll, () => {})
        },
      }
    },
  }
}

/** `clock`: its monotonic time is that of all threads. */
export function createWorkerCircuits(
  { call, notify }: HubPeer,
  clock: Pick<Clock, 'monotonic'>,
  onEvent: (event: GatewayEvent) => void,
): Circuits {
  const create = (id: string, rule: CircuitRule) => {
    const onChange = (to: CircuitChange): void => {
      notify('circuitChanged', id, to)
      onEvent({ kind: 'circuit', circuit: id, to })
    }
    const offered = new SharedArrayBuffer(circuitBytes(rule))
    let circuit = createCircuit(rule, offered, clock, onChange)
    let early = 0
    /** Only the first call of a config that was just linked may come sooner. */
    let opening: Promise<void> | undefined = call('circuitMemory', id, rule, offered).then(memory => {
      opening = undefined
      if (memory === undefined) return
      circuit = createCircuit(rule, memory, clock, onChange)
      for (; early > 0; early -= 1) circuit.fail('closed')
    })
    return {
      admit: () => opening?.then(() => circuit.admit()) ?? circuit.admit(),
      isOpen: () => circuit.isOpen(),
      retryAfterMs: () => circuit.retryAfterMs(),
      status: () => circuit.status(),
      succeed: (admission: Admission) => circuit.succeed(admission),
      fail: (admission: Admission) => {
        if (opening !== undefined) early += 1
        circuit.fail(admission)
      },
      release: (admission: Admission) => circuit.release(admission),
    }
  }
  return { ...createCircuitTable(create), close: async () => {} }
}
