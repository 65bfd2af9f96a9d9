// Limits the total size of buffered bodies. Bytes are counted as they arrive, not as they are declared, so a client
// that declares a large body and sends nothing reserves no memory. What is made of a body, such as parsed values, is counted before
// it is made. All of it is released when the request is over.
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
  /** Acquires bytes that are in memory already, even where no more is left: others are refused until they are returned. */
  readonly hold: (bytes: number) => void
  /** Returns a part of what was acquired. */
  readonly give: (bytes: number) => void
  /** Whether so many bytes more could be acquired if no other request held any. */
  readonly fitsAlone: (bytes: number) => boolean
  /** Releases everything that was acquired, for good. Idempotent. */
  readonly release: () => void
}

export const OVERLOADED = failure(
  'overloaded',
  'The gateway is out of memory for request and reply bodies (limits.buffered_bytes).',
)

export function createMemoryBudget(limit: number): MemoryBudget {
  let used = 0
  const charge: Charge = bytes => {
    if (bytes > limit - used) return false
    used += bytes
    return true
  }
  const add = (bytes: number): void => {
    used += bytes
  }
  return { free: () => limit - used, used: () => used, lease: () => new Lease(charge, add, limit) }
}

/** Adds bytes to those in use; false where they do not fit. */
type Charge = (bytes: number) => boolean

/** One object for each request. */
class Lease implements MemoryLease {
  readonly #charge: Charge
  readonly #add: (bytes: number) => void
  readonly #limit: number
  #acquired = 0
  #isOpen = true

  constructor(charge: Charge, add: (bytes: number) => void, limit: number) {
    this.#charge = charge
    this.#add = add
    this.#limit = limit
  }

  take(bytes: number): boolean {
    if (!this.#isOpen || !this.#charge(bytes)) return false
    this.#acquired += bytes
    return true
  }

  hold(bytes: number): void {
    if (!this.#isOpen) return
    this.#add(bytes)
    this.#acquired += bytes
  }

  fitsAlone(bytes: number): boolean {
    return this.#acquired + bytes <= this.#limit
  }

  give(bytes: number): void {
    const returned = Math.min(bytes, this.#acquired)
    this.#add(-returned)
    this.#acquired -= returned
  }

  release(): void {
    this.#add(-this.#acquired)
    this.#acquired = 0
    this.#isOpen = false
  }
}
