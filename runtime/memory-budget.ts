// A limit on the sum of the bodies that are in memory. Bytes are counted as they arrive, never as they are announced, so a
// client that announces much and sends nothing takes nothing from others; they are given back when the request is over.
import { failure } from './failures.ts'

export interface MemoryBudget {
  /** The part of one request. */
  readonly lease: () => Lease
  /** Bytes that could be taken now. */
  readonly free: () => number
  readonly used: () => number
}

export interface Lease {
  /** False, and nothing taken, when there is not as much left, or the lease has been given back. */
  readonly take: (bytes: number) => boolean
  /** Gives back all that was taken, now and for good. May be called again. */
  readonly release: () => void
}

export const OVERLOADED = failure(
  'overloaded',
  'The gateway buffers as many bytes of requests and replies as it may.',
)

export function createMemoryBudget(most: number): MemoryBudget {
  let used = 0
  return {
    free: () => most - used,
    used: () => used,
    lease: () => {
      let taken = 0
      let open = true
      return {
        take: bytes => {
          if (!open || bytes > most - used) return false
          used += bytes
          taken += bytes
          return true
        },
        release: () => {
          used -= taken
          taken = 0
          open = false
        },
      }
    },
  }
}
