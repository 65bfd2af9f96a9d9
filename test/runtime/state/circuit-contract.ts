// What every kind of circuits must do, as one suite: semantics, section 7, and a state machine written from its text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Admission, CircuitRule, Circuits } from '../../../runtime/state/circuits.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts'

const RULE: CircuitRule = { threshold: 3, cooldown: 30_000 }

export interface CircuitStage {
  readonly clock: VirtualClock
  readonly circuits: Circuits
  readonly notices: readonly GatewayEvent[]
}

export type OpenStage = () => CircuitStage

/** Section 7 as a state machine: the times of failures, the state, and since when it holds. */
function modelOf({ threshold, cooldown }: CircuitRule) {
  let failures: readonly number[] = []
  let state: 'closed' | 'open' | 'probing' = 'closed'
  let since = 0
  const opens = (now: number): void => {
    state = 'open'
    since = now
  }
  return {
    admit: (now: number): Admission => {
      if (state === 'closed') return 'closed'
      if (now - since < cooldown) return 'open'
      state = 'probing'
      since = now
      return 'probe'
    },
    isOpen: (now: number): boolean => state !== 'closed' && now - since < cooldown,
    succeed: (admission: Admission): void => {
      if (admission !== 'probe') return
      state = 'closed'
      failures = []
    },
    fail: (admission: Admission, now: number): void => {
      if (admission === 'probe') return opens(now)
      if (admission === 'open' || state !== 'closed') return
      failures = [...failures.filter(at => now - at < cooldown), now]
      if (failures.length >= threshold) opens(now)
    },
  }
}

type Move = { readonly wait: number } | { readonly call: 'succeeds' | 'fails' }

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(0, 1, 9_999, 15_000, 29_999, 30_000, 90_000).map(wait => ({ wait })),
    },
    { weight: 3, arbitrary: fc.constantFrom('succeeds' as const, 'fails' as const).map(call => ({ call })) },
  ),
  { maxLength: 40, size: 'max' },
)

export function circuitContract(title: string, open: OpenStage): void {
  describe(`Circuits ${title}`, () => {
    const failures = async ({ circuits, clock }: CircuitStage, count: number, apart = 0): Promise<void> => {
      for (let done = 0; done < count; done += 1) {
        const circuit = circuits.circuit('a', RULE)
        circuit.fail(await circuit.admit())
        await clock.advance(apart)
      }
    }

    it('open when as many failures as the threshold fall within the window', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 2)
      expect([circuit.isOpen(), await circuit.admit()]).toEqual([false, 'closed'])
      await failures(stage, 1)
      expect([circuit.isOpen(), await circuit.admit(), circuit.retryAfterMs()]).toEqual([
        true,
        'open',
        30_000,
      ])
    })

    it('show their state, the failures that count, and when a probe is admitted', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 2)
      expect(circuit.status()).toEqual({ state: 'closed', failures: 2 })
      await failures(stage, 1)
      await stage.clock.advance(10_000)
      expect(circuit.status()).toEqual({ state: 'open', failures: 3, openFor: 10_000, retryAfter: 20_000 })
      await stage.clock.advance(20_000)
      expect(circuit.status()).toMatchObject({ state: 'half-open', openFor: 30_000, retryAfter: 0 })
      circuit.succeed(await circuit.admit())
      expect(circuit.status()).toEqual({ state: 'closed', failures: 0 })
      expect(Array.from(stage.circuits.known(), ([id]) => id)).toEqual(['a'])
    })

    it('stay closed when the failures are further apart than the window slides', async () => {
      const stage = open()
      await failures(stage, 12, 15_000)
      expect(stage.circuits.circuit('a', RULE).isOpen()).toBe(false)
    })

    it('are not kept closed by successes in between', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      for (let done = 0; done < 3; done += 1) {
        circuit.fail(await circuit.admit())
        circuit.succeed(await circuit.admit())
      }
      expect(circuit.isOpen()).toBe(true)
    })

    it('let one probe through after the cooldown, which closes them when it succeeds', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 3)
      await stage.clock.advance(29_999)
      expect(await circuit.admit()).toBe('open')
      await stage.clock.advance(1)
      expect(circuit.isOpen()).toBe(false)
      expect([await circuit.admit(), await circuit.admit(), circuit.isOpen()]).toEqual([
        'probe',
        'open',
        true,
      ])
      circuit.succeed('probe')
      expect([await circuit.admit(), circuit.isOpen()]).toEqual(['closed', false])
      await failures(stage, 2)
      expect(circuit.isOpen()).toBe(false)
      const reported = stage.notices.flatMap(notice => (notice.kind === 'circuit' ? [notice.to] : []))
      expect(reported).toEqual(['open', 'half-open', 'closed'])
    })

    it('open again when the probe fails, for another cooldown', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 3)
      await stage.clock.advance(30_000)
      circuit.fail(await circuit.admit())
      expect([circuit.isOpen(), circuit.retryAfterMs()]).toEqual([true, 30_000])
    })

    it('let another call probe when the first one ended without a verdict', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 3)
      await stage.clock.advance(30_000)
      circuit.release(await circuit.admit())
      expect([circuit.isOpen(), await circuit.admit()]).toEqual([false, 'probe'])
    })

    it('let another call probe when the first one never came back', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 3)
      await stage.clock.advance(30_000)
      expect(await circuit.admit()).toBe('probe')
      await stage.clock.advance(30_000)
      expect([await circuit.admit(), await circuit.admit()]).toEqual(['probe', 'open'])
    })

    it('take no notice of calls that flowed though they were open, nor of late ones', async () => {
      const stage = open()
      const circuit = stage.circuits.circuit('a', RULE)
      await failures(stage, 3)
      circuit.succeed('open')
      circuit.fail('open')
      circuit.succeed('closed')
      circuit.fail('closed')
      expect([circuit.isOpen(), circuit.retryAfterMs()]).toEqual([true, 30_000])
    })

    it('are one for equal identifiers and rules, and another one otherwise', async () => {
      const stage = open()
      await failures(stage, 3)
      const isOpen = (id: string, rule: CircuitRule): boolean => stage.circuits.circuit(id, rule).isOpen()
      expect([isOpen('a', { ...RULE }), isOpen('b', RULE)]).toEqual([true, false])
      expect(isOpen('a', { ...RULE, threshold: 4 })).toBe(false)
    })

    it('count up to thresholds of any size in bounded memory', async () => {
      const { circuits } = open()
      const circuit = circuits.circuit('large', { threshold: 5_000, cooldown: 60_000 })
      circuits.circuit('huge', { threshold: 1e15, cooldown: 1e15 }).fail('closed')
      for (let done = 0; done < 4_990; done += 1) circuit.fail('closed')
      expect(circuit.isOpen()).toBe(false)
      for (let done = 0; done < 10; done += 1) circuit.fail('closed')
      expect(circuit.isOpen()).toBe(true)
    })

    it('do what the text says, whatever comes in whatever order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 5 }), moves, async (threshold, sequence) => {
          const rule = { threshold, cooldown: 30_000 }
          const { clock, circuits } = open()
          const circuit = circuits.circuit('a', rule)
          const model = modelOf(rule)
          for (const move of sequence) {
            if ('wait' in move) await clock.advance(move.wait)
            else {
              const admission = await circuit.admit()
              expect(admission).toBe(model.admit(clock.now()))
              if (move.call === 'fails') circuit.fail(admission)
              else circuit.succeed(admission)
              if (move.call === 'fails') model.fail(admission, clock.now())
              else model.succeed(admission)
            }
            expect(circuit.isOpen()).toBe(model.isOpen(clock.now()))
          }
        }),
        { numRuns: 300 },
      )
    })
  })
}

/** A stage in this process. */
export function memoryStage(
  make: (clock: VirtualClock, notice: (notice: GatewayEvent) => void) => Circuits,
): CircuitStage {
  const clock = virtualClock()
  const notices: GatewayEvent[] = []
  return { clock, notices, circuits: make(clock, notice => void notices.push(notice)) }
}
