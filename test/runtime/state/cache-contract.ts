// The contract of cache stores.
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CacheEntry,
  type CacheStore,
  MAX_CACHED_BODY_BYTES,
} from '../../../runtime/state/cache-store.ts'

export const entry = (body: string | Uint8Array, more: Partial<CacheEntry> = {}): CacheEntry => ({
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  status: 200,
  contentType: 'application/json',
  storedAt: 0,
  counted: true,
  ...more,
})

export interface StoreUnderTest {
  readonly store: CacheStore
  /** Advances the clock that ages are measured with; milliseconds. */
  readonly setNow: (now: number) => void
}

/** `open` gives the same store each time, or an empty one; keys are never used twice. */
export function cacheContract(open: () => Promise<StoreUnderTest>): void {
  let store: CacheStore
  let setNow: StoreUnderTest['setNow']
  let key = ''
  beforeEach(async () => {
    ;({ store, setNow } = await open())
    setNow(0)
    key = crypto.randomUUID()
  })
  /** As plain bytes, so that views of any kind compare. */
  const found = async (maxAge = 60, name = key) => {
    const given = await store.get(name, maxAge)
    return typeof given === 'string' ? given : { ...given, body: Buffer.from(given.body).toString('base64') }
  }
  const plain = (given: CacheEntry) => ({ ...given, body: Buffer.from(given.body).toString('base64') })

  describe('A cache store', () => {
    it('misses a key that was not stored', async () => {
      expect(await found()).toBe('miss')
    })

    it('gives back what was stored, byte for byte, with all that is known of it', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            body: fc.uint8Array({ maxLength: 200 }),
            status: fc.integer({ min: 200, max: 299 }),
            contentType: fc.constantFrom('application/json', 'application/json; charset=utf-8'),
            storedAt: fc.nat(60_000),
            counted: fc.boolean(),
          }),
          fc.option(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { minLength: 1, maxLength: 3 })),
          async (given, dropped) => {
            const name = crypto.randomUUID()
            const stored = dropped === null ? given : { ...given, dropped }
            await store.set(name, stored, 60)
            expect(await found(60, name)).toEqual(plain(stored))
          },
        ),
        { numRuns: 50 },
      )
    })

    it('keeps bytes that are no text', async () => {
      const stored = entry(Uint8Array.from({ length: 256 }, (_, byte) => byte))
      await store.set(key, stored, 60)
      expect(await found()).toEqual(plain(stored))
    })

    it('holds the last of two', async () => {
      await store.set(key, entry('one'), 60)
      await store.set(key, entry('two'), 60)
      expect(await found()).toEqual(plain(entry('two')))
    })

    it('keeps keys apart', async () => {
      await store.set(key, entry('one'), 60)
      expect(await found(60, `${key}x`)).toBe('miss')
      expect(await found(60, key.slice(0, -1))).toBe('miss')
    })

    it('gives an entry for max_age seconds and not a millisecond longer', async () => {
      await store.set(key, entry('one'), 60)
      setNow(60_000)
      expect(await found(60)).toEqual(plain(entry('one')))
      setNow(60_001)
      expect(await found(60)).toBe('miss')
    })

    it('gives a config what is not older than its own max_age, and keeps it for others', async () => {
      await store.set(key, entry('one'), 600)
      setNow(100_000)
      expect(await found(60)).toBe('miss')
      expect(await found(600)).toEqual(plain(entry('one')))
    })

    it('gives what a faster clock has stored in the future', async () => {
      await store.set(key, entry('one', { storedAt: 5000 }), 60)
      expect(await found()).not.toBe('miss')
    })

    it('does not keep a body larger than it says, and keeps one that is as large', async () => {
      expect(store.maxBodyBytes).toBe(MAX_CACHED_BODY_BYTES)
      await store.set(key, entry(new Uint8Array(store.maxBodyBytes + 1)), 60)
      expect(await found()).toBe('miss')
      await store.set(key, entry(new Uint8Array(store.maxBodyBytes)), 60)
      expect(await store.get(key, 60)).not.toBe('miss')
    })
  })
}
