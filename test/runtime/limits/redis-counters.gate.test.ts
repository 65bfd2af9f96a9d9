// The contract of counters on a real server, and what only several processes can show.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slidingRule } from '../../../runtime/limits/counter-rule.ts'
import { CounterGroup, type LimitCounter, type LimitCounters } from '../../../runtime/limits/counters.ts'
import { WHOLE } from '../../../runtime/limits/fleet/counter-store.ts'
import { createFleetCounters } from '../../../runtime/limits/fleet/fleet-counters.ts'
import type { OnSharedCounting } from '../../../runtime/limits/fleet/store-link.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { LIMIT_SCRIPT } from '../../../runtime/stores/redis/limit-script.ts'
import { openIovalkey } from '../../../runtime/stores/redis/open-iovalkey.ts'
import { parseRedisAddress } from '../../../runtime/stores/redis/redis-address.ts'
import { createRedisCounterStore } from '../../../runtime/stores/redis/redis-counter-store.ts'
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
      { ...REDIS_TIMEOUTS, response: 10_000, inLine: 10_000, unresponsive: 10_000 },
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

  type Line = Pick<RedisClient, 'callInLine' | 'isOpen' | 'connections'>
  /** A server whose clock is that of the test; scripts are not named by their hash. */
  const timed = (clock: VirtualClock, running: Set<Promise<unknown>>): Line => ({
    isOpen: () => true,
    connections: () => 1,
    callInLine: (_command, args, limit) => {
      const time = `{'${Math.floor(clock.now() / 1000)}', '${(clock.now() % 1000) * 1000}'}`
      const others = args.slice(1)
      const fixed = LIMIT_SCRIPT.replace("redis.call('TIME')", time)
      const [redis] = connections
      if (redis === undefined) throw new Error('There is no Redis.')
      const reply = redis.call('EVAL', [fixed, ...others], limit)
      running.add(reply)
      void reply.finally(() => running.delete(reply))
      return reply
    },
  })
  counterContract(() => {
    stages += 1
    const clock = virtualClock()
    const running = new Set<Promise<unknown>>()
    const counters = createFleetCounters(
      createRedisCounterStore(timed(clock, running), `g${stages}`, { hash }, `${prefix}${stages}:`),
      // A report every five seconds of days that pass at once is not under test.
      { clock: { ...clock, after: () => () => {} }, randomId, endOfTurn: queueMicrotask },
      () => {},
    )
    return {
      clock,
      counters,
      arrived: async () => {
        await new Promise(setImmediate)
        await Promise.all(running)
        await new Promise(setImmediate)
      },
    }
  }, 60)

  const counter = (value: number): LimitCounter => ({
    key: 'shared',
    rule: slidingRule({ unit: 'rpm', value }),
    measure: 'requests',
  })
  const open = (gateway: string, line: Line, onSharedCounting: OnSharedCounting = () => {}): LimitCounters =>
    createFleetCounters(
      createRedisCounterStore(line, gateway, { hash }, `${prefix}${gateway}:`),
      host,
      onSharedCounting,
    )
  /** When all have their parts of what is left. */
  const processes = async (gateway: string, lines: readonly Line[]): Promise<readonly LimitCounters[]> => {
    const fleet = lines.map(each => open(gateway, each))
    await haveParts(gateway, lines.length)
    return fleet
  }
  const haveParts = async (gateway: string, count: number): Promise<void> =>
    await expect
      .poll(
        async () => {
          const members = await client.hgetall(`${prefix}${gateway}:{${gateway}}:fleet`)
          return Object.entries(members).flatMap(([name, value]) =>
            name.startsWith('m:') ? [Number(value.split(' ')[3])] : [],
          )
        },
        { timeout: 25_000 },
      )
      .toEqual(Array.from({ length: count }, () => WHOLE / count))

  it('processes together admit as many as fit, however many ask at once', async () => {
    const fleet = await processes('fleet', connections)
    const results = await Promise.all(
      Array.from({ length: 200 }, (_each, index) =>
        fleet[index % fleet.length]?.reserve(new CounterGroup([counter(50)]), amounts(1)),
      ),
    )
    expect(results.filter(result => result?.granted === true)).toHaveLength(50)
  })

  it('without the server each process admits its part of what was left, says so once, and tells the others when it is back', async () => {
    const gateway = 'alone'
    let isAway = false
    const events: (readonly [boolean, string])[] = []
    const breakable = connections.map(
      (line): Line => ({
        ...line,
        isOpen: () => !isAway,
        callInLine: (...args) => (isAway ? Promise.resolve(undefined) : line.callInLine(...args)),
      }),
    )
    const [first, second] = breakable.map(each => open(gateway, each, (...event) => void events.push(event)))
    if (first === undefined || second === undefined) throw new Error('There is no Redis.')
    await haveParts(gateway, 2)
    const admits = async (counters: LimitCounters, times: number): Promise<number> => {
      let count = 0
      for (let time = 0; time < times; time += 1)
        if ((await counters.reserve(new CounterGroup([counter(10)]), amounts(1))).granted) count += 1
      return count
    }
    expect([await admits(first, 1), await admits(second, 2)]).toEqual([1, 2])
    isAway = true
    // Seven were left at its last answer.
    expect(await admits(second, 20)).toBe(3)
    // What is refused names the part.
    expect(await second.reserve(new CounterGroup([counter(10)]), amounts(1))).toMatchObject({
      granted: false,
      limits: [3],
    })
    expect(events).toEqual([[false, 'it does not answer in time']])
    isAway = false
    await expect.poll(async () => (await admits(first, 1)) + (await admits(second, 1))).toBe(0)
    expect(await first.read(counter(10))).toBe(10)
  })

  it('keys disappear by themselves, and none shows what was counted', async () => {
    const [counters] = await processes('keys', connections.slice(0, 1))
    const secret = { ...counter(5), key: 'policy:["ann@example.com"]', measure: 'tokens' as const }
    await counters?.reserve(new CounterGroup([secret]), amounts(1))
    const found: string[] = []
    for await (const page of client.scanStream({ match: `${prefix}keys:*` }))
      found.push(...(page as string[]))
    const counted = found.filter(key => !key.endsWith(':fleet'))
    expect(counted).toHaveLength(1)
    for (const key of counted) {
      expect(key).toMatch(/\{keys\}:[0-9a-f]{32}$/)
      expect(await client.pttl(key)).toBeGreaterThan(60_000)
    }
  })
})
