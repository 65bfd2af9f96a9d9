// The memory of a process that serves: one budget of bodies, connections and readers that stall, over all of its threads.
import type { Gateway } from '../../schemas/generated/types.ts'
import { type ClientConnections, createClientConnections } from '../http/client-connections.ts'
import { createStalledReaders, type StalledReaders } from '../http/stalled-readers.ts'
import { createMemoryBudget, type MemoryBudget } from '../values/memory-budget.ts'
import type { Clock } from '../values/ports.ts'
import { hostMemory } from './node-ports.ts'
import {
  budgetOfConnections,
  budgetOfThread,
  type ProcessMemory,
  withProcessLimits,
} from './process-limits.ts'
import type { WorkerContext } from './worker-context.ts'

export interface OpenMemory {
  readonly machine: ProcessMemory
  readonly memory: MemoryBudget
  readonly stalledReaders: StalledReaders
  readonly connections: ClientConnections
  /** Bytes of bodies, and of readers that stall, in this thread. */
  readonly buffered: () => number
}

/** Milliseconds between two looks at the budget, while readers stall. */
const WATCH = 250

/** `worker` is absent if one thread serves; `onDropped` is called for each connection that is closed. */
export function openMemory(
  gateway: Gateway,
  worker: WorkerContext | undefined,
  { after }: Pick<Clock, 'after'>,
  onDropped: () => void,
): OpenMemory {
  const machine = worker?.memory(hostMemory()) ?? hostMemory()
  const { buffered_bytes: bytes, header_bytes: headerBytes } = withProcessLimits(gateway, machine).limits
  /** Other threads take of the budget, too. */
  const watch = (): void =>
    void after(WATCH, () => {
      memory.relieve()
      if (stalledReaders.held() > 0) watch()
    })
  const stalledReaders = createStalledReaders(worker && watch)
  const memory = createMemoryBudget(
    bytes,
    stalledReaders,
    worker && { ...worker.sharedBudget, own: budgetOfThread(bytes, machine) },
  )
  const connections = createClientConnections(
    { bytes: budgetOfConnections(bytes, machine), headerBytes, threads: machine.threads },
    memory.lease(),
    onDropped,
  )
  const buffered = (): number => memory.used() - connections.used()
  return { machine, memory, stalledReaders, connections, buffered }
}
