// The cache over real sockets, against servers that misbehave: no call rejects, none waits long, and each failure is reported once.
import { describe, expect, it } from 'vitest'
import { encodeEntry } from '../../../../runtime/stores/redis/entry-bytes.ts'
import { type FakeAnswer, type FakeRedis, runFakeRedis } from '../../../support/fake-redis.ts'
import { freePort } from '../../../support/test-redis.ts'
import { until } from '../../../support/until.ts'
import { entry } from '../../state/cache-contract.ts'
import { type CacheHarness, createCacheHarness, messages } from './cache-harness.ts'

const open = createCacheHarness()
async function withFake(
  how: (command: string, args: readonly string[]) => FakeAnswer,
  secret?: string,
): Promise<CacheHarness & { readonly fake: FakeRedis }> {
  const fake = await runFakeRedis(how)
  open.closeLater(fake.stop)
  return { ...(await open.cacheAt(fake.address, secret)), fake }
}
/** Accepts handshakes. */
const greeting =
  (others: (command: string) => FakeAnswer) =>
  (command: string): FakeAnswer =>
    ['PING', 'AUTH', 'SELECT'].includes(command) ? '+OK\r\n' : others(command)
const bulk = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')])

describe('A server that is no Redis, or no longer', () => {
  it.each<readonly [string, (command: string) => FakeAnswer]>([
    ['closes each connection', () => 'close'],
    ['speaks HTTP', () => 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['writes garbage', () => Buffer.from([0xff, 0x00, 0x0d, 0x0a])],
    ['wants a password', () => '-NOAUTH Authentication required.\r\n'],
    ['is still loading', () => '-LOADING Redis is loading the dataset in memory\r\n'],
  ])('is away from the start when it %s', async (_title, how) => {
    const world = await withFake(how)
    expect(await world.cache.get('k', 60)).toBe('unavailable')
    await world.cache.set('k', entry('x'), 60)
    expect(world.notices).toMatchObject([{ kind: 'service', service: 'state', available: false }])
  })

  it.each<readonly [string, (command: string) => FakeAnswer]>([
    ['closes', () => 'close'],
    ['writes garbage', () => 'garbage\r\n'],
    ['writes half of an answer and closes', command => (command === 'GET' ? '$100\r\nhalf' : 'close')],
    ['wants a password again', () => '-NOAUTH Authentication required.\r\n'],
    ['may not be read', () => "-NOPERM this user has no permissions to run the 'get' command\r\n"],
    ['has moved', () => '-MOVED 3999 10.0.0.1:6381\r\n'],
  ])('is off for the moment when it is asked and %s', async (_title, how) => {
    const world = await withFake(greeting(how))
    const gets = await Promise.all(['a', 'b', 'c'].map(async key => await world.cache.get(key, 60)))
    expect(gets).toEqual(['unavailable', 'unavailable', 'unavailable'])
    await world.cache.set('k', entry('x'), 60)
    await until(() => world.notices.length > 0)
    expect(messages(world)).toHaveLength(1)
    expect(messages(world)[0]).not.toContain('10.0.0.1')
  })

  it('gives no entry where it answers with a number, a list or nothing', async () => {
    for (const answer of [':1\r\n', '*1\r\n$1\r\na\r\n', '$-1\r\n', '+OK\r\n']) {
      const { cache } = await withFake(greeting(() => answer))
      await until(async () => (await cache.get('k', 60)) === 'miss')
    }
  })

  it('holds no request up when it hangs, and is given up', async () => {
    const world = await withFake(greeting(() => 'hang'))
    expect(await world.cache.get('k', 60)).toBe('unavailable')
    const rest = await Promise.all(Array.from({ length: 100 }, async () => await world.cache.get('k', 60)))
    expect(new Set(rest)).toEqual(new Set(['unavailable']))
    await until(() => world.notices.length > 0)
    expect(messages(world)[0]).toMatch(/is unavailable: it (does not respond|responds too slowly)/)
  })

  it('comes back: it is tried again, and told', async () => {
    const value = encodeEntry(entry('kept', { storedAt: Date.now() }))
    const world = await withFake(greeting(() => 'close'))
    await world.cache.get('k', 60)
    world.fake.answer(greeting(() => bulk(value)))
    await until(async () => (await world.cache.get('k', 60)) !== 'unavailable')
    expect(world.notices).toMatchObject([{ available: false }, { available: true }])
    expect(world.fake.open()).toBe(1)
  })
})

describe('A server that is full', () => {
  it('is read all the same, written to again after a rest, and told once each way', async () => {
    const value = encodeEntry(entry('kept', { storedAt: Date.now() }))
    let full = true
    const world = await withFake(
      greeting(command =>
        command === 'GET'
          ? bulk(value)
          : full
            ? "-OOM command not allowed when used memory > 'maxmemory'.\r\n"
            : '+OK\r\n',
      ),
    )
    for (let time = 0; time < 3; time += 1) await world.cache.set('k', entry('x'), 60)
    expect(world.fake.commands.filter(command => command === 'SET')).toHaveLength(1)
    await until(async () => typeof (await world.cache.get('k', 60)) !== 'string')
    full = false
    await until(async () => {
      await world.cache.set('k', entry('x'), 60)
      return world.notices.length === 2
    })
    expect(world.notices).toMatchObject([{ available: false }, { available: true }])
    expect(messages(world)[0]).toContain('accepts no cache writes: it rejects them (OOM)')
  })
})

describe('A password', () => {
  it('is sent, and never told when it is refused', async () => {
    const sent: (readonly string[])[] = []
    const world = await withFake((command, args) => {
      if (command !== 'AUTH') return '+OK\r\n'
      sent.push(args)
      return `-WRONGPASS invalid username-password pair ${args.join(' ')}\r\n`
    }, 'top-secret')
    expect(sent).toEqual([['top-secret']])
    expect(messages(world)[0]).toContain('it rejects the password (WRONGPASS)')
    expect(JSON.stringify(world.notices)).not.toContain('top-secret')
  })
})

describe('rediss:', () => {
  it('begins with a handshake, and a server that knows none is away', async () => {
    const fake = await runFakeRedis(() => 'close')
    open.closeLater(fake.stop)
    const pending = open.cacheAt(fake.address.replace('redis:', 'rediss:'))
    await until(() => fake.firstBytes() !== undefined)
    // The first byte of a TLS record that shakes hands.
    expect(fake.firstBytes()?.[0]).toBe(0x16)
    await fake.stop()
    expect((await pending).notices).toMatchObject([{ available: false }])
  })
})

describe('Nobody', () => {
  it('listens there: the gateway goes on without a cache, and hears the cause', async () => {
    const world = await open.cacheAt(`redis://127.0.0.1:${await freePort()}`)
    expect(await world.cache.get('k', 60)).toBe('unavailable')
    expect(messages(world)[0]).toContain('(ECONNREFUSED)')
  })
})
