// The in-memory LRU cache, bounded in entries and bytes.
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../../runtime/state/memory-cache.ts'
import { cacheContract, entry } from './cache-contract.ts'

let now = 0
const large = createMemoryCache({ entries: 1000, bytes: 64 * 1024 * 1024 }, { monotonic: () => now })
cacheContract(async () => ({
  store: large,
  setNow: moment => {
    now = moment
  },
}))

const TYPE = 'application/json'.length
/** As many bytes as this many entries of four bytes with keys of one letter. */
const room = (entries: number): number => entries * (TYPE + 1 + 4)
const cacheOf = (entries: number, bytes: number, clock = { monotonic: () => 0 }) =>
  createMemoryCache({ entries, bytes }, clock)

async function kept(
  cache: ReturnType<typeof cacheOf>,
  ...keys: readonly string[]
): Promise<readonly string[]> {
  const found = await Promise.all(keys.map(async key => ((await cache.get(key, 60)) === 'miss' ? [] : [key])))
  return found.flat()
}

describe('The cache in memory', () => {
  it('is bounded in entries', async () => {
    const cache = cacheOf(2, 1000)
    for (const key of ['a', 'b', 'c']) await cache.set(key, entry('x'), 60)
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c'])
  })

  it('is bounded in bytes', async () => {
    const cache = cacheOf(100, room(2))
    for (const key of ['a', 'b', 'c']) await cache.set(key, entry('four'), 60)
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c'])
  })

  it('counts keys', async () => {
    const cache = cacheOf(100, room(2))
    for (const key of ['a', 'b'.repeat(4), 'c']) await cache.set(key, entry('four'), 60)
    expect(await kept(cache, 'a', 'bbbb', 'c')).toEqual(['c'])
  })

  it('does not evict everything for an entry that never fits', async () => {
    const cache = cacheOf(100, room(2))
    await cache.set('a', entry('four'), 60)
    await cache.set('b', entry(new Uint8Array(room(2))), 60)
    expect(await kept(cache, 'a', 'b')).toEqual(['a'])
  })

  it('evicts the least recently used', async () => {
    const cache = cacheOf(2, 1000)
    await cache.set('a', entry('x'), 60)
    await cache.set('b', entry('x'), 60)
    await cache.get('a', 60)
    await cache.set('c', entry('x'), 60)
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['a', 'c'])
  })

  it('counts an entry that is written again once', async () => {
    const cache = cacheOf(100, room(2))
    for (let time = 0; time < 5; time += 1) await cache.set('a', entry('four'), 60)
    await cache.set('b', entry('four'), 60)
    expect(await kept(cache, 'a', 'b')).toEqual(['a', 'b'])
  })

  it('frees expired entries on access', async () => {
    let moment = 0
    const cache = cacheOf(100, room(1), { monotonic: () => moment })
    await cache.set('a', entry('four'), 60)
    moment = 60_001
    expect(await cache.get('a', 600)).toBe('miss')
    await cache.set('b', entry('four', { storedAt: moment }), 60)
    expect(await kept(cache, 'b')).toEqual(['b'])
  })

  it('does not retain a large buffer for a short body', async () => {
    const cache = cacheOf(100, 1000)
    await cache.set('a', entry(new Uint8Array(1_000_000).subarray(0, 4)), 60)
    const found = await cache.get('a', 60)
    expect(typeof found === 'string' ? undefined : found.body.buffer.byteLength).toBe(4)
  })

  it('gives the very bytes that it holds', async () => {
    const cache = cacheOf(100, 1000)
    await cache.set('a', entry('four'), 60)
    const [one, two] = [await cache.get('a', 60), await cache.get('a', 60)]
    expect(typeof one === 'string' || typeof two === 'string' || one.body === two.body).toBe(true)
  })
})
