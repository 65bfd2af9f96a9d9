// Kept replies in memory: bounded in number and in bytes, what was used longest ago goes first.
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../../runtime/state/memory-cache.ts'

const entry = (size: number, storedAt = 0) => ({ body: new Uint8Array(size), storedAt })
const cacheOf = (entries: number, bytes: number, clock = { now: () => 0 }) =>
  createMemoryCache({ entries, bytes }, clock)

async function kept(
  cache: ReturnType<typeof cacheOf>,
  ...keys: readonly string[]
): Promise<readonly string[]> {
  const found = await Promise.all(
    keys.map(async key => ((await cache.get(key, 60)) === undefined ? [] : [key])),
  )
  return found.flat()
}

describe('The cache in memory', () => {
  it('holds so many entries', async () => {
    const cache = cacheOf(2, 1000)
    for (const key of ['a', 'b', 'c']) await cache.set(key, entry(1))
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c'])
  })

  it('holds so many bytes', async () => {
    const cache = cacheOf(100, 10)
    for (const key of ['a', 'b', 'c']) await cache.set(key, entry(4))
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['b', 'c'])
  })

  it('does not throw everything out for one entry that never fits', async () => {
    const cache = cacheOf(100, 10)
    await cache.set('a', entry(4))
    await cache.set('b', entry(11))
    expect(await kept(cache, 'a', 'b')).toEqual(['a'])
  })

  it('keeps what was used', async () => {
    const cache = cacheOf(2, 1000)
    await cache.set('a', entry(1))
    await cache.set('b', entry(1))
    await cache.get('a', 60)
    await cache.set('c', entry(1))
    expect(await kept(cache, 'a', 'b', 'c')).toEqual(['a', 'c'])
  })

  it('counts an entry that is written again once', async () => {
    const cache = cacheOf(100, 10)
    for (let time = 0; time < 5; time += 1) await cache.set('a', entry(4))
    await cache.set('b', entry(6))
    expect(await kept(cache, 'a', 'b')).toEqual(['a', 'b'])
  })

  it('forgets and frees what is too old', async () => {
    let now = 0
    const cache = cacheOf(100, 10, { now: () => now })
    await cache.set('a', entry(10))
    now = 60_001
    expect(await cache.get('a', 60)).toBeUndefined()
    await cache.set('b', entry(10, now))
    expect(await cache.get('b', 60)).toBeDefined()
  })
})
