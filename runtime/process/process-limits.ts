// Limits that depend on the machine: 0 in the manifest means a share of the memory available to the process.
import type { Gateway } from '../../schemas/generated/types.ts'

/** Memory available to the process, in bytes. */
export interface ProcessMemory {
  /** Total memory of the machine or the container. */
  readonly total: number
  /** Maximum size of the JavaScript heap, of each thread. */
  readonly heap: number
  /** Threads that serve; default 1. */
  readonly threads?: number
}

const HEAP_FOR_CONFIGS = 1 / 8
/** What a process takes before it has buffered anything, in bytes; in smaller containers, half of the memory. */
const MEMORY_OF_PROCESS = 192 * 1024 * 1024
/** What each further thread takes under load, in bytes; in smaller containers, all of them this share of what is left. */
const MEMORY_OF_THREAD = 104 * 1024 * 1024
const MEMORY_FOR_THREADS = 5 / 8
/** A counted byte occupies up to three, as measured with `test/bench/memory.ts`: as it arrives, joined, and until it is collected. */
const MEMORY_FOR_BODIES = 1 / 4
/** Parsed bodies are in the heap. */
const HEAP_FOR_BODIES = 1 / 2

/** Of the bytes of all threads, those that one of them may use: parsed bodies are in its heap. */
export const budgetOfThread = (bytes: number, { heap }: ProcessMemory): number =>
  Math.min(bytes, Math.floor(heap * HEAP_FOR_BODIES))

/** Of the budget, what connections may hold, so that requests on them are served. */
const MEMORY_FOR_CONNECTIONS = 1 / 2

/** Bytes that connections of one thread may be charged. */
export const budgetOfConnections = (bytes: number, { threads = 1 }: ProcessMemory): number =>
  Math.floor((bytes * MEMORY_FOR_CONNECTIONS) / threads)

/** Replaces limits of 0 by their share in bytes. */
export function withProcessLimits(gateway: Gateway, { total, heap, threads = 1 }: ProcessMemory): Gateway {
  const { limits } = gateway
  const beside = total - Math.min(MEMORY_OF_PROCESS, total / 2)
  const left = beside - Math.min((threads - 1) * MEMORY_OF_THREAD, beside * MEMORY_FOR_THREADS)
  return {
    ...gateway,
    limits: {
      ...limits,
      inline_config_bytes: limits.inline_config_bytes || Math.floor(heap * HEAP_FOR_CONFIGS),
      buffered_bytes:
        limits.buffered_bytes ||
        Math.floor(Math.min(left * MEMORY_FOR_BODIES, threads * heap * HEAP_FOR_BODIES)),
    },
  }
}
