// Rests of members among threads and among processes with a Redis.
import { afterAll, describe, expect, it } from 'vitest'
import { createPools } from '../../../runtime/pools/create-pools.ts'
import { isRefusal, type PoolHealth, type ShareRests } from '../../../runtime/pools/pool-health.ts'
import type { RedisValue } from '../../../runtime/stores/redis/redis-connection.ts'
import { createRedisRests, REST_SCRIPT } from '../../../runtime/stores/redis/redis-rests.ts'
import { createWorkerRests } from '../../../runtime/workers/worker-state.ts'
import { freePort, hasRedisServer, startRedis, testClient } from '../../support/test-redis.ts'
import { settle, virtualClock } from '../../support/virtual-clock.ts'
import { closeThreads, openThreads } from '../workers/threads.ts'
import { drawsOf, planOf } from './pool-harness.ts'

afterAll(closeThreads)

type Clock = ReturnType<typeof virtualClock>

/** Pools of one runtime, and whether `a` is called there now. */
async function openRuntime(clock: Clock, share: ShareRests, seed: number) {
  const pools = createPools({ clock, random: drawsOf(seed) })
  await pools.share(share)
  const health: PoolHealth = pools.pool('claude', planOf({ a: {}, b: {}, c: {} }))
  const call = (member: number, status: number, headers: readonly string[] = [], model = 'm'): void => {
    const choice = health.choose({ ...REQUEST, model, isExcluded: place => place !== member })
    if (isRefusal(choice)) throw new Error('The member is not called.')
    choice.lease.answered(status, headers)
    choice.lease.ended({ result: status < 400 ? 'succeeded' : 'failed', status })
  }
  const calls = (): boolean => health.status()[0]?.state === 'ready'
  return { call, calls, ask: () => void health.choose({ ...REQUEST, isExcluded: () => true }) }
}

const REQUEST = { model: 'm', session: undefined, tokens: 1, stream: true, isExcluded: () => false }

type Runtime = Awaited<ReturnType<typeof openRuntime>>

describe('Rests of members are known to all threads', () => {
  const open = async () => {
    const clock = virtualClock()
    const rests: ReturnType<typeof createWorkerRests>[] = []
    const { peers } = openThreads(clock, 3, { rest: (worker, rest) => rests[worker]?.apply(rest) })
    rests.push(...peers.map(createWorkerRests))
    const start = (worker: number): Promise<Runtime> => {
      const share = rests[worker]?.share
      if (share === undefined) throw new Error('There is no such worker.')
      return openRuntime(clock, share, worker)
    }
    const arrived = async () => void (await Promise.all(peers.map(peer => peer.settled())))
    return { clock, start, arrived }
  }

  it('begin and end everywhere, in threads that start later too', async () => {
    const { clock, start, arrived } = await open()
    const [first, second] = [await start(0), await start(1)]
    first.call(0, 429, ['retry-after', '30'])
    await arrived()
    const third = await start(2)
    third.ask()
    await arrived()
    await arrived()
    expect([first, second, third].map(each => each.calls())).toEqual([false, false, false])
    await clock.advance(30_001)
    second.call(0, 200)
    await arrived()
    expect([first, second, third].map(each => each.calls())).toEqual([true, true, true])
    third.call(0, 200, ['x-ratelimit-remaining-tokens', '0', 'x-ratelimit-reset-tokens', '5s'])
    await arrived()
    expect([first, second, third].map(each => each.calls())).toEqual([false, false, false])
    await clock.advance(5000)
    expect([first, second, third].map(each => each.calls())).toEqual([true, true, true])
  })
})

/** What the script does, of a server whose clock is that of the test. */
function createServer(clock: Clock) {
  const hashes = new Map<string, Map<string, { ends: number; flags: string }>>()
  let isAway = false
  return {
    count: (): number => hashes.values().reduce((sum, { size }) => sum + size, 0),
    away: (away: boolean): void => {
      isAway = away
    },
    call: async (_: string, args: readonly (string | Uint8Array)[]) => {
      const [script, , key = '', field = '', lasts, flags = ''] = args.map(String)
      if (isAway) return undefined
      if (script !== REST_SCRIPT) throw new Error('Not the script of rests.')
      const hash = hashes.get(key) ?? new Map<string, { ends: number; flags: string }>()
      hashes.set(key, hash)
      const now = clock.now()
      if (field !== '' && Number(lasts) === 0) hash.delete(field)
      else if (field !== '' && (hash.get(field)?.ends ?? 0) < now + Number(lasts))
        hash.set(field, { ends: now + Number(lasts), flags: flags })
      for (const [name, { ends }] of hash) if (ends <= now) hash.delete(name)
      const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
      const value: RedisValue = [...hash].map(([name, each]) => [
        bytes(name),
        each.ends,
        each.ends - now,
        bytes(each.flags),
      ])
      return { value }
    },
  }
}

describe('Rests of members are shared by processes with a Redis', () => {
  const open = async () => {
    const clock = virtualClock()
    const server = createServer(clock)
    const share = createRedisRests(server, 'gateway', text => String(text))
    return {
      clock,
      server,
      first: await openRuntime(clock, share, 1),
      second: await openRuntime(clock, share, 2),
    }
  }

  it('begin within a second of use, and end when one process has had a reply', async () => {
    const { clock, first, second } = await open()
    first.call(0, 429, ['retry-after', '30'])
    second.ask()
    await settle()
    expect([first.calls(), second.calls()]).toEqual([false, false])
    await clock.advance(10_000)
    first.ask()
    second.ask()
    await settle()
    expect(second.calls()).toBe(false)
    await clock.advance(20_001)
    expect(second.calls()).toBe(false)
    second.call(0, 200)
    await settle()
    first.ask()
    await settle()
    first.call(0, 200)
    expect([first.calls(), second.calls()]).toEqual([true, true])
  })

  it('are of a thousand models that do not exist at most, and of none with an endless name', async () => {
    const { server, first, second } = await open()
    first.call(0, 404, [], 'x'.repeat(1000))
    await settle()
    expect(server.count()).toBe(0)
    for (let count = 0; count < 1100; count += 1) {
      first.call(0, 404, [], `unknown-${count}`)
      await settle()
    }
    expect(server.count()).toBe(1000)
    first.call(0, 429, ['retry-after', '20'])
    await settle()
    second.ask()
    await settle()
    expect(second.calls()).toBe(false)
  })

  it('are learnt by each process, and no call fails, while Redis is away', async () => {
    const { clock, server, first, second } = await open()
    server.away(true)
    first.call(0, 429, ['retry-after', '30'])
    second.ask()
    await settle()
    expect([first.calls(), second.calls()]).toEqual([false, true])
    second.call(0, 200)
    server.away(false)
    first.call(1, 429, ['retry-after', '30'])
    await clock.advance(1000)
    second.ask()
    await settle()
    expect(second.calls()).toBe(true)
  })
})

describe.skipIf(!hasRedisServer())('service: the script of rests on a Redis', () => {
  it('returns what rests, with the later end of two, until it is over or withdrawn', async () => {
    const port = await freePort()
    const server = await startRedis(port)
    const client = await testClient(`redis://127.0.0.1:${port}`)
    try {
      const run = async (...args: readonly string[]) => {
        const entries = await client.call('EVAL', REST_SCRIPT, '1', 'rests', ...args)
        return (entries as [string, number, number, string][]).map(([field, ends, left, flags]) => {
          expect(ends).toBeGreaterThan(1.7e12)
          return [String(field), Math.ceil(left / 10_000), String(flags)]
        })
      }
      expect(await run('', '0', '')).toEqual([])
      expect(await run('a m', '20000', '010')).toEqual([['a m', 2, '010']])
      expect(await run('a m', '10000', '210')).toEqual([['a m', 2, '010']])
      expect((await run('b', '30000', '110')).length).toBe(2)
      expect(await run('a m', '0', '')).toEqual([['b', 3, '110']])
      expect(await client.call('PTTL', 'rests')).toBeGreaterThan(20_000)
    } finally {
      client.disconnect()
      await server.kill()
    }
  })
})
