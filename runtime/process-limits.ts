// Limits that depend on the machine: 0 in the manifest takes a share of what the process may use.
import type { Gateway } from '../schemas/generated/types.ts'

/** What the process may use, in bytes. */
export interface ProcessMemory {
  /** Of the machine or, where there is one, of the container. */
  readonly total: number
  /** Of the JavaScript heap. */
  readonly heap: number
}

const HEAP_FOR_CONFIGS = 1 / 8
/** Bodies are collected, then parsed and written anew: what is counted once occupies up to three times as much. */
const MEMORY_FOR_BODIES = 1 / 4
/** Parsed bodies lie in the heap. */
const HEAP_FOR_BODIES = 1 / 2

/** The gateway with every share as a number of bytes. */
export function withProcessLimits(gateway: Gateway, { total, heap }: ProcessMemory): Gateway {
  const { limits } = gateway
  return {
    ...gateway,
    limits: {
      ...limits,
      inline_config_bytes: limits.inline_config_bytes || Math.floor(heap * HEAP_FOR_CONFIGS),
      buffered_bytes:
        limits.buffered_bytes || Math.floor(Math.min(total * MEMORY_FOR_BODIES, heap * HEAP_FOR_BODIES)),
    },
  }
}
