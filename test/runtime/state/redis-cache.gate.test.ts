// The same contract on a real server, and the stored keys and values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openIovalkey } from '../../../runtime/stores/redis/open-iovalkey.ts'
import { parseRedisAddress } from '../../../runtime/stores/redis/redis-address.ts'
import { createRedisCache } from '../../../runtime/stores/redis/redis-cache.ts'
import { createResilientRedis, REDIS_TIMEOUTS } from '../../../runtime/stores/redis/resilient-client.ts'
import { isListening, removeKeys, TEST_REDIS, testClient, uniquePrefix } from '../../support/test-redis.ts'
import { cacheContract, entry } from './cache-contract.ts'

const present = await isListening()
if (!present) console.warn(`No Redis listens at ${TEST_REDIS}: its tests are skipped.`)

describe.skipIf(!present)('service: Redis', () => {
  const keys = uniquePrefix()
  let now = 0
  const redis = present
    ? createResilientRedis(
        openIovalkey,
        () => parseRedisAddress(TEST_REDIS),
        nodePorts().clock,
        () => {},
        // Timing on a busy machine is not under test.
        { ...REDIS_TIMEOUTS, response: 10_000, unresponsive: 10_000 },
      )
    : undefined
  const store = redis && createRedisCache(redis, { now: () => now, monotonic: () => now }, () => {}, keys)
  let client: Awaited<ReturnType<typeof testClient>>
  beforeAll(async () => {
    await redis?.firstAttempt
    client = await testClient()
  })
  afterAll(async () => {
    await removeKeys(client, keys)
    client.disconnect()
    await store?.close()
  })

  cacheContract(async () => {
    if (store === undefined) throw new Error('No Redis.')
    return {
      store,
      setNow: moment => {
        now = moment
      },
    }
  })

  it('lets the server forget an entry after max_age seconds', async () => {
    await store?.set('short', entry('x'), 60)
    const left = await client.ttl(`${keys}short`)
    expect([left > 0, left <= 60]).toEqual([true, true])
  })

  it.each<readonly [string, (key: string) => Promise<unknown>]>([
    ['nothing at all', key => client.set(key, '')],
    ['text of somebody else', key => client.set(key, 'hello\nworld')],
    ['a line of JSON that is none of ours', key => client.set(key, '{"format":1}\n{}')],
    ['JSON without a line', key => client.set(key, '{"format":1}')],
    ['bytes', key => client.set(key, Buffer.from([0xff, 0x0a, 0x00]))],
    ['a list', key => client.rpush(key, 'a', 'b')],
    ['a set', key => client.sadd(key, 'a')],
    ['a hash', key => client.hset(key, 'a', 'b')],
    [
      'the beginning of an entry',
      async key => {
        await store?.set('whole', entry('the body'), 60)
        const whole = await client.getBuffer(`${keys}whole`)
        await client.set(key, whole?.subarray(0, -1) ?? '')
      },
    ],
    [
      'an entry of another format',
      async key => {
        await store?.set('whole', entry('the body'), 60)
        const whole = (await client.get(`${keys}whole`)) ?? ''
        await client.set(key, whole.replace('"format":1', '"format":2'))
      },
    ],
    [
      'an entry with a header that could not be sent',
      async key => {
        await store?.set('whole', entry('the body'), 60)
        const whole = (await client.get(`${keys}whole`)) ?? ''
        await client.set(key, whole.replace('application/json', 'a\\r\\nset-cookie: x'))
      },
    ],
  ])('finds nothing where %s lies, goes on, and writes over it', async (title, put) => {
    now = 0
    const name = title.replaceAll(' ', '-')
    await put(`${keys}${name}`)
    expect(await store?.get(name, 60)).toBe('miss')
    await store?.set(name, entry('ours'), 60)
    expect(await store?.get(name, 60)).toMatchObject({ status: 200 })
  })
})
