// Circuits in the process, or in memory that threads share.
import type { Notice } from '../notice.ts'
import type { Clock } from '../ports.ts'
import { circuitBytes, createCircuit } from './circuit.ts'
import type { Circuit, CircuitRule, Circuits } from './circuits.ts'

/** Circuits that are found again by their identifiers; configs in headers make new ones without end. */
const MOST_CIRCUITS = 16_384

/** Memory of a circuit that other threads hold too, or undefined for one of this thread alone. */
export type SharedMemory = (id: string) => SharedArrayBuffer | undefined

export function createMemoryCircuits(
  clock: Pick<Clock, 'now'>,
  notice: (notice: Notice) => void,
  shared: SharedMemory = () => undefined,
): Circuits {
  const circuits = new Map<string, { readonly rule: CircuitRule; readonly circuit: Circuit }>()
  const make = (id: string, rule: CircuitRule): Circuit => {
    const bytes = circuitBytes(rule)
    const memory = shared(id)
    // A rule that was changed has another size than the memory that was shared for it.
    const fits = memory !== undefined && memory.byteLength === bytes
    return createCircuit(rule, fits ? memory : new ArrayBuffer(bytes), clock, to =>
      notice({ kind: 'circuit', circuit: id, to }),
    )
  }
  return {
    circuit: (id, rule) => {
      const known = circuits.get(id)
      if (
        known !== undefined &&
        known.rule.threshold === rule.threshold &&
        known.rule.cooldown === rule.cooldown
      )
        return known.circuit
      const circuit = make(id, rule)
      circuits.delete(id)
      circuits.set(id, { rule, circuit })
      const oldest = circuits.size > MOST_CIRCUITS ? circuits.keys().next() : undefined
      if (oldest !== undefined && !oldest.done) circuits.delete(oldest.value)
      return circuit
    },
    close: async () => {},
  }
}
