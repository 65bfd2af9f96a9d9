// Invariants of every dialect's streams over generated input: nothing throws, chunk boundaries do not matter, and
// there is one end.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterContext, StreamStep } from '../../../runtime/values/adapter.ts'
import { runs } from '../../support/property-seed.ts'
import { chunkings } from './chunk-boundaries.ts'
import { chunksOf, fold } from './fold.ts'

interface ArbitraryStream<Event> {
  readonly context: AdapterContext
  /** Bodies of valid events and of garbage. */
  readonly bytes: fc.Arbitrary<Uint8Array>
  readonly event: fc.Arbitrary<Event>
  /** All steps of a body received in these chunks. */
  readonly steps: (given: AdapterContext, pieces: readonly Uint8Array[]) => readonly StreamStep[]
  /** All steps of these events. */
  readonly runEvents: (events: readonly Event[], given: AdapterContext) => readonly StreamStep[]
  /** Whether the dialect may return more than one choice, which `fold` does not support. */
  readonly severalChoices?: true
}

export function expectStreamInvariants<Event>(any: ArbitraryStream<Event>): void {
  const { context, bytes, event, steps, runEvents, severalChoices = false } = any
  describe('any stream', () => {
    test('no bytes throw, and chunk boundaries do not matter', () => {
      fc.assert(
        fc.property(bytes, fc.boolean(), (body, strict) => {
          const whole = steps({ ...context, strict }, [body])
          for (const cut of Object.values(chunkings))
            expect(steps({ ...context, strict }, cut(body))).toEqual(whole)
        }),
        { numRuns: runs(60) },
      )
    })

    test('steps end once: with done after a conformant stream, or with an error', () => {
      fc.assert(
        fc.property(fc.array(event), fc.boolean(), (events, strict) => {
          const expectedSteps = runEvents(events, { ...context, strict })
          const ends = expectedSteps.map(step => step === 'done' || 'error' in step)
          expect(ends.slice(0, -1)).not.toContain(true)
          expect(ends.at(-1)).toBe(true)
          if (expectedSteps.at(-1) === 'done' && (!severalChoices || isSingle(expectedSteps)))
            fold(expectedSteps)
        }),
        { numRuns: runs(100) },
      )
    })
  })
}

const isSingle = (steps: readonly StreamStep[]): boolean =>
  chunksOf(steps).every(({ choices }) =>
    choices.every(choice => choice.index === 0 && choice.logprobs === null),
  )
