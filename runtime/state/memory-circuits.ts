// Circuits in the process, or in memory that threads share.
import type { Notice } from '../notice.ts'
import type { Clock } from '../ports.ts'
import { circuitBytes, createCircuit } from './circuit.ts'
import { circuitTable } from './circuit-table.ts'
import type { Circuits } from './circuits.ts'

/** Memory of a circuit that other threads hold too, or undefined for one of this thread alone. */
export type SharedMemory = (id: string) => SharedArrayBuffer | undefined

export const createMemoryCircuits = (
  clock: Pick<Clock, 'now'>,
  notice: (notice: Notice) => void,
  shared: SharedMemory = () => undefined,
): Circuits => ({
  circuit: circuitTable((id, rule) => {
    const bytes = circuitBytes(rule)
    const memory = shared(id)
    // A rule that was changed has another size than the memory that was shared for it.
    const fits = memory !== undefined && memory.byteLength === bytes
    return createCircuit(rule, fits ? memory : new ArrayBuffer(bytes), clock, to =>
      notice({ kind: 'circuit', circuit: id, to }),
    )
  }),
  close: async () => {},
})
