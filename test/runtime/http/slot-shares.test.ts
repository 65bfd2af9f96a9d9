// The law of slots: whatever one caller does, another that has one call in flight is served.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANONYMOUS, shareOwner } from '../../../runtime/gateway/authenticate.ts'
import type { OpenRequest } from '../../../runtime/http/serve-request.ts'
import { createSlotShares, type HeldSlots } from '../../../runtime/http/slot-shares.ts'
import { createStalledReaders } from '../../../runtime/http/stalled-readers.ts'
import type { Failure } from '../../../runtime/values/failures.ts'
import {
  clearSharedSlots,
  createSharedSlots,
  sharedSlotsMemory,
} from '../../../runtime/workers/shared-slots.ts'
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts'

interface SceneOptions {
  readonly clock?: VirtualClock
  /** The slots of all threads, and those of callers; by default one thread serves. */
  readonly taken?: () => number
  readonly held?: HeldSlots
}

/** A gateway with so many slots, without the rest of it. */
function scene(limit: number, { clock = virtualClock(), held, ...more }: SceneOptions = {}) {
  const open: OpenRequest[] = []
  const taken = more.taken ?? (() => open.length)
  const stalledReaders = createStalledReaders()
  const shares = createSlotShares(
    { all: () => open },
    { limit, taken },
    { clock, stalledReaders, sharedLoad: held && { held } },
  )
  const close = (request: OpenRequest): void => {
    open.splice(open.indexOf(request), 1)
    held?.add(request.owner(), -1)
  }
  /** Begins a request as the server does; the reason why it is refused. */
  const begin = (owner: string, bytes?: number): Failure | 'full' | undefined => {
    if (taken() >= limit) {
      shares.turnedAway(owner)
      return 'full'
    }
    const since = clock.monotonic()
    const ended: OpenRequest = {
      place: 0,
      end: () => close(ended),
      isOf: () => false,
      owner: () => owner,
      body: () => (bytes === undefined ? undefined : { bytes, since }),
    }
    open.push(ended)
    held?.add(owner, 1)
    const refused = open.length > limit / 16 ? shares.refuse(ended) : undefined
    if (refused !== undefined) close(ended)
    return refused
  }
  const heldBy = (owner: string): number => open.filter(each => each.owner() === owner).length
  const endOne = (): void => {
    const [first] = open
    if (first !== undefined) close(first)
  }
  return { clock, open, begin, heldBy, endOne, stalledReaders, shares }
}

const OPEN: OpenRequest = {
  place: 0,
  end: () => {},
  isOf: () => false,
  owner: () => '',
  body: () => undefined,
}

describe('the slots of requests', () => {
  it('serve a caller with nothing in flight, whatever up to ten others do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 128, max: 512 }),
        fc.array(
          fc.record({ owner: fc.integer({ min: 0, max: 9 }), calls: fc.integer({ min: 1, max: 600 }) }),
          {
            maxLength: 30,
          },
        ),
        fc.integer({ min: 0, max: 50 }),
        async (limit, bursts, pause) => {
          const { clock, begin } = scene(limit)
          for (const { owner, calls } of bursts) {
            for (let call = 0; call < calls; call += 1) begin(`hog ${owner}`)
            await clock.advance(pause)
          }
          expect(begin('other')).toBeUndefined()
        },
      ),
      { numRuns: 100 },
    )
  })

  it('give one caller all but an eighth, and others the rest', () => {
    const { begin, heldBy } = scene(4096)
    for (let call = 0; call < 5000; call += 1) begin('hog')
    expect(heldBy('hog')).toBe(4096 - 4096 / 8)
    expect(begin('hog')).toMatchObject({ code: 'too_many_concurrent' })
    for (let call = 0; call < 5000; call += 1) begin('second')
    expect(heldBy('second')).toBeGreaterThan(50)
    expect(begin('third')).toBeUndefined()
  })

  it('serve another caller where a connection has several requests, and so more are taken than connections fit', () => {
    const { begin } = scene(64, { taken: () => 63 })
    expect(begin('other')).toBeUndefined()
    const beyond = scene(64, { taken: () => 500 })
    beyond.open.push({ ...OPEN, owner: () => 'hog' }, { ...OPEN, owner: () => 'hog' })
    expect(beyond.shares.refuse({ ...OPEN, owner: () => 'other' })).toBeUndefined()
    expect(beyond.shares.refuse({ ...OPEN, owner: () => 'hog' })).toMatchObject({
      code: 'too_many_concurrent',
    })
  })

  it('are all of the one caller where there are few', () => {
    const { begin } = scene(4)
    expect([1, 2, 3, 4, 5].map(() => begin('hog'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'full',
    ])
  })

  it('return from bodies that arrive too slowly, and only from these', async () => {
    const { clock, begin, heldBy } = scene(64)
    for (let call = 0; call < 30; call += 1) begin('slow', 10)
    for (let call = 0; call < 20; call += 1) begin('fast', 100_000)
    for (let call = 0; call < 3; call += 1) begin('waits')
    await clock.advance(19_000)
    begin('other')
    expect(heldBy('slow')).toBe(30)
    await clock.advance(2_000)
    begin('other')
    expect([heldBy('slow'), heldBy('fast'), heldBy('waits')]).toEqual([0, 20, 3])
  })

  it('are all of the only address of a gateway without keys, until another wants one', async () => {
    const { clock, begin, endOne } = scene(64)
    const hog = shareOwner(ANONYMOUS, '10.0.0.1')
    for (let call = 0; call < 64; call += 1) expect(begin(hog)).toBeUndefined()
    expect(begin(shareOwner(ANONYMOUS, '10.0.0.2'))).toBe('full')
    endOne()
    expect(begin(hog)).toMatchObject({ code: 'too_many_concurrent' })
    expect(begin(shareOwner(ANONYMOUS, '10.0.0.2'))).toBeUndefined()
    await clock.advance(600_000)
    endOne()
    // The other has one still.
    expect(begin(hog)).toMatchObject({ code: 'too_many_concurrent' })
  })

  it('count in all workers together', () => {
    const memory = { slots: sharedSlotsMemory(2), workers: 2 }
    const clock = virtualClock()
    const all: OpenRequest[][] = []
    const taken = (): number => all.reduce((sum, { length }) => sum + length, 0)
    const [first, second] = [0, 1].map(worker => {
      const made = scene(512, { clock, taken, held: createSharedSlots({ ...memory, worker }, 7) })
      all.push(made.open)
      return made
    }) as [ReturnType<typeof scene>, ReturnType<typeof scene>]
    for (let call = 0; call < 200; call += 1) first.begin('hog')
    for (let call = 0; call < 400; call += 1) second.begin('hog')
    expect(taken()).toBe(512 - 512 / 8)
    expect(second.begin('other')).toBeUndefined()
    clearSharedSlots(memory.slots, 0)
    first.open.length = 0
    expect(second.begin('hog')).toBeUndefined()
  })

  it('end the streams of a caller with too many that takes nothing of them', async () => {
    const { clock, begin, stalledReaders } = scene(64)
    const ended: string[] = []
    const stall = (owner: string): void =>
      stalledReaders.add({
        ...{ owner, bytes: 1, since: clock.monotonic() },
        disconnect: () => void ended.push(owner),
      })
    for (let call = 0; call < 64; call += 1) begin('hog')
    stall('hog')
    stall('other')
    await clock.advance(19_000)
    begin('hog')
    expect(ended).toEqual([])
    stall('hog')
    await clock.advance(2_000)
    begin('hog')
    expect(ended).toEqual(['hog'])
  })
})
