// The contract of sessions on a real Redis, and what becomes of them while it is away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { type SessionStore, UNREACHABLE } from '../../../runtime/state/session-store.ts'
import { openIovalkey } from '../../../runtime/stores/redis/open-iovalkey.ts'
import { parseRedisAddress } from '../../../runtime/stores/redis/redis-address.ts'
import { createRedisSessions } from '../../../runtime/stores/redis/redis-sessions.ts'
import {
  createResilientRedis,
  REDIS_TIMEOUTS,
  type RedisClient,
} from '../../../runtime/stores/redis/resilient-client.ts'
import {
  freePort,
  hasRedisServer,
  type RedisProcess,
  startRedis,
  testClient,
} from '../../support/test-redis.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { sessionContract } from './session-contract.ts'

describe.skipIf(!hasRedisServer())('service: Redis', () => {
  let server: RedisProcess
  let client: Awaited<ReturnType<typeof testClient>>
  let connections: readonly RedisClient[] = []
  beforeAll(async () => {
    const port = await freePort()
    server = await startRedis(port)
    const address = `redis://127.0.0.1:${port}`
    client = await testClient(address)
    const timeouts = { ...REDIS_TIMEOUTS, response: 10_000, unresponsive: 10_000 }
    connections = [1, 2].map(() =>
      createResilientRedis(
        openIovalkey,
        () => parseRedisAddress(address),
        nodePorts().clock,
        () => {},
        timeouts,
      ),
    )
    await Promise.all(connections.map(each => each.firstAttempt))
  })
  afterAll(async () => {
    for (const each of connections) each.close()
    client?.disconnect()
    await server?.kill()
  })

  /** Passes on to a connection that is there when it is used. */
  const connected = (index: number): Pick<RedisClient, 'call'> => ({
    call: (...args) => (connections[index] as RedisClient).call(...args),
  })
  let stages = 0
  /** The server's own clock stands still for tests: lifetimes are shortened by what is to pass. */
  const pass = async (gateway: string, seconds: number): Promise<void> => {
    for (const key of await client.keys(`portolan:mcp:${gateway}:*`)) {
      const left = await client.pttl(key)
      if (left <= seconds * 1000) await client.del(key)
      else await client.pexpire(key, left - seconds * 1000)
    }
  }
  sessionContract(
    'in a Redis',
    () => {
      stages += 1
      const gateway = `stage${stages}`
      const clock = virtualClock()
      return {
        store: createRedisSessions(connected(0), gateway, clock),
        other: createRedisSessions(connected(1), gateway, clock),
        pass: seconds => pass(gateway, seconds),
      }
    },
    60,
  )

  it('of a process are its own while the Redis is away, and what others remove afterwards is gone', async () => {
    let isAway = true
    const flaky: Pick<RedisClient, 'call'> = {
      call: (...args) => (isAway ? Promise.resolve(undefined) : connected(0).call(...args)),
    }
    const clock = virtualClock()
    const store = createRedisSessions(flaky, 'away', clock)
    const other = createRedisSessions(connected(1), 'away', clock)
    await store.set('key', 'old', 60)
    expect(await store.get('key')).toBe('old')
    isAway = false
    expect(await store.get('key')).toBe('old')
    await store.set('key', 'new', 60)
    expect(await other.get('key')).toBe('new')
    await other.remove('key')
    expect(await store.get('key')).toBeUndefined()
  })
})

/** A Redis of one text by key, in memory, which can be away. */
function scriptedRedis() {
  const texts = new Map<string, string>()
  const state = { isAway: false }
  const call = async (command: string, [key = '', text]: readonly (string | Uint8Array)[]) => {
    if (state.isAway) return undefined
    const name = String(key)
    if (command === 'GET') {
      const found = texts.get(name)
      return { value: found === undefined ? null : new TextEncoder().encode(found) }
    }
    if (command === 'SET') texts.set(name, String(text))
    if (command === 'DEL') texts.delete(name)
    return { value: 1n }
  }
  return { state, redis: { call } as unknown as Pick<RedisClient, 'call'> }
}

describe('a session while the Redis does not answer', () => {
  it('is served from what its process has written or read, and is unknown to others, not gone', async () => {
    const { state, redis } = scriptedRedis()
    const clock = virtualClock()
    const [writer, reader, stranger] = [1, 2, 3].map(() => createRedisSessions(redis, 'a', clock)) as [
      SessionStore,
      SessionStore,
      SessionStore,
    ]
    await writer.set('key', 'text', 60)
    expect(await reader.get('key')).toBe('text')
    state.isAway = true
    expect(await writer.get('key')).toBe('text')
    expect(await reader.get('key')).toBe('text')
    expect(await stranger.get('key')).toBe(UNREACHABLE)
    expect(await stranger.push('box', 'message', 60)).toBe(false)
  })

  it('that was opened meanwhile is written when the Redis is back, so that others find it', async () => {
    const { state, redis } = scriptedRedis()
    const clock = virtualClock()
    const store = createRedisSessions(redis, 'a', clock)
    const other = createRedisSessions(redis, 'a', clock)
    state.isAway = true
    await store.set('key', 'text', 60)
    await store.set('removed', 'text', 60)
    await store.remove('removed')
    await clock.advance(5_000)
    state.isAway = false
    await clock.advance(2_000)
    expect(await other.get('key')).toBe('text')
    expect(await other.get('removed')).toBeUndefined()
    await other.remove('key')
    expect(await store.get('key')).toBeUndefined()
  })
})
