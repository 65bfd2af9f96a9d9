// Circuit breakers in process memory, or in memory shared between threads.
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import { circuitBytes, createCircuit } from './circuit.ts'
import { createCircuitTable } from './circuit-table.ts'
import type { Circuits } from './circuits.ts'

/**
 * Memory of a circuit that is shared with other threads, whose monotonic clocks must begin at the same time; undefined for
 * a circuit of this thread only.
 */
export type SharedMemory = (id: string) => SharedArrayBuffer | undefined

export const createMemoryCircuits = (
  clock: Pick<Clock, 'monotonic'>,
  onEvent: (event: GatewayEvent) => void,
  shared: SharedMemory = () => undefined,
): Circuits => ({
  ...createCircuitTable((id, rule) => {
    const bytes = circuitBytes(rule)
    const memory = shared(id)
    // After a change of the rule, the shared memory may have another size.
    const fits = memory !== undefined && memory.byteLength === bytes
    return createCircuit(rule, fits ? memory : new ArrayBuffer(bytes), clock, to =>
      onEvent({ kind: 'circuit', circuit: id, to }),
    )
  }),
  close: async () => {},
})
