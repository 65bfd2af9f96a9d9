// Which processes of a store count limits together, and which are told that they do not.
import { describe, expect, it } from 'vitest'
import type { OpenCounterStore, ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { linkSharedCounting } from '../../../runtime/process/shared-counting.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const NEVER: OpenCounterStore = {
  isOpen: () => false,
  connection: () => 0,
  reason: () => 'it does not answer in time',
  ask: () => Promise.resolve(undefined),
  close: async () => {},
}

describe('Processes that share a store', () => {
  it.each([
    ['a Redis counts', 'redis', async () => NEVER, false, false],
    ['the store counts', 'memory', async () => NEVER, true, false],
    ['the store cannot count', 'memory', undefined, false, true],
    [
      'the store may not make tables',
      'memory',
      async () => {
        throw new StoreError('unavailable', 'The store cannot be used: permission denied.')
      },
      false,
      true,
    ],
  ] as const)('%s', async (_title, kind, openCounters, counts, watches) => {
    const store: ResourceStore = {
      ...openMemoryStore(),
      ...(openCounters && { openCounters }),
    }
    const events: GatewayEvent[] = []
    const clock = virtualClock()
    const ports = { clock, hash: String, endOfTurn: queueMicrotask, randomId: () => 'process' }
    const state = kind === 'redis' ? { kind, address: 'redis://h' } : { kind }
    const counting = linkSharedCounting({ state, name: 'g' }, store, ports, event => void events.push(event))
    const counters = await counting.openCounters()
    expect(counters !== undefined).toBe(counts)
    await counters?.close()
    const limiter = { policies: () => [] } as Partial<Parameters<typeof counting.watchCounting>[0]>
    const watch = counting.watchCounting(limiter as Parameters<typeof counting.watchCounting>[0])
    expect(watch !== undefined).toBe(watches)
    await watch?.stop()
    expect(events.map(event => event.kind)).toEqual(
      openCounters !== undefined && !counts && watches ? ['service'] : [],
    )
  })
})
