// A clock that is set back: no circuit stays open until it has caught up.
import { describe, expect, it } from 'vitest'
import { circuitBytes, createCircuit } from '../../../runtime/state/circuit.ts'

const RULE = { threshold: 1, cooldown: 30_000 }

describe('A circuit whose clock is set back', () => {
  it.each([
    ['by an hour lets a probe through at once', 3_600_000, 0, 'probe'],
    ['by less than a cooldown waits for so much longer', 10_000, 40_000, 'open'],
  ] as const)('%s', (_title, back, left, admission) => {
    let now = 10_000_000
    const circuit = createCircuit(RULE, new ArrayBuffer(circuitBytes(RULE)), { now: () => now }, () => {})
    circuit.fail('closed')
    expect(circuit.isOpen()).toBe(true)
    now -= back
    expect([circuit.isOpen(), circuit.retryAfterMs(), circuit.admit()]).toEqual([left > 0, left, admission])
  })
})
