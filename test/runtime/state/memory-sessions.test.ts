// Sessions in the process.
import { expect, it } from 'vitest'
import { createMemorySessions } from '../../../runtime/state/memory-sessions.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { sessionContract } from './session-contract.ts'

sessionContract(
  'in the process',
  () => {
    const clock = virtualClock()
    return { store: createMemorySessions(clock), pass: seconds => clock.advance(seconds * 1000) }
  },
  500,
)

it('are bounded: those that were not used for the longest time are forgotten', async () => {
  const store = createMemorySessions(virtualClock(), 3)
  for (const key of ['a', 'b', 'c']) await store.set(key, key, 60)
  await store.get('a')
  await store.set('d', 'd', 60)
  const found = await Promise.all(['a', 'b', 'c', 'd'].map(key => store.get(key)))
  expect(found).toEqual(['a', undefined, 'c', 'd'])
})
