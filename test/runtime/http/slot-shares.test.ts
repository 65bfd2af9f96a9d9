// The law of slots: whatever one caller does, another that has one call in flight is served.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenRequest } from '../../../runtime/http/serve-request.ts'
import { createSlotShares } from '../../../runtime/http/slot-shares.ts'
import type { Failure } from '../../../runtime/values/failures.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

/** A gateway with so many slots, without the rest of it. */
function scene(limit: number) {
  const clock = virtualClock()
  const open: OpenRequest[] = []
  const shares = createSlotShares({ all: () => open }, { limit, taken: () => open.length }, clock)
  const close = (request: OpenRequest): void => void open.splice(open.indexOf(request), 1)
  /** Begins a request as the server does; the reason why it is refused. */
  const begin = (owner: string, bytes?: number): Failure | 'full' | undefined => {
    if (open.length >= limit) return 'full'
    const since = clock.monotonic()
    const ended: OpenRequest = {
      place: 0,
      end: () => close(ended),
      isOf: () => false,
      owner: () => owner,
      body: () => (bytes === undefined ? undefined : { bytes, since }),
    }
    open.push(ended)
    const refused = open.length > limit / 2 ? shares.refuse(ended) : undefined
    if (refused !== undefined) close(ended)
    return refused
  }
  const heldBy = (owner: string): number => open.filter(each => each.owner() === owner).length
  return { clock, open, begin, heldBy }
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
})
