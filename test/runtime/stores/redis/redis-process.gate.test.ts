// A real server that is killed, frozen, filled and started again.
import { describe, expect, it } from 'vitest'
import { freePort, hasRedisServer, startRedis } from '../../../support/test-redis.ts'
import { until } from '../../../support/until.ts'
import { entry } from '../../state/cache-contract.ts'
import { type CacheHarness, createCacheHarness, messages } from './cache-harness.ts'

const { cacheAt, closeLater } = createCacheHarness()

describe.skipIf(!hasRedisServer())("service: a Redis of the test's own", () => {
  const found = async ({ cache }: CacheHarness, key: string) => {
    const given = await cache.get(key, 60)
    return typeof given === 'string' ? given : Buffer.from(given.body).toString()
  }
  const kept = (body: string) => entry(body, { storedAt: Date.now() })
  /** A busy machine may be slower than a request waits. */
  const comesToGive = async (world: CacheHarness, key: string, body: string) =>
    await until(async () => (await found(world, key)) === body)
  const keep = async (world: CacheHarness, key: string, body: string) =>
    await until(async () => {
      await world.cache.set(key, kept(body), 60)
      return (await found(world, key)) === body
    })
  const started = async (port: number, ...settings: readonly string[]) => {
    const server = await startRedis(port, ...settings)
    closeLater(server.kill)
    return server
  }

  it('killed: unavailable, then available again', async () => {
    const port = await freePort()
    const server = await started(port)
    const world = await cacheAt(`redis://127.0.0.1:${port}`)
    await keep(world, 'k', 'one')
    await server.kill()
    await until(() => world.notices.length > 0)
    expect(await found(world, 'k')).toBe('unavailable')
    await started(port)
    await comesToGive(world, 'k', 'miss')
    await keep(world, 'k', 'two')
    expect(world.notices.at(-1)).toMatchObject({ available: true })
  })

  it('frozen: requests do not wait', async () => {
    const port = await freePort()
    const server = await started(port)
    const world = await cacheAt(`redis://127.0.0.1:${port}`)
    await keep(world, 'k', 'one')
    server.freeze()
    expect(await found(world, 'k')).toBe('unavailable')
    await until(() => world.notices.length > 0)
    server.thaw()
    await comesToGive(world, 'k', 'one')
  })

  it('full: what it has is still given', async () => {
    const port = await freePort()
    await started(port, '--maxmemory', '4mb', '--maxmemory-policy', 'noeviction')
    const world = await cacheAt(`redis://127.0.0.1:${port}`)
    await keep(world, 'k', 'one')
    for (let number = 0; world.notices.length === 0 && number < 100; number += 1)
      await world.cache.set(`fill${number}`, kept('x'.repeat(500_000)), 60)
    expect(messages(world)[0]).toContain('(OOM)')
    await comesToGive(world, 'k', 'one')
  })

  it('with a password, wrong and right', async () => {
    const port = await freePort()
    await started(port, '--requirepass', 'right')
    const wrong = await cacheAt(`redis://127.0.0.1:${port}`, 'wrong')
    expect(messages(wrong)[0]).toContain('it rejects the password (WRONGPASS)')
    const none = await cacheAt(`redis://127.0.0.1:${port}`)
    expect(messages(none)[0]).toContain('it rejects PING (NOAUTH)')
    const right = await cacheAt(`redis://127.0.0.1:${port}/1`, 'right')
    await keep(right, 'k', 'one')
  })
})
