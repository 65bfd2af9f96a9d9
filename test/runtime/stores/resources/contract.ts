// What every driver of saved resources does, in the words of its port. A driver's own test calls this with a way to open
// one store several times, as processes do.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type {
  Resource,
  ResourceStore,
  ResourceWrite,
} from '../../../../runtime/control/core/resource-store.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

export interface StoreUnderTest {
  /** A new connection to one new store; the same store each time that the function is called. */
  readonly open: () => Promise<ResourceStore>
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const write = (
  id: string,
  value: JsonObject | undefined,
  expects?: ResourceWrite['expects'],
): ResourceWrite => ({ kind: 'label', id, value, ...(expects === undefined ? {} : { expects }) })

const idsOf = (resources: readonly Resource[]): readonly string[] => resources.map(({ id }) => id)

/** `create` makes a new, empty store. `isFollowed`: whether runtimes report themselves there. */
export function storeContract(create: () => Promise<StoreUnderTest>, isFollowed = true): void {
  const opened = async (): Promise<ResourceStore> => await (await create()).open()

  describe('a transaction', () => {
    it('writes all of it under one revision, and reads back what was written', async () => {
      const store = await opened()
      expect(await store.revision()).toBe(0)
      const first = await store.commit({ writes: [write('a', { n: 1 }), write('b', { n: 2 })] })
      expect(first).toEqual({ revision: 1 })
      expect(await store.read('label', 'a')).toEqual({ kind: 'label', id: 'a', value: { n: 1 }, revision: 1 })
      expect(await store.commit({ writes: [write('a', { n: 3 })] })).toEqual({ revision: 2 })
      expect((await store.read('label', 'a'))?.value).toEqual({ n: 3 })
      expect((await store.read('label', 'b'))?.revision).toBe(1)
      expect(await store.read('label', 'c')).toBeUndefined()
      expect(await store.read('release', 'a')).toBeUndefined()
      await store.close()
    })

    it('reads many at once, and leaves out those that are not there', async () => {
      const store = await opened()
      const names = ['a', 'with "quotes"', 'one/two', 'ünïcode']
      await store.commit({ writes: names.map((id, n) => write(id, { n })) })
      const found = await store.readMany('label', ['never', ...names.slice(1), 'gone'])
      expect(found.toSorted((one, other) => Number(one.value['n']) - Number(other.value['n']))).toEqual(
        names.slice(1).map((id, index) => ({ kind: 'label', id, value: { n: index + 1 }, revision: 1 })),
      )
      expect(await store.readMany('label', [])).toEqual([])
      expect(await store.readMany('release', names)).toEqual([])
      await store.close()
    })

    it('counts the resources of each kind and the bytes of their values, where it can', async () => {
      const store = await opened()
      const values = [{ n: 1 }, { text: 'naïve' }, { n: 3 }]
      await store.commit({ writes: values.map((value, index) => write(String(index), value)) })
      await store.commit({ writes: [write('0', undefined)] })
      const bytes = values.slice(1).reduce((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0)
      if (store.sizes !== undefined) expect(await store.sizes()).toEqual([{ kind: 'label', count: 2, bytes }])
      await store.close()
    })

    it('deletes', async () => {
      const store = await opened()
      await store.commit({ writes: [write('a', { n: 1 })] })
      await store.commit({ writes: [write('a', undefined), write('never', undefined)] })
      expect(await store.read('label', 'a')).toBeUndefined()
      expect(await store.list('label', { limit: 10 })).toEqual([])
      await store.close()
    })

    it('writes nothing if one expectation does not hold, and returns what is there', async () => {
      const store = await opened()
      await store.commit({ writes: [write('a', { n: 1 })] })
      const refused: readonly (readonly [ResourceWrite, Resource | undefined])[] = [
        [write('a', { n: 2 }, 'absent'), { kind: 'label', id: 'a', value: { n: 1 }, revision: 1 }],
        [write('a', { n: 2 }, 7), { kind: 'label', id: 'a', value: { n: 1 }, revision: 1 }],
        [write('b', { n: 2 }, 1), undefined],
      ]
      for (const [each, found] of refused) {
        const blobs = new Map([[digestOf(Buffer.from('x')), Buffer.from('x')]])
        const result = await store.commit({ writes: [write('other', { n: 9 }), each], blobs })
        expect(result).toEqual({ conflict: { kind: 'label', id: each.id, found } })
      }
      expect(await store.read('label', 'other')).toBeUndefined()
      expect(await store.revision()).toBe(1)
      await store.close()
    })

    it('writes if all expectations hold', async () => {
      const store = await opened()
      await store.commit({ writes: [write('a', { n: 1 }, 'absent')] })
      expect(await store.commit({ writes: [write('a', { n: 2 }, 1)] })).toEqual({ revision: 2 })
      expect(await store.commit({ writes: [write('a', undefined, 2)] })).toEqual({ revision: 3 })
      await store.close()
    })

    it('lets one of many concurrent writers win', async () => {
      const { open } = await create()
      const stores = await Promise.all([open(), open(), open()])
      await stores[0]?.commit({ writes: [write('head', { by: 'nobody' })] })
      const results = await Promise.all(
        stores.flatMap((store, at) =>
          [1, 2, 3].map(turn => store.commit({ writes: [write('head', { by: `${at}.${turn}` }, 1)] })),
        ),
      )
      expect(results.filter(({ conflict }) => conflict === undefined)).toHaveLength(1)
      const losers = results.flatMap(({ conflict }) =>
        conflict === undefined ? [] : [conflict.found?.value],
      )
      const winner = (await stores[1]?.read('label', 'head'))?.value
      expect(new Set(losers.map(each => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(winner)]))
      for (const store of stores) await store.close()
    })

    it('gives every one of many concurrent writes a revision of its own', async () => {
      const { open } = await create()
      const stores = await Promise.all([open(), open()])
      const results = await Promise.all(
        stores.flatMap((store, at) =>
          Array.from({ length: 20 }, (_, turn) => store.commit({ writes: [write(`${at}/${turn}`, {})] })),
        ),
      )
      expect(new Set(results.map(({ revision }) => revision)).size).toBe(40)
      expect(await stores[0]?.list('label', { limit: 100 })).toHaveLength(40)
      for (const store of stores) await store.close()
    })
  })

  describe('a list', () => {
    it('is in the order of identifiers, by prefix, in pages, both ways', async () => {
      const store = await opened()
      const ids = ['a/1', 'a/10', 'a/2', 'b/1', 'B/1', 'a', 'ä/1', 'a0']
      await store.commit({ writes: ids.map(id => write(id, { id })) })
      const all = await store.list('label', { limit: 100 })
      expect(idsOf(all)).toEqual([...ids].sort())
      expect(idsOf(await store.list('label', { prefix: 'a/', limit: 100 }))).toEqual(['a/1', 'a/10', 'a/2'])
      expect(idsOf(await store.list('label', { prefix: 'a/', limit: 1 }))).toEqual(['a/1'])
      expect(idsOf(await store.list('label', { prefix: 'a/', after: 'a/1', limit: 1 }))).toEqual(['a/10'])
      expect(idsOf(await store.list('label', { prefix: 'a/', after: 'a/2', limit: 9 }))).toEqual([])
      const down = { prefix: 'a/', descending: true, limit: 2 }
      expect(idsOf(await store.list('label', down))).toEqual(['a/2', 'a/10'])
      expect(idsOf(await store.list('label', { ...down, after: 'a/10' }))).toEqual(['a/1'])
      expect(await store.list('release', { limit: 9 })).toEqual([])
      await store.close()
    })
  })

  describe('a blob', () => {
    it('is read by its digest, by every process, whatever its bytes', async () => {
      const { open } = await create()
      const [one, other] = await Promise.all([open(), open()])
      const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256)
      await one.commit({ writes: [write('a', {})], blobs: new Map([[digestOf(bytes), bytes]]) })
      const found = await other.readBlob(digestOf(bytes))
      expect(found && digestOf(found)).toBe(digestOf(bytes))
      expect(await other.readBlob('0'.repeat(64))).toBeUndefined()
      await one.commit({ writes: [write('a', {})], blobs: new Map([[digestOf(bytes), bytes]]) })
      for (const store of [one, other]) await store.close()
    })
  })

  describe('the change feed', () => {
    it('names what was written since a revision, each once', async () => {
      const { open } = await create()
      const [writer, reader] = await Promise.all([open(), open()])
      expect(await reader.changesSince(0)).toEqual({ revision: 0, changed: [] })
      await writer.commit({ writes: [write('a', { n: 1 }), write('b', { n: 1 })] })
      await writer.commit({ writes: [write('b', { n: 2 })] })
      await writer.commit({ writes: [write('a', undefined), write('c', { n: 1 })] })
      const since = async (revision: number): Promise<unknown> => {
        const { revision: now, changed } = await reader.changesSince(revision)
        return [now, changed?.map(({ id }) => id).sort()]
      }
      expect(await since(0)).toEqual([3, ['a', 'b', 'c']])
      expect(await since(1)).toEqual([3, ['a', 'b', 'c']])
      expect(await since(2)).toEqual([3, ['a', 'c']])
      expect(await since(3)).toEqual([3, []])
      for (const store of [writer, reader]) await store.close()
    })

    it('may come in parts, of which each ends with a transaction', async () => {
      const store = await opened()
      const many = Array.from({ length: 3_000 }, (_, index) => `many/${index}`)
      for (const batch of [many, many, ['one'], ['two']])
        await store.commit({ writes: batch.map(id => write(id, { n: 1 })) })
      const seen: string[] = []
      let revision = 0
      for (let parts = 0; revision < 4; parts += 1) {
        expect(parts).toBeLessThan(4)
        const part = await store.changesSince(revision)
        expect(part.revision).toBeGreaterThan(revision)
        seen.push(...(part.changed ?? []).map(({ id }) => id))
        revision = part.revision
      }
      expect(new Set(seen)).toEqual(new Set([...many, 'one', 'two']))
      await store.close()
    })

    it('says so if it does not reach back, or the store was replaced', async () => {
      const store = await opened()
      expect(await store.changesSince(7)).toEqual({ revision: 0, changed: undefined })
      await store.close()
    })
  })

  // Not for a store that runtimes cannot follow.
  if (isFollowed)
    it('heartbeats raise no revision, each replaces the last of its process, until it is ended', async () => {
      const store = await opened()
      await store.heartbeat({ id: 'two', value: { revision: 1 }, at: 5 })
      await store.heartbeat({ id: 'one', value: { revision: 1 }, at: 6 })
      await store.heartbeat({ id: 'two', value: { revision: 2 }, at: 7 })
      expect(await store.heartbeats()).toEqual([
        { id: 'one', value: { revision: 1 }, at: 6 },
        { id: 'two', value: { revision: 2 }, at: 7 },
      ])
      await store.endHeartbeat('two')
      await store.endHeartbeat('never')
      expect(await store.heartbeats()).toEqual([{ id: 'one', value: { revision: 1 }, at: 6 }])
      expect(await store.revision()).toBe(0)
      await store.close()
    })

  it('after closing, every method says that the store is closed', async () => {
    const store = await opened()
    await store.close()
    await expect(store.revision()).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' })
    await store.close()
  })
}
