// A call of a modern client that throws, at once or late, ends as an error of that call: nothing is left that would end the process.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCallParking } from '../../../runtime/mcp/client/call-parking.ts'
import { startCall } from '../../../runtime/mcp/client/parked-call.ts'
import { type SessionStore, UNREACHABLE } from '../../../runtime/state/session-store.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { sha256 } from '../../support/bundle.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const BUG = new RangeError('Invalid time value')
const atOnce = (action: () => void): void => action()

const unhandled: unknown[] = []
const collect = (bug: unknown): void => void unhandled.push(bug)
beforeEach(() => void process.on('unhandledRejection', collect))
afterEach(() => {
  process.off('unhandledRejection', collect)
  expect(unhandled.splice(0)).toEqual([])
})
/** Rejections without a handler are reported after the microtasks. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test.each<readonly [string, Parameters<typeof startCall>[0]]>([
  [
    'at once',
    () => {
      throw BUG
    },
  ],
  ['later', () => Promise.reject(BUG)],
  [
    'after its client has answered',
    async exchange => {
      await exchange.ask('elicitation/create', {})
      throw BUG
    },
  ],
])('what is thrown %s is of the one that waits for the call', async (_title, run) => {
  const call = startCall(run, atOnce)
  await settled()
  const next = call.next()
  call.answer({ input_1: {} })
  await expect(next.then(found => ('asked' in found ? call.next() : found))).rejects.toBe(BUG)
})

test('what is thrown while no client waits is of the one that comes back', async () => {
  let fail = (): void => {}
  const call = startCall(
    () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(BUG)
      }),
    atOnce,
  )
  fail()
  await settled()
  await expect(call.next()).rejects.toBe(BUG)
})

test('a shared store that throws while a call is parked is asked again', async () => {
  const clock = virtualClock(0)
  let asked = 0
  const sessions = {
    isShared: true,
    set: async () => {},
    get: async () => undefined,
    remove: async () => {},
    push: async () => {},
    take: async () => {
      asked += 1
      throw new Error('The store is away.')
    },
  } as unknown as SessionStore
  let count = 0
  const parking = createCallParking(sessions, {
    clock,
    hash: text => sha256(String(text)),
    randomId: () => {
      count += 1
      return `id-${count}`
    },
  })
  const call = startCall(exchange => exchange.ask('elicitation/create', {}), atOnce)
  const state = await parking.park(call, 'binding')
  for (let turn = 0; turn < 3; turn += 1) {
    await clock.advance(200)
    await settled()
  }
  expect(asked).toBeGreaterThan(1)
  const resumed = await parking.resume(state, 'binding', { input_1: {} }, createCancellation())
  expect(resumed).toBe(call)
})

test.each([
  ['has ended where the shared store has no next step of it', undefined, 'gone'],
  ['is unavailable where the store does not answer', UNREACHABLE, 'away'],
] as const)('a call that another process has parked %s', async (_title, atTheEnd, expected) => {
  const clock = virtualClock(0)
  const id = 'other'
  let looks = 0
  const sessions: SessionStore = {
    isShared: true,
    set: async () => {},
    // The first look finds the call, and its answers reach the box.
    get: async () => {
      looks += 1
      return looks === 1 ? sha256('binding') : atTheEnd
    },
    remove: async () => {},
    push: async () => true,
    take: async () => [],
  }
  const parking = createCallParking(sessions, {
    clock,
    hash: text => sha256(String(text)),
    randomId: () => id,
  })
  const call = startCall(exchange => exchange.ask('elicitation/create', {}), atOnce)
  const state = await parking.park(call, 'binding')
  await parking.resume(state, 'binding', {}, createCancellation())
  const resuming = parking.resume(state, 'binding', {}, createCancellation())
  for (let turn = 0; turn < 3_100; turn += 1) await clock.advance(200)
  const resumed = await resuming
  const { fault } = (resumed as { outcome: { fault: { code: number; status?: number; message: string } } })
    .outcome
  expect(fault.message).toMatch(
    expected === 'away' ? /store of sessions does not answer/ : /belongs to no call/,
  )
})
