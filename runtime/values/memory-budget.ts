// Limits the total size of buffered bodies, and of what connections and readers that stall hold. Bytes are counted as they arrive, not as they are declared, so a client
// that declares a large body and sends nothing reserves no memory. What is made of a body, such as parsed values, is counted before
// it is made. All of it is released when the request is over. When little is left, a caller that holds much gets nothing for a further
// request, so that the next one of another is served.
import { failure } from './failures.ts'

/** Units are bytes. */
export interface MemoryBudget {
  /** The share of one request; without a holder, of the gateway itself. */
  readonly lease: (holder?: MemoryOwner) => MemoryLease
  /** Bytes that could be acquired now. */
  readonly free: () => number
  /** Bytes in use; of several threads, by this one. */
  readonly used: () => number
  /** Reclaims what is missing for others, which other threads may have used. */
  readonly relieve: () => void
}

export interface MemoryOwner {
  /** Whose share it counts for: a key, or the address of a client without one; undefined while it is not known. */
  readonly owner: () => string | undefined
}

export interface MemoryLease {
  /** False, without acquiring anything, when not enough is left or the lease was released. */
  readonly take: (bytes: number) => boolean
  /** Acquires bytes that are in memory already, even where no more is left: others give theirs, or are refused until they are returned. */
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

/** What may be asked to return bytes where they are short. */
export interface Reclaimable {
  /** Bytes that it would return. */
  readonly held: () => number
  /** Returns so many bytes, or all that it holds. */
  readonly release: (bytes: number) => void
}

/** The budget of a thread that shares it with others. */
export interface SharedBudget {
  /** Bytes that other threads use. */
  readonly elsewhere: () => number
  /** Tells them what this thread uses. */
  readonly publish: (used: number) => void
  /** What this thread may use at most. */
  readonly own: number
}

/**
 * Of the budget, what is free for others while bytes are held that may be reclaimed, and what only callers get whose other requests hold
 * little: at most `EACH` of what is left.
 */
const RESERVE = 1 / 8
const EACH = 1 / 2

export function createMemoryBudget(
  limit: number,
  reclaimable: Reclaimable = NOTHING,
  shared?: SharedBudget,
): MemoryBudget {
  const own = Math.min(limit, shared?.own ?? limit)
  const reserve = limit * RESERVE
  let used = 0
  const room = (): number =>
    shared === undefined ? limit - used : Math.min(limit - shared.elsewhere() - used, own - used)
  const add = (bytes: number): void => {
    used += bytes
    shared?.publish(used)
  }
  /** Those of requests, in any order. */
  const leases: Lease[] = []
  const isExceeded = (lease: Lease, bytes: number): boolean => {
    const left = room() + reclaimable.held()
    return left - bytes < reserve && Lease.isBeyond(left * EACH, lease, leases)
  }
  const charge: Charge = (bytes, lease) => {
    const left = room()
    if (left - bytes < reserve && isExceeded(lease, bytes)) return false
    const missing = bytes - left
    if (missing > 0) {
      if (missing > reclaimable.held()) return false
      reclaimable.release(missing)
    }
    add(bytes)
    return true
  }
  const relieve = (): void => {
    const missing = reserve - room()
    if (missing > 0 && reclaimable.held() > 0) reclaimable.release(missing)
  }
  const hold = (bytes: number): void => {
    add(bytes)
    relieve()
  }
  return {
    free: () => room() + reclaimable.held(),
    used: () => used,
    relieve,
    lease: holder => {
      const lease = new Lease(charge, add, hold, own, leases, holder)
      if (holder !== undefined) lease.place = leases.push(lease) - 1
      return lease
    },
  }
}

const NOTHING: Reclaimable = { held: () => 0, release: () => {} }

/** Adds bytes to those in use; false if they do not fit. */
type Charge = (bytes: number, lease: Lease) => boolean

/** One object for each request. */
class Lease implements MemoryLease {
  /** Where it is among those of requests; -1 if it is not. */
  place = -1
  readonly #charge: Charge
  readonly #add: (bytes: number) => void
  readonly #hold: (bytes: number) => void
  readonly #limit: number
  readonly #leases: Lease[]
  readonly #holder: MemoryOwner | undefined
  #acquired = 0
  #isOpen = true

  constructor(
    charge: Charge,
    add: (bytes: number) => void,
    hold: (bytes: number) => void,
    limit: number,
    leases: Lease[],
    holder: MemoryOwner | undefined,
  ) {
    this.#charge = charge
    this.#add = add
    this.#hold = hold
    this.#limit = limit
    this.#leases = leases
    this.#holder = holder
  }

  /** Whether the caller of a lease holds more than so many bytes for other requests. */
  static isBeyond(bytes: number, lease: Lease, leases: readonly Lease[]): boolean {
    const owner = lease.#holder?.owner()
    if (owner === undefined) return false
    let others = 0
    for (const other of leases) {
      if (other === lease || other.#acquired === 0 || other.#holder?.owner() !== owner) continue
      others += other.#acquired
      if (others > bytes) return true
    }
    return false
  }

  take(bytes: number): boolean {
    if (!this.#isOpen || !this.#charge(bytes, this)) return false
    this.#acquired += bytes
    return true
  }

  hold(bytes: number): void {
    if (!this.#isOpen) return
    this.#acquired += bytes
    this.#hold(bytes)
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
    if (this.place < 0) return
    // The last one takes its place. A set would cost a seventh of a call.
    const last = this.#leases.pop()
    if (last !== undefined && last !== this) {
      this.#leases[this.place] = last
      last.place = this.place
    }
    this.place = -1
  }
}
