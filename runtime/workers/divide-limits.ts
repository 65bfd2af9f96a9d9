// The limits of one worker among several. What one place counts for all of them is not divided.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { ProcessMemory } from '../process/process-limits.ts'

/** Of the memory of the machine, for the heaps of all workers. */
const MEMORY_FOR_HEAPS = 3 / 4
/** Bytes; no worker starts with less. */
const SMALLEST_HEAP = 64 * 1024 * 1024

const share = (limit: number, count: number): number => Math.ceil(limit / count)

/** The memory of bodies is one budget, which the threads share. */
export const divideLimits = (gateway: Gateway, count: number): Gateway => {
  const { limits } = gateway
  return {
    ...gateway,
    limits: {
      ...limits,
      client_connections: share(limits.client_connections, count),
      connections: share(limits.connections, count),
      inline_config_bytes: share(limits.inline_config_bytes, count),
    },
  }
}

/** The largest heap of a worker in bytes: that of a process, or its part of the memory if that is less. */
export const heapOfWorker = ({ total, heap }: ProcessMemory, count: number): number =>
  Math.min(heap, Math.max(SMALLEST_HEAP, Math.floor((total * MEMORY_FOR_HEAPS) / count)))
