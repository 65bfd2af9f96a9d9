// The contract of circuits on a real server, and what only a fleet can show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { Circuit, Circuits } from '../../../runtime/state/circuits.ts'
import { openIovalkey } from '../../../runtime/stores/redis/open-iovalkey.ts'
import { parseRedisAddress } from '../../../runtime/stores/redis/redis-address.ts'
import { createRedisCircuits } from '../../../runtime/stores/redis/redis-circuits.ts'
import {
  createResilientRedis,
  REDIS_TIMEOUTS,
  type RedisClient,
} from '../../../runtime/stores/redis/resilient-client.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import { isListening, removeKeys, TEST_REDIS, testClient, uniquePrefix } from '../../support/test-redis.ts'
import { settle, type VirtualClock, virtualClock } from '../../support/virtual-clock.ts'
import { circuitContract } from './circuit-contract.ts'

const present = await isListening()
if (!present) console.warn(`No Redis listens at ${TEST_REDIS}: its tests are skipped.`)

const RULE = { threshold: 3, cooldown: 30_000 }

describe.skipIf(!present)('service: Redis', () => {
  const keys = uniquePrefix()
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
  const redis = present ? [attend(), attend()] : []
  let client: Awaited<ReturnType<typeof testClient>>
  let stages = 0
  beforeAll(async () => {
    await Promise.all(redis.map(each => each.firstAttempt))
    client = await testClient()
  })
  afterAll(async () => {
    await removeKeys(client, keys)
    client.disconnect()
    for (const each of redis) each.close()
  })

  /** A server whose clock is that of the test. */
  const timed = (connection: RedisClient, clock: VirtualClock): Pick<RedisClient, 'call'> => ({
    call: (command, args, limit) => {
      const time = `{'${Math.floor(clock.now() / 1000)}', '${(clock.now() % 1000) * 1000}'}`
      const [script, ...others] = args
      const fixed = String(script).replace("redis.call('TIME')", time)
      return connection.call(command, script === undefined ? args : [fixed, ...others], limit)
    },
  })
  /** The circuits of one process of a fleet. */
  const processOf = (
    place: number,
    gateway: string,
    clock: VirtualClock,
    notices: GatewayEvent[] = [],
  ): Circuits => {
    const connection = redis[place]
    if (connection === undefined) throw new Error('No Redis.')
    const server = timed(connection, clock)
    return createRedisCircuits(server, gateway, clock, host, notice => void notices.push(notice), keys)
  }
  /** Waits until the server has received all commands. */
  const heard = async (): Promise<void> => {
    for (const each of redis) await each.call('PING', [])
    await new Promise(resolve => setImmediate(resolve))
  }
  const fleet = () => {
    stages += 1
    const clock = virtualClock()
    const circuits = [0, 1].map(place => processOf(place, `fleet ${stages}`, clock).circuit('a', RULE))
    const [one, other] = circuits
    if (one === undefined || other === undefined) throw new Error('Unreachable.')
    return { clock, one, other }
  }
  const failThrice = async (circuit: Circuit): Promise<void> => {
    for (let done = 0; done < 3; done += 1) circuit.fail('closed')
    await heard()
  }

  circuitContract('in a Redis', () => {
    stages += 1
    const clock = virtualClock()
    const notices: GatewayEvent[] = []
    return { clock, notices, circuits: processOf(0, `alone ${stages}`, clock, notices) }
  })

  it('counts the failures of all processes together', async () => {
    const { one, other } = fleet()
    one.fail('closed')
    one.fail('closed')
    await heard()
    expect([one.isOpen(), other.isOpen()]).toEqual([false, false])
    other.fail('closed')
    await heard()
    expect(other.isOpen()).toBe(true)
  })

  it('propagates to the others within a second', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    await clock.advance(1_000)
    other.isOpen()
    await heard()
    expect([other.isOpen(), await other.admit(), other.retryAfterMs()]).toEqual([true, 'open', 29_000])
  })

  it('lets one process of the fleet probe', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    await clock.advance(1_000)
    other.isOpen()
    await heard()
    await clock.advance(29_000)
    const admissions = await Promise.all([one.admit(), other.admit(), one.admit(), other.admit()])
    expect(admissions.filter(admission => admission === 'probe')).toHaveLength(1)
    expect(admissions.filter(admission => admission === 'open')).toHaveLength(3)
  })

  it('lets one probe, although a process without traffic did not see the circuit open', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    await clock.advance(30_000)
    const admissions = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => other.admit()))
    expect(admissions.filter(admission => admission === 'probe')).toHaveLength(1)
    expect(admissions.filter(admission => admission === 'open')).toHaveLength(9)
    expect(await one.admit()).toBe('open')
  })

  it('calls nothing through an open circuit that a process did not see open', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    await clock.advance(5_000)
    expect(await Promise.all([other.admit(), other.admit()])).toEqual(['open', 'open'])
  })

  it('asks once for all calls that wait, and not before calls of a process that has just heard', async () => {
    const clock = virtualClock()
    let asked = 0
    const server = {
      call: async () => {
        asked += 1
        return { value: [new TextEncoder().encode('closed'), 0, 0] } as never
      },
    }
    const circuit = createRedisCircuits(server, 'asked', clock, host, () => {}, keys).circuit('a', RULE)
    expect(await Promise.all([circuit.admit(), circuit.admit(), circuit.admit()])).toEqual([
      'closed',
      'closed',
      'closed',
    ])
    expect([asked, circuit.admit()]).toEqual([1, 'closed'])
    await clock.advance(1_500)
    expect([circuit.admit(), asked]).toEqual(['closed', 2])
  })

  it('lets a process probe when the clock of the server is set back by an hour', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    clock.setWallClock(-3_600_000)
    await clock.advance(30_000)
    expect(await one.admit()).toBe('probe')
    one.succeed('probe')
    await heard()
    expect(await other.admit()).toBe('closed')
  })

  it('has the time of the server, whatever the clock of a process', async () => {
    const connection = redis[0]
    if (connection === undefined) throw new Error('No Redis.')
    const circuits = [0, 1].map(() =>
      createRedisCircuits(connection, 'real time', virtualClock(), host, () => {}, keys).circuit('a', RULE),
    )
    const [one, other] = circuits
    if (one === undefined || other === undefined) throw new Error('Unreachable.')
    await failThrice(one)
    expect([await other.admit(), other.retryAfterMs() > 20_000]).toEqual(['open', true])
  })

  it('closes for all when the probe of one succeeds', async () => {
    const { clock, one, other } = fleet()
    await failThrice(one)
    await clock.advance(1_000)
    other.isOpen()
    await heard()
    await clock.advance(29_000)
    one.succeed(await one.admit())
    await heard()
    expect([await one.admit(), await other.admit(), other.isOpen()]).toEqual(['closed', 'closed', false])
  })

  it('uses local failures while the server is unavailable', async () => {
    const clock = virtualClock()
    const away = { call: () => Promise.resolve(undefined) }
    const circuit = createRedisCircuits(away, 'away', clock, host, () => {}, keys).circuit('a', RULE)
    for (let done = 0; done < 3; done += 1) circuit.fail(await circuit.admit())
    expect(await circuit.admit()).toBe('open')
    await clock.advance(30_000)
    expect(await circuit.admit()).toBe('probe')
    circuit.succeed('probe')
    expect(await circuit.admit()).toBe('closed')
  })

  it('reports once when the server rejects the script, and uses local failures', async () => {
    const clock = virtualClock()
    const notices: GatewayEvent[] = []
    let refuses = true
    const server = {
      call: async () => (refuses ? { errorCode: 'NOPERM' } : { value: [Buffer.from('closed'), 0, 0] }),
    }
    const circuits = createRedisCircuits(
      server,
      'refused',
      clock,
      host,
      notice => void notices.push(notice),
      keys,
    )
    const circuit = circuits.circuit('a', RULE)
    for (let done = 0; done < 3; done += 1) circuit.fail(await circuit.admit())
    await settle()
    const reported = () => notices.filter(({ kind }) => kind === 'service')
    expect([circuit.isOpen(), reported()]).toMatchObject([
      true,
      [
        {
          available: false,
          message:
            'Redis rejects the circuit breaker script (NOPERM): each process uses its own circuit breakers.',
        },
      ],
    ])
    refuses = false
    await clock.advance(1_000)
    circuit.isOpen()
    await settle()
    expect(reported().at(-1)).toMatchObject({ available: true })
  })

  it('is not confused by a server that answers something else', async () => {
    const clock = virtualClock()
    for (const value of [
      null,
      7,
      [],
      [1, 2],
      [Buffer.from('open'), null],
      [Buffer.from('?'), 1, 1],
      [Buffer.from('open'), 1],
    ]) {
      const odd = { call: () => Promise.resolve({ value }) }
      const circuit = createRedisCircuits(odd, 'odd', clock, host, () => {}, keys).circuit('a', RULE)
      for (let done = 0; done < 3; done += 1) circuit.fail(await circuit.admit())
      expect(circuit.isOpen()).toBe(true)
    }
  })

  it('expires all keys', async () => {
    const names = await client.keys(`${keys}*`)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(await client.pttl(name)).toBeGreaterThan(0)
  })
})
