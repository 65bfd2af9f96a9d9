// The contract of sessions on a real Redis, and what becomes of them while it is away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
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
    const store = createRedisSessions(flaky, 'away', virtualClock())
    const other = createRedisSessions(connected(1), 'away', virtualClock())
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
