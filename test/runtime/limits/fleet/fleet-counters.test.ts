// Shared counters over the model of a store: the contract of counters, and what D4 promises in particular cases.

import { describe, expect, it } from 'vitest'
import { slidingRule } from '../../../../runtime/limits/counter-rule.ts'
import { CounterGroup, type LimitCounter } from '../../../../runtime/limits/counters.ts'
import { createFleetCounters } from '../../../../runtime/limits/fleet/fleet-counters.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'
import { amounts, counterContract } from '../counter-contract.ts'
import { ModelChannel } from './model-channel.ts'
import { ModelStore } from './model-store.ts'

const openStage = () => {
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
  return { clock, counters, server, arrived: settle }
}

describe('Over a store that answers', () => {
  counterContract(openStage, 100)
})

describe('A store that has lost its memory', () => {
  it('is told of each limit of a call, also where the call was the first under several', async () => {
    const { counters, server } = openStage()
    const counter = (key: string, value: number): LimitCounter => ({
      key,
      rule: slidingRule({ unit: 'rpm', value }),
      measure: 'requests',
    })
    const group = () => new CounterGroup([counter('first', 400), counter('second', 500)])
    await counters.reserve(group(), amounts(1))
    server.restart('lost')
    expect(await counters.reserve(group(), amounts(1))).toMatchObject({ granted: true, used: [2, 2] })
  })
})
