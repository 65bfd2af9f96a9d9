// Limits the total size of buffered bodies, and of what connections and readers that stall hold. Bytes are counted as they arrive, not as they are declared, so a client
// that declares a large body and sends nothing reserves no memory. What is made of a body, such as parsed values, is counted before
// it is made. All of it is released when the request is over. When little is left, a caller that holds much gets nothing for a further
// request, so that the next one of another is served.
import { failure } from './failures.ts'

/** Units are bytes. */
export interface MemoryBudget {
  /** The share of one request. */
  readonly lease: () => MemoryLease
  /** Bytes that could be acquired now. */
  readonly free: () => number
  /** Bytes in use; of several threads, by this one. */
  readonly used: () => number
  /** Reclaims what is missing for others, which other threads may have used. */
  readonly relieve: () => void
}

export interface MemoryLease {
  /** False, without acquiring anything, when not enough is left or the lease was released. */
  readonly take: (bytes: number) => boolean
  /** Acquires bytes that are in memory already, even where no more is left: others give theirs, or are refused until they are returned. */
  readonly hold: (bytes: number) => void
  /** Whose share it counts for: a key, or the address of a client without one. */
  readonly belongTo: (owner: string) => void
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
 * Of the budget, what is free for others while bytes are held that may be reclaimed, and what only callers get who hold little: at most
 * `EACH` of what is left, unless they hold it for one request.
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
  const charge: Charge = bytes => {
    const missing = bytes - room()
    if (missing > 0) {
      if (missing > reclaimable.held()) return false
      reclaimable.release(missing)
    }
    add(bytes)
    return true
  }
  const owners = new Map<string, Share>()
  const shares: Shares = {
    of: owner => {
      const known = owners.get(owner)
      if (known !== undefined) return known
      const share = { owner, held: 0, leases: 0 }
      owners.set(owner, share)
      return share
    },
    end: owner => void owners.delete(owner),
    isExceeded: (held, bytes) => {
      const left = room() + reclaimable.held()
      return left - bytes < reserve && held + bytes > left * EACH
    },
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
    lease: () => new Lease(charge, add, hold, shares, own),
  }
}

const NOTHING: Reclaimable = { held: () => 0, release: () => {} }

/** Adds bytes to those in use; false if they do not fit. */
type Charge = (bytes: number) => boolean

/** What all requests of a caller hold in this thread. */
interface Share {
  readonly owner: string
  held: number
  leases: number
}

interface Shares {
  readonly of: (owner: string) => Share
  readonly end: (owner: string) => void
  /** Whether a caller who holds so much may not acquire so many bytes, since little is left. */
  readonly isExceeded: (held: number, bytes: number) => boolean
}

/** One object for each request. */
class Lease implements MemoryLease {
  readonly #charge: Charge
  readonly #add: (bytes: number) => void
  readonly #hold: (bytes: number) => void
  readonly #shares: Shares
  readonly #limit: number
  #share: Share | undefined
  #acquired = 0
  #isOpen = true

  constructor(
    charge: Charge,
    add: (bytes: number) => void,
    hold: (bytes: number) => void,
    shares: Shares,
    limit: number,
  ) {
    this.#charge = charge
    this.#add = add
    this.#hold = hold
    this.#shares = shares
    this.#limit = limit
  }

  take(bytes: number): boolean {
    if (!this.#isOpen || this.#isExceededBy(bytes) || !this.#charge(bytes)) return false
    this.#count(bytes)
    return true
  }

  hold(bytes: number): void {
    if (!this.#isOpen) return
    this.#count(bytes)
    this.#hold(bytes)
  }

  belongTo(owner: string): void {
    if (!this.#isOpen || this.#share !== undefined) return
    const share = this.#shares.of(owner)
    share.leases += 1
    share.held += this.#acquired
    this.#share = share
  }

  #count(bytes: number): void {
    this.#acquired += bytes
    if (this.#share !== undefined) this.#share.held += bytes
  }

  #isExceededBy(bytes: number): boolean {
    const held = this.#share?.held ?? 0
    // A caller may hold all of it for one request.
    return held > this.#acquired && this.#shares.isExceeded(held, bytes)
  }

  fitsAlone(bytes: number): boolean {
    return this.#acquired + bytes <= this.#limit
  }

  give(bytes: number): void {
    const returned = Math.min(bytes, this.#acquired)
    this.#add(-returned)
    this.#count(-returned)
  }

  release(): void {
    this.give(this.#acquired)
    this.#isOpen = false
    const share = this.#share
    if (share === undefined) return
    this.#share = undefined
    share.leases -= 1
    if (share.leases === 0) this.#shares.end(share.owner)
  }
}
