// Limits the total size of buffered bodies. Bytes are counted as they arrive, not as they are declared, so a client
// that declares a large body and sends nothing reserves no memory. They are released when the request is over.
import { failure } from './failures.ts'

/** Units are bytes. */
export interface MemoryBudget {
  /** The share of one request. */
  readonly lease: () => MemoryLease
  /** Bytes that could be acquired now. */
  readonly free: () => number
  readonly used: () => number
}

export interface MemoryLease {
  /** False, without acquiring anything, when not enough is left or the lease was released. */
  readonly take: (bytes: number) => boolean
  /** Releases everything that was acquired, for good. Idempotent. */
  readonly release: () => void
}

export const OVERLOADED = failure(
  'overloaded',
  'The gateway is out of memory for request and reply bodies (limits.buffered_bytes).',
)

export function createMemoryBudget(limit: number): MemoryBudget {
  let used = 0
  return {
    free: () => limit - used,
    used: () => used,
    lease: () => {
      let acquired = 0
      let open = true
      return {
        take: bytes => {
          if (!open || bytes > limit - used) return false
          used += bytes
          acquired += bytes
          return true
        },
        release: () => {
          used -= acquired
          acquired = 0
          open = false
        },
      }
    },
  }
}
