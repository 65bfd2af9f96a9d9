// Limits that depend on the machine: 0 in the manifest means a share of the memory available to the process.
import type { Gateway } from '../../schemas/generated/types.ts'

/** Memory available to the process, in bytes. */
export interface ProcessMemory {
  /** Total memory of the machine or the container. */
  readonly total: number
  /** Maximum size of the JavaScript heap. */
  readonly heap: number
}

const HEAP_FOR_CONFIGS = 1 / 8
/** What a process takes before it has buffered anything, in bytes; in smaller containers, half of the memory. */
const MEMORY_OF_PROCESS = 192 * 1024 * 1024
/** A counted byte occupies up to three, as measured with `test/bench/memory.ts`: as it arrives, joined, and until it is collected. */
const MEMORY_FOR_BODIES = 1 / 4
/** Parsed bodies are in the heap. */
const HEAP_FOR_BODIES = 1 / 2

/** Replaces limits of 0 by their share in bytes. */
export function withProcessLimits(gateway: Gateway, { total, heap }: ProcessMemory): Gateway {
  const { limits } = gateway
  const left = total - Math.min(MEMORY_OF_PROCESS, total / 2)
  return {
    ...gateway,
    limits: {
      ...limits,
      inline_config_bytes: limits.inline_config_bytes || Math.floor(heap * HEAP_FOR_CONFIGS),
      buffered_bytes:
        limits.buffered_bytes || Math.floor(Math.min(left * MEMORY_FOR_BODIES, heap * HEAP_FOR_BODIES)),
    },
  }
}
