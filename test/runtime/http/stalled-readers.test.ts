// Readers that stall give way where memory is short: those of the caller with most of them, and of these the oldest.
import { expect, it } from 'vitest'
import { createStalledReaders } from '../../../runtime/http/stalled-readers.ts'
import { createMemoryBudget } from '../../../runtime/values/memory-budget.ts'

/** Readers of these callers, in this order, each with ten bytes of a budget of a hundred. */
function stall(...owners: string[]) {
  const readers = createStalledReaders()
  const budget = createMemoryBudget(100, readers)
  const ended: number[] = []
  for (const [number, owner] of owners.entries()) {
    const lease = budget.lease()
    readers.add({
      owner,
      bytes: 10,
      disconnect: () => {
        ended.push(number)
        lease.give(10)
      },
    })
    lease.hold(10)
  }
  return { budget, readers, ended }
}

it('A call takes what readers hold, beginning with the caller who has most of them', () => {
  const { budget, ended } = stall('a', 'b', 'b', 'b', 'c')
  expect(budget.free()).toBe(100)
  expect(budget.lease().take(70)).toBe(true)
  expect(ended).toEqual([1, 2])
})

it('No reader is disconnected for a call that does not fit without them either', () => {
  const { budget, ended } = stall('a', 'b')
  expect(budget.lease().take(101)).toBe(false)
  expect(ended).toEqual([])
})

it('An eighth of the budget is left to others', () => {
  const { budget, ended } = stall(...Array.from({ length: 9 }, () => 'a'))
  expect(ended).toEqual([0])
  expect(budget.used()).toBe(80)
})

it('One that reads on stays', () => {
  const readers = createStalledReaders()
  const reader = { owner: 'a', bytes: 10, disconnect: () => expect.unreachable() }
  readers.add(reader)
  readers.remove(reader)
  readers.release(10)
  expect(readers.held()).toBe(0)
})
