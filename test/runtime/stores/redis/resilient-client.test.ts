// A Redis that is slow, unresponsive, gone or back: calls return quickly, and each change is reported once.
import { describe, expect, it } from 'vitest'
import type { RedisAddress } from '../../../../runtime/stores/redis/redis-address.ts'
import type {
  OpenRedis,
  RedisConnection,
  RedisReply,
} from '../../../../runtime/stores/redis/redis-connection.ts'
import { createResilientRedis, REDIS_TIMEOUTS } from '../../../../runtime/stores/redis/resilient-client.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'

const ADDRESS: RedisAddress = {
  host: 'h',
  port: 1,
  database: 0,
  user: undefined,
  password: undefined,
  tls: false,
}
/** How the server answers: at once, after so many milliseconds, or never. */
type Behaviour = RedisReply | number | 'silence'

/** A server on the virtual clock. What it does can be changed at any time. */
function server() {
  const clock = virtualClock()
  const state = {
    /** Of opening a connection. */
    opens: true as boolean | 'silence',
    greets: { value: new Uint8Array() } as Behaviour,
    answers: { value: 1 } as Behaviour,
  }
  const reported: (readonly [boolean, string])[] = []
  const commands: string[] = []
  const connections: { lost: () => void; closed: boolean }[] = []
  const answer = (behaviour: Behaviour): Promise<RedisReply> => {
    if (behaviour === 'silence') return new Promise(() => {})
    if (typeof behaviour !== 'number') return Promise.resolve(behaviour)
    return new Promise(resolve => void clock.after(behaviour, () => resolve({ value: 1 })))
  }
  const open: OpenRedis = (_address, _patience, lost) => {
    if (state.opens === 'silence') return new Promise(() => {})
    if (!state.opens) return Promise.resolve('the connection failed (ECONNREFUSED)')
    const connection = { lost, closed: false }
    connections.push(connection)
    const opened: RedisConnection = {
      send: command => {
        commands.push(command)
        return answer(command === 'GET' || command === 'SET' ? state.answers : state.greets)
      },
      close: () => {
        connection.closed = true
      },
    }
    return Promise.resolve(opened)
  }
  const attend = (address: RedisAddress | string = ADDRESS) =>
    createResilientRedis(
      open,
      () => address,
      clock,
      (available, reason) => void reported.push([available, reason]),
    )
  return { clock, state, reported, commands, connections, attend }
}
const started = async () => {
  const world = server()
  const redis = world.attend()
  await redis.firstAttempt
  return { ...world, redis }
}

describe('A server that answers', () => {
  it('is asked, and nothing is told', async () => {
    const { redis, reported } = await started()
    expect(await redis.call('GET', ['k'])).toEqual({ value: 1 })
    expect(reported).toEqual([])
  })

  it.each<readonly [string, Partial<RedisAddress>, readonly string[]]>([
    ['without a password', {}, ['PING']],
    ['with a password', { password: 'p' }, ['AUTH', 'PING']],
    ['with another database', { user: 'u', password: 'p', database: 3 }, ['AUTH', 'SELECT', 'PING']],
  ])('is greeted first, %s', async (_title, more, expected) => {
    const { attend, commands } = server()
    await attend({ ...ADDRESS, ...more }).firstAttempt
    expect(commands).toEqual(expected)
  })
})

describe('A server that is slow', () => {
  it('holds a request up for 50 ms and no longer', async () => {
    const { redis, state, clock } = await started()
    state.answers = 51
    const asked = redis.call('GET', ['k'])
    let answered = false
    void asked.then(() => {
      answered = true
    })
    await clock.advance(REDIS_TIMEOUTS.response - 1)
    expect(answered).toBe(false)
    await clock.advance(1)
    expect([answered, await asked]).toEqual([true, undefined])
  })

  it('holds nobody up behind an answer that is overdue', async () => {
    const { redis, state, clock, commands } = await started()
    state.answers = 200
    void redis.call('GET', ['k'])
    await clock.advance(60)
    const before = commands.length
    expect(await redis.call('GET', ['k'])).toBeUndefined()
    expect(commands).toHaveLength(before)
    await clock.advance(150)
    state.answers = { value: 2 }
    expect(await redis.call('GET', ['k'])).toEqual({ value: 2 })
  })

  it('rests after three late answers in a row, however many were asked at once', async () => {
    const { redis, state, clock, reported } = await started()
    state.answers = 60
    for (let round = 0; round < 2; round += 1) {
      for (let each = 0; each < 10; each += 1) void redis.call('GET', ['k'])
      await clock.advance(100)
    }
    expect(reported).toEqual([])
    void redis.call('GET', ['k'])
    await clock.advance(50)
    expect(reported).toEqual([[false, 'it responds too slowly']])
  })

  it('is forgiven when an answer comes in time', async () => {
    const { redis, state, clock, reported } = await started()
    for (let round = 0; round < 10; round += 1) {
      state.answers = 60
      void redis.call('GET', ['k'])
      await clock.advance(100)
      state.answers = { value: 1 }
      await redis.call('GET', ['k'])
    }
    expect(reported).toEqual([])
  })

  it('may take a second for what nobody waits for', async () => {
    const { redis, state, clock, reported } = await started()
    state.answers = 900
    const asked = redis.call('SET', ['k', 'v'], REDIS_TIMEOUTS.unresponsive)
    await clock.advance(900)
    expect([await asked, reported]).toEqual([{ value: 1 }, []])
  })

  it('is given up after a second of silence, and its connection closed', async () => {
    const { redis, state, clock, reported, connections } = await started()
    state.answers = 'silence'
    void redis.call('GET', ['k'])
    await clock.advance(999)
    expect(reported).toEqual([])
    await clock.advance(1)
    expect(reported).toEqual([[false, 'it does not respond']])
    expect(connections[0]?.closed).toBe(true)
  })
})

describe('A server that goes and comes back', () => {
  it('is told once each way, and nobody waits meanwhile', async () => {
    const { redis, state, clock, reported, connections } = await started()
    state.opens = false
    connections[0]?.lost()
    expect(await redis.call('GET', ['k'])).toBeUndefined()
    await clock.advance(120_000)
    state.opens = true
    await clock.advance(REDIS_TIMEOUTS.maxBackoff)
    expect(await redis.call('GET', ['k'])).toEqual({ value: 1 })
    expect(reported).toEqual([
      [false, 'it closed the connection'],
      [true, ''],
    ])
  })

  it('is tried after 1, 2, 4, 8, 16, 30, 30 … seconds', async () => {
    const world = server()
    world.state.opens = false
    const redis = world.attend()
    await redis.firstAttempt
    await settle()
    const rests: number[] = []
    for (let time = 0; time < 8; time += 1) {
      const before = world.clock.now()
      await world.clock.next()
      rests.push((world.clock.now() - before) / 1000)
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  it('rests longer each time where it is greeted and then does not answer', async () => {
    const { redis, state, clock, reported } = await started()
    state.answers = 'silence'
    for (let second = 0; second < 300; second += 1) {
      void redis.call('GET', ['k'])
      await clock.advance(1000)
    }
    // Told at each greeting, of which there are few.
    expect(reported.length).toBeLessThan(30)
    state.answers = { value: 1 }
    await clock.advance(31_000)
    expect(await redis.call('GET', ['k'])).toEqual({ value: 1 })
  })

  it('is away when it was never there', async () => {
    const { state, attend, reported } = server()
    state.opens = false
    const redis = attend()
    await redis.firstAttempt
    expect(await redis.call('GET', ['k'])).toBeUndefined()
    expect(reported).toEqual([[false, 'the connection failed (ECONNREFUSED)']])
  })

  it.each<readonly [string, (state: ReturnType<typeof server>['state']) => void]>([
    ['opens nothing', state => (state.opens = 'silence')],
    ['says nothing', state => (state.greets = 'silence')],
  ])('is waited for at most a second when it %s', async (_title, hang) => {
    const { state, attend, reported, clock } = server()
    hang(state)
    const redis = attend()
    await clock.advance(1000)
    await redis.firstAttempt
    expect(reported).toEqual([[false, 'it does not respond']])
  })

  it.each<readonly [RedisReply, string]>([
    [{ errorCode: 'WRONGPASS' }, 'it rejects the password (WRONGPASS)'],
    ['lost', 'it closed the connection, or does not speak the Redis protocol'],
  ])('is left when its greeting is %j', async (greets, reason) => {
    const { state, attend, reported, connections } = server()
    state.greets = greets
    await attend({ ...ADDRESS, password: 'secret' }).firstAttempt
    expect(reported).toEqual([[false, reason]])
    expect(connections[0]?.closed).toBe(true)
  })

  it('is not tried any more once it is closed', async () => {
    const { redis, connections, clock, reported } = await started()
    redis.close()
    connections[0]?.lost()
    await clock.advance(100_000)
    expect([connections.length, connections[0]?.closed, reported]).toEqual([1, true, []])
  })

  it('does not leave a connection open that comes too late', async () => {
    const { redis, connections, clock, state } = await started()
    state.greets = 1500
    connections[0]?.lost()
    // The second one is greeted from the first second on, and would be open from the third.
    await clock.advance(3900)
    expect(connections.map(({ closed }) => closed)).toEqual([true, true])
    expect(await redis.call('GET', ['k'])).toBeUndefined()
  })
})
