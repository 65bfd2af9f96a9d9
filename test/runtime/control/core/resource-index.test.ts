// Indexes of the replica: whatever was written, they hold what a search of all resources finds, and a change visits few of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openReplica } from '../../../../runtime/control/core/replica.ts'
import type { ResourceIndex } from '../../../../runtime/control/core/resource-index.ts'
import {
  FEED_PART,
  type Resource,
  type ResourceWrite,
} from '../../../../runtime/control/core/resource-store.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const tagsOf = ({ value }: Resource): readonly string[] => value['tags'] as string[]
const sizeOf = ({ value }: Resource): number => Number(value['size'])

const BY_TAG: ResourceIndex = { kind: 'label', valuesOf: tagsOf }
const BY_SIZE: ResourceIndex = { kind: 'label', compare: (left, right) => sizeOf(right) - sizeOf(left) }

const arbitraryWrite = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  value: fc.option(
    fc.record({
      tags: fc.array(fc.constantFrom('', 'x', 'y', 'constructor'), { maxLength: 3 }),
      size: fc.integer({ min: 0, max: 3 }),
    }),
    { nil: undefined },
  ),
})

const writeOf = (id: string, value: ResourceWrite['value']): ResourceWrite => ({ kind: 'label', id, value })

const open = async () => {
  const store = openMemoryStore()
  const replica = await openReplica(store, { kinds: ['label'], clock: virtualClock(), onAvailable: () => {} })
  return { store, replica }
}

describe('an index of the replica', () => {
  it('holds what a search of all resources finds, in its order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryWrite, { maxLength: 4 }), { maxLength: 8 }),
        async writes => {
          const { store, replica } = await open()
          for (const batch of writes) {
            await store.commit({ writes: batch.map(({ id, value }) => writeOf(id, value)) })
            await replica.look()
            const all = replica
              .all('label')
              .toArray()
              .sort((left, right) => (left.id < right.id ? -1 : 1))
            for (const tag of ['', 'x', 'y', 'constructor', 'never'])
              expect(replica.find(BY_TAG, tag)).toEqual(all.filter(each => tagsOf(each).includes(tag)))
            expect(replica.find(BY_SIZE)).toEqual(all.toSorted((left, right) => sizeOf(right) - sizeOf(left)))
          }
          replica.stop()
          await store.close()
        },
      ),
    ))

  it('visits few resources for a change, however many there are', async () => {
    const visitsAt = async (count: number): Promise<readonly number[]> => {
      const { store, replica } = await open()
      const visits = { values: 0, order: 0 }
      const counted: ResourceIndex = {
        kind: 'label',
        valuesOf: resource => {
          visits.values += 1
          return tagsOf(resource)
        },
        compare: (left, right) => {
          visits.order += 1
          return sizeOf(left) - sizeOf(right)
        },
      }
      const names = Array.from({ length: count }, (_, index) => `many/${index}`)
      await store.commit({ writes: names.map((id, size) => writeOf(id, { tags: ['x'], size })) })
      await replica.look()
      expect(replica.find(counted, 'x').length).toBe(count)
      visits.values = 0
      visits.order = 0
      await store.commit({ writes: [writeOf('many/7', { tags: ['x'], size: count / 2 })] })
      await replica.look()
      expect(replica.find(counted, 'x').length).toBe(count)
      replica.stop()
      return [visits.values, visits.order]
    }
    const [few, many] = [await visitsAt(100), await visitsAt(3_200)] as const
    expect(many[0]).toBe(few[0])
    // Two binary searches: five steps more for each of them.
    expect(many[1]).toBeLessThanOrEqual((few[1] ?? 0) + 10)
  })
})

it('an index of the start is there before the first look', async () => {
  const store = openMemoryStore()
  await store.commit({ writes: [writeOf('one', { tags: ['x'], size: 1 })] })
  let visits = 0
  const counted: ResourceIndex = {
    kind: 'label',
    valuesOf: resource => {
      visits += 1
      return tagsOf(resource)
    },
  }
  const replica = await openReplica(store, {
    ...{ kinds: ['label'], indexes: [counted] },
    ...{ clock: virtualClock(), onAvailable: () => {} },
  })
  expect(visits).toBe(1)
  expect(replica.find(counted, 'x').map(({ id }) => id)).toEqual(['one'])
  expect(visits).toBe(1)
  replica.stop()
})

describe('a replica that is far behind', () => {
  it('reads in batches, and calls are served between them', async () => {
    const { store, replica } = await open()
    const ids = Array.from({ length: FEED_PART + 1_500 }, (_, index) => `many/${index}`)
    for (let from = 0; from < ids.length; from += 1_000)
      await store.commit({
        writes: ids.slice(from, from + 1_000).map(id => writeOf(id, { tags: [], size: 1 })),
      })
    const batches: number[] = []
    replica.onChange('label', changed => void batches.push(changed?.length ?? Number.NaN))
    await replica.look()
    expect(replica.count('label')).toBe(ids.length)
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(ids.length)
    expect(Math.max(...batches)).toBeLessThanOrEqual(500)
    expect(replica.revision()).toBe(await store.revision())
    replica.stop()
  })

  it('shows what one transaction changed at once', async () => {
    const { store, replica } = await open()
    await store.commit({ writes: [writeOf('one', { tags: ['x'], size: 1 })] })
    await replica.look()
    const seen: (readonly string[])[] = []
    replica.onChange('label', () => void seen.push(replica.find(BY_TAG, 'x').map(({ id }) => id)))
    await store.commit({ writes: [writeOf('one', undefined), writeOf('two', { tags: ['x'], size: 1 })] })
    await replica.look()
    expect(seen).toEqual([['two']])
    replica.stop()
  })

  it('shows all of a transaction that another process commits while it reads', async () => {
    const kinds = ['label', 'prompt', 'config']
    const store = openMemoryStore()
    const commit = (value: ResourceWrite['value']): Promise<unknown> =>
      store.commit({ writes: kinds.map(kind => ({ kind, id: 'one', value })) })
    const changes = [{ n: 2 }, undefined, { n: 3 }]
    const replica = await openReplica(
      {
        ...store,
        readMany: async (kind, ids) => {
          if (kind === 'prompt' && changes.length > 0) await commit(changes.shift())
          return await store.readMany(kind, ids)
        },
      },
      { kinds, clock: virtualClock(), onAvailable: () => {} },
    )
    const seen: unknown[] = []
    replica.onChange('label', () =>
      seen.push([replica.revision(), ...kinds.map(kind => replica.get(kind, 'one')?.value['n'])]),
    )
    await commit({ n: 1 })
    await replica.look()
    expect(seen).toEqual([[0, 3, 3, 3]])
    expect(replica.revision()).toBe(await store.revision())
    replica.stop()
  })
})

it('a store that is replaced between its revision and its feed ends the look, and is followed by the next one', async () => {
  const own = openMemoryStore()
  /** Of the store before. */
  let last: number | undefined = 5
  const store = { ...own, revision: async () => last ?? (await own.revision()) }
  const replica = await openReplica(store, { kinds: ['label'], clock: virtualClock(), onAvailable: () => {} })
  await own.commit({ writes: [writeOf('one', { tags: [], size: 1 })] })
  last = 6
  await replica.look()
  expect([replica.revision(), replica.count('label')]).toEqual([1, 1])
  last = undefined
  await own.commit({ writes: [writeOf('two', { tags: [], size: 1 })] })
  await replica.look()
  expect([replica.revision(), replica.count('label')]).toEqual([2, 2])
  replica.stop()
})
