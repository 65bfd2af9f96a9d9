// The contract of counters on a real server, and what only several processes can show.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slidingRule } from '../../../runtime/limits/counter-rule.ts'
import { CounterGroup, type LimitCounter, type LimitCounters } from '../../../runtime/limits/counters.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openIovalkey } from '../../../runtime/stores/redis/open-iovalkey.ts'
import { parseRedisAddress } from '../../../runtime/stores/redis/redis-address.ts'
import { createRedisCounters } from '../../../runtime/stores/redis/redis-counters.ts'
import {
  createResilientRedis,
  REDIS_TIMEOUTS,
  type RedisClient,
} from '../../../runtime/stores/redis/resilient-client.ts'
import { isListening, removeKeys, TEST_REDIS, testClient, uniquePrefix } from '../../support/test-redis.ts'
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts'
import { amounts, counterContract } from './counter-contract.ts'

const present = await isListening()
if (!present) console.warn(`No Redis listens at ${TEST_REDIS}: its tests are skipped.`)

const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const randomId = (): string => randomUUID().replaceAll('-', '')

describe.skipIf(!present)('service: Redis', () => {
  const prefix = uniquePrefix()
  const host = nodePorts()
  const attend = () =>
    createResilientRedis(
      openIovalkey,
      () => parseRedisAddress(TEST_REDIS),
      host.clock,
      () => {},
      // Timing on a busy machine is not under test.
      { ...REDIS_TIMEOUTS, response: 10_000, unresponsive: 10_000 },
    )
  const connections = present ? [attend(), attend()] : []
  let client: Awaited<ReturnType<typeof testClient>>
  let stages = 0
  beforeAll(async () => {
    await Promise.all(connections.map(each => each.firstAttempt))
    client = await testClient()
  })
  afterAll(async () => {
    await removeKeys(client, prefix)
    client.disconnect()
    for (const each of connections) each.close()
  })

  /** A server whose clock is that of the test, and which knows no script by its hash. */
  const timed = (clock: VirtualClock, running: Set<Promise<unknown>>): Pick<RedisClient, 'call'> => ({
    call: (command, args, limit) => {
      if (command === 'EVALSHA') return Promise.resolve({ errorCode: 'NOSCRIPT' })
      const time = `{'${Math.floor(clock.now() / 1000)}', '${(clock.now() % 1000) * 1000}'}`
      const [script, ...others] = args
      const fixed = String(script).replace("redis.call('TIME')", time)
      const [redis] = connections
      if (redis === undefined) throw new Error('There is no Redis.')
      const reply = redis.call(command, [fixed, ...others], limit)
      running.add(reply)
      void reply.finally(() => running.delete(reply))
      return reply
    },
  })
  counterContract(() => {
    stages += 1
    const clock = virtualClock()
    const running = new Set<Promise<unknown>>()
    const counters = createRedisCounters(
      timed(clock, running),
      `g${stages}`,
      // A report every five seconds of days that pass at once is not under test.
      { clock: { ...clock, after: () => () => {} }, hash, randomId },
      () => {},
      `${prefix}${stages}:`,
    )
    return {
      clock,
      counters,
      arrived: async () => {
        // The script is sent after the hash was refused.
        await new Promise(setImmediate)
        await Promise.all(running)
        await new Promise(setImmediate)
      },
    }
  }, 60)

  const counter = (value: number): LimitCounter => ({
    key: 'shared',
    tag: 'test',
    rule: slidingRule({ unit: 'rpm', value }),
    measure: 'requests',
  })
  const processes = (
    gateway: string,
    calls: readonly Pick<RedisClient, 'call'>[],
  ): readonly LimitCounters[] =>
    calls.map(each => createRedisCounters(each, gateway, { ...host, hash }, () => {}, `${prefix}${gateway}:`))

  it('processes together admit as many as fit, however many ask at once', async () => {
    const fleet = processes('fleet', connections)
    const results = await Promise.all(
      Array.from({ length: 200 }, (_each, index) =>
        fleet[index % fleet.length]?.reserve(new CounterGroup([counter(50)]), amounts(1)),
      ),
    )
    expect(results.filter(result => result?.granted === true)).toHaveLength(50)
  })

  it('without the server each process admits its share, says so once, and counted along before', async () => {
    const gateway = 'alone'
    let isAway = false
    const events: (readonly [boolean, string])[] = []
    const breakable = connections.map(
      ({ call }): Pick<RedisClient, 'call'> => ({
        call: (...args) => (isAway ? Promise.resolve(undefined) : call(...args)),
      }),
    )
    const fleet = breakable.map(each =>
      createRedisCounters(
        each,
        gateway,
        { ...host, hash },
        (...event) => void events.push(event),
        `${prefix}${gateway}:`,
      ),
    )
    const [first, second] = fleet
    if (first === undefined || second === undefined) throw new Error('There is no Redis.')
    const admits = async (counters: LimitCounters, times: number): Promise<number> => {
      let count = 0
      for (let time = 0; time < times; time += 1)
        if ((await counters.reserve(new CounterGroup([counter(10)]), amounts(1))).granted) count += 1
      return count
    }
    // Both have reported themselves; the second knows of the first.
    expect([await admits(first, 1), await admits(second, 2)]).toEqual([1, 2])
    isAway = true
    expect(await admits(second, 20)).toBe(3)
    // What is refused names the share.
    expect(await second.reserve(new CounterGroup([counter(10)]), amounts(1))).toMatchObject({
      granted: false,
      limits: [5],
    })
    expect(events).toEqual([[false, 'it does not answer in time']])
    isAway = false
    expect(await admits(second, 1)).toBe(1)
    expect(events).toHaveLength(2)
  })

  it('a process without calls has its share', async () => {
    const [redis] = connections
    if (redis === undefined) throw new Error('There is no Redis.')
    const clock = virtualClock()
    const idle = createRedisCounters(redis, 'idle', { ...host, hash, clock }, () => {}, `${prefix}idle:`)
    const key = `${prefix}idle:{idle}:processes`
    const reported = async (): Promise<number> => await client.zcard(key)
    expect(await reported()).toBe(0)
    await clock.advance(5_000)
    await expect.poll(reported).toBe(1)
    await idle.close()
  })

  it('keys disappear by themselves, and none shows what was counted', async () => {
    const [counters] = processes('keys', connections.slice(0, 1))
    const secret = { ...counter(5), key: 'policy:["ann@example.com"]', measure: 'tokens' as const }
    await counters?.reserve(new CounterGroup([secret]), amounts(1))
    const found: string[] = []
    for await (const page of client.scanStream({ match: `${prefix}keys:*` }))
      found.push(...(page as string[]))
    const counted = found.filter(key => !key.endsWith(':processes'))
    expect(counted).toHaveLength(2)
    for (const key of counted) {
      expect(key).toMatch(/\{test\}:[0-9a-f]{32}(:estimates)?$/)
      expect(await client.pttl(key)).toBeGreaterThan(60_000)
    }
  })
})
