// Shared counters over the model of a store: the contract of counters, and what D4 promises in particular cases.

import { describe } from 'vitest'
import { createFleetCounters } from '../../../../runtime/limits/fleet/fleet-counters.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'
import { counterContract } from '../counter-contract.ts'
import { ModelChannel } from './model-channel.ts'
import { ModelStore } from './model-store.ts'

describe('Over a store that answers', () => {
  counterContract(() => {
    const clock = virtualClock()
    const server = new ModelStore(clock.now)
    const channel = new ModelChannel(
      // Days pass at once, in which nothing else is under test.
      { ...clock, after: () => () => {} },
      (_connection, action) => action(),
      (sender, request) => server.execute(sender, request),
    )
    const counters = createFleetCounters(
      channel,
      {
        clock: { ...clock, after: () => () => {} },
        randomId: () => 'process',
        endOfTurn: queueMicrotask,
      },
      () => {},
    )
    return { clock, counters, arrived: settle }
  }, 100)
})
