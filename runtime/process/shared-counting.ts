// Whether the processes of a store count limits together: in Redis, or in the store if it can. Otherwise each is notified of the others.
import { hostname } from 'node:os'
import type { Gateway } from '../../schemas/generated/types.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { StoreError } from '../control/core/store-error.ts'
import {
  type CountingWatch,
  countingEvent,
  watchCounting,
} from '../control/resources/policies/watch-counting.ts'
import type { LimitCounters } from '../limits/counters.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'

export interface SharedCounting {
  /** Counters of all processes of the store; undefined where it has none, or Redis counts. */
  readonly openCounters: () => Promise<LimitCounters | undefined>
  /** Reports other processes of the store that count limits separately; undefined if none can. */
  readonly watchCounting: (limits: Limiter) => CountingWatch | undefined
}

type CountingPorts = Pick<Ports, 'clock' | 'hash' | 'endOfTurn' | 'randomId'>

export function linkSharedCounting(
  { state, name }: Pick<Gateway, 'state' | 'name'>,
  store: ResourceStore | undefined,
  ports: CountingPorts,
  onEvent: (event: GatewayEvent) => void,
): SharedCounting {
  let countsTogether = state.kind === 'redis'
  return {
    openCounters: async () => {
      if (countsTogether) return undefined
      const counters = await openStoreCounters(store, name, ports, onEvent)
      countsTogether = counters !== undefined
      return counters
    },
    watchCounting: limits =>
      store === undefined || countsTogether
        ? undefined
        : watchCounting(store, {
            process: `${hostname()}:${process.pid}`,
            clock: ports.clock,
            hasLimits: () => limits.current !== undefined,
            onChange: processes => onEvent(countingEvent(processes, store.name)),
          }),
  }
}

/** Undefined where the store cannot count; if it should, an event has the reason why each process counts for itself. */
async function openStoreCounters(
  store: Pick<ResourceStore, 'openCounters' | 'name'> | undefined,
  gateway: string,
  ports: CountingPorts,
  onEvent: (event: GatewayEvent) => void,
): Promise<LimitCounters | undefined> {
  if (store?.openCounters === undefined) return undefined
  const report = (available: boolean, message: string): void =>
    onEvent({ kind: 'service', service: 'limits', available, message })
  try {
    const opened = await store.openCounters(gateway, ports)
    const { createFleetCounters } = await import('../limits/fleet/fleet-counters.ts')
    const counters = createFleetCounters(opened, ports, (available, reason) =>
      report(
        available,
        available
          ? `Limits are counted by ${store.name} again.`
          : `Limits cannot be counted by ${store.name}: ${reason}. Each process admits its part of what was left.`,
      ),
    )
    return {
      ...counters,
      close: async () => {
        await counters.close()
        await opened.close()
      },
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    report(false, `${error.message} Each process counts limits for itself.`)
    return undefined
  }
}
