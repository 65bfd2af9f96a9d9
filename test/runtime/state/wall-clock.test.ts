// Limits run on monotonic time (semantics, section 8): a wall clock that is set changes nothing within a process.
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../runtime/link/target/tokens.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { circuitBytes, createCircuit } from '../../../runtime/state/circuit.ts'
import { createMemoryCache } from '../../../runtime/state/memory-cache.ts'
import { createMemoryCircuits } from '../../../runtime/state/memory-circuits.ts'
import { createRedisCache } from '../../../runtime/stores/redis/redis-cache.ts'
import { createRedisCircuits } from '../../../runtime/stores/redis/redis-circuits.ts'
import { scriptedUpstream } from '../../support/scripted-upstream.ts'
import { settle, virtualClock } from '../../support/virtual-clock.ts'
import { entry } from './cache-contract.ts'

const HOUR = 3_600_000
const RULE = { threshold: 2, cooldown: 30_000 }
const BOUNDS = { entries: 10, bytes: 10_000 }

/** A circuit that a server shares which answers always the same, and what it was asked. */
function sharedCircuit(clock: ReturnType<typeof virtualClock>, answer: readonly unknown[]) {
  const asked: (string | undefined)[] = []
  const server = {
    call: async (_command: string, [, , , , event]: readonly (string | Uint8Array)[]) => {
      asked.push(String(event))
      return { value: answer } as never
    },
  }
  const circuits = createRedisCircuits(server, 'one', clock, nodePorts(), () => {})
  return { asked, circuit: circuits.circuit('a', RULE) }
}

describe.each([
  ['forth', HOUR],
  ['back', -HOUR],
])('While the wall clock is set %s by an hour,', (_title, shift) => {
  it('a circuit opens and closes in time', async () => {
    const clock = virtualClock()
    const circuit = createMemoryCircuits(clock, () => {}).circuit('a', RULE)
    circuit.fail('closed')
    clock.setWallClock(shift)
    circuit.fail('closed')
    expect([circuit.isOpen(), circuit.retryAfterMs()]).toEqual([true, 30_000])
    clock.setWallClock(shift)
    await clock.advance(29_999)
    expect([circuit.isOpen(), circuit.admit()]).toEqual([true, 'open'])
    await clock.advance(1)
    expect([circuit.isOpen(), circuit.admit()]).toEqual([false, 'probe'])
    circuit.succeed('probe')
    expect(circuit.admit()).toBe('closed')
  })

  it('failures that are further apart than the window do not open a circuit', async () => {
    const clock = virtualClock()
    const circuit = createMemoryCircuits(clock, () => {}).circuit('a', RULE)
    circuit.fail('closed')
    await clock.advance(30_000)
    clock.setWallClock(shift)
    circuit.fail('closed')
    expect(circuit.isOpen()).toBe(false)
  })

  it('a shared circuit is asked about once a second', async () => {
    const clock = virtualClock()
    const { asked, circuit } = sharedCircuit(clock, [Buffer.from('closed'), 0, 0])
    expect(await circuit.admit()).toBe('closed')
    clock.setWallClock(shift)
    await clock.advance(999)
    expect([circuit.admit(), asked]).toEqual(['closed', ['asks']])
    await clock.advance(1)
    expect([circuit.admit(), asked]).toEqual(['closed', ['asks', 'asks']])
  })

  it('a shared circuit that opened elsewhere is open for the rest of its cooldown', async () => {
    const clock = virtualClock()
    clock.setWallClock(shift)
    const { circuit } = sharedCircuit(clock, [Buffer.from('open'), 1_000_000, 1_010_000])
    expect([await circuit.admit(), circuit.retryAfterMs()]).toEqual(['open', 20_000])
    clock.setWallClock(-shift)
    await clock.advance(20_000)
    expect(circuit.isOpen()).toBe(false)
  })

  it('an entry of the cache in memory expires in time', async () => {
    const clock = virtualClock()
    const cache = createMemoryCache(BOUNDS, clock)
    await cache.set('a', entry('four', { storedAt: clock.now() }), 60)
    clock.setWallClock(shift)
    await clock.advance(60_000)
    expect(await cache.get('a', 60)).toMatchObject({ status: 200 })
    await clock.advance(1)
    expect(await cache.get('a', 60)).toBe('miss')
  })

  it('a Redis that rejects a write gets the next one after the backoff', async () => {
    const clock = virtualClock()
    let writes = 0
    const server = {
      call: async () => {
        writes += 1
        return { errorCode: 'OOM' }
      },
    }
    const cache = createRedisCache(server as never, clock, () => {})
    await cache.set('a', entry('four'), 60)
    clock.setWallClock(shift)
    await cache.set('a', entry('four'), 60)
    expect(writes).toBe(1)
    await clock.advance(1_000)
    await cache.set('a', entry('four'), 60)
    expect(writes).toBe(2)
  })

  it('an access token is used as long as it is valid', async () => {
    const clock = virtualClock()
    const reply = { status: 200, body: {} }
    const upstream = scriptedUpstream([reply, reply])
    const getToken = createTokens({ clock, upstream: upstream.send })
    const ask = () =>
      getToken({
        key: 'one',
        method: 'POST',
        origin: 'https://tokens.example',
        path: '/',
        headers: [],
        body: '',
        read: (_status, _body, now) => ({ token: `token ${upstream.sent.length}`, expiresAt: now + HOUR }),
      })
    expect(await ask()).toBe('token 1')
    clock.setWallClock(shift)
    await clock.advance(HOUR - 300_001)
    expect([await ask(), upstream.sent.length]).toEqual(['token 1', 1])
    await clock.advance(300_001)
    expect(await ask()).toBe('token 2')
  })
})

describe('A circuit that opened elsewhere', () => {
  it('before this process began is open', () => {
    const memory = new ArrayBuffer(circuitBytes(RULE))
    const circuit = createCircuit(RULE, memory, { monotonic: () => 5 }, () => {})
    expect([circuit.markOpened(10_000), circuit.isOpen(), circuit.retryAfterMs()]).toEqual([
      true,
      true,
      20_000,
    ])
  })

  it('is opened once, though its age differs a little at each answer', async () => {
    const clock = virtualClock()
    const answer: unknown[] = [Buffer.from('open'), 1_000_000, 1_010_000]
    const { asked, circuit } = sharedCircuit(clock, answer)
    expect(await circuit.admit()).toBe('open')
    await clock.advance(5_000)
    answer[2] = 1_014_000
    circuit.isOpen()
    await settle()
    expect([asked.length, circuit.retryAfterMs()]).toEqual([2, 15_000])
  })
})
