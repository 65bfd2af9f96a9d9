// Shares of the slots: of `limits.concurrent_requests`, or of the connections where fewer fit into the memory. As long as many are free, a caller may hold any number. When few are, it may hold an eighth
// of those that are free, and at least one: however many one caller holds, the next call of another is served. A body that arrives too
// slowly ends while slots are short, and so does a stream of the caller with too many that takes nothing. Loaded once the listener is open, and used only while more than half of the slots are taken.
import { isAddressOwner } from '../gateway/authenticate.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'
import type { StalledReaders } from './stalled-readers.ts'

/** A request in flight, or a tunnel. */
export interface SlotHolder {
  /** Ends the request for a reason of the server's: where no reply has begun it is this failure, and a stream ends with it. */
  readonly end: (reason: Failure) => void
  /** Whose share of memory and slots it counts for: a key, or the address of a client without one. */
  readonly owner: () => string
  /** What has arrived of its body, and since when it has; undefined where it is whole. */
  readonly body: () => { readonly bytes: number; readonly since: number } | undefined
}

/** How many slots callers hold in all threads. */
export interface HeldSlots {
  readonly add: (owner: string, difference: number) => void
  readonly of: (owner: string) => number
}

export interface SlotShares {
  /** Why a request that has begun is refused, before its body is read; undefined if its caller holds few enough. */
  readonly refuse: (request: SlotHolder) => Failure | undefined
  /** A client got no slot, since none was free: its address is not the only one. */
  readonly turnedAway: (owner: string) => void
}

/** The share of the slots that only callers who hold few of them get, and the share of the free ones that each of these may hold. */
const RESERVED = 1 / 8
const EACH = 1 / 8
/** Milliseconds for which a count of all requests is used. */
const RECOUNT = 20
/** Milliseconds between two looks at bodies and readers. */
const LOOK = 1000
/**
 * Milliseconds for which a gateway whose callers have no keys has shares since it saw a second address. Where all come from one, as behind a
 * proxy, a share for others would be lost.
 */
const OTHERS = 600_000
/**
 * A body may take this many milliseconds, and one more for each half byte: the defaults of Apache's mod_reqtimeout,
 * `RequestReadTimeout body=20,MinRate=500` (https://httpd.apache.org/docs/2.4/mod/mod_reqtimeout.html).
 */
const GRACE = 20_000
const BYTES_PER_MILLISECOND = 0.5

const TOO_MANY = failure(
  'too_many_concurrent',
  'The caller has too many requests in flight while the gateway has few slots left (limits.concurrent_requests).',
)
const TOO_SLOW = failure(
  'timeout',
  'The body arrived at less than 500 bytes a second while the gateway had few slots left (limits.concurrent_requests).',
)

export interface SlotPorts {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly stalledReaders: StalledReaders
  /** The slots of each caller in all threads; undefined if one thread serves. */
  readonly sharedLoad?: { readonly held: HeldSlots } | undefined
}

/** `taken`: the slots that all threads use; with several requests on a connection, more than the limit of connections. */
export function createSlotShares(
  open: { readonly all: () => readonly SlotHolder[] },
  { limit, taken }: { readonly limit: number; readonly taken: () => number },
  { clock: { monotonic }, stalledReaders, sharedLoad }: SlotPorts,
): SlotShares {
  const reserved = Math.floor(limit * RESERVED)
  let counted = new Map<string, number>()
  let countedAt = Number.NEGATIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  /** The address that got more than a share. */
  let only: string | undefined
  /** Until when others than that are expected. */
  let othersUntil = Number.NEGATIVE_INFINITY
  const add = (request: SlotHolder): void => {
    const owner = request.owner()
    counted.set(owner, (counted.get(owner) ?? 0) + 1)
  }
  const recount = (): void => {
    counted = new Map()
    for (const request of open.all()) add(request)
  }
  const endSlow = (now: number): void => {
    const isSlow = (request: SlotHolder): boolean => {
      const arriving = request.body()
      return arriving !== undefined && now - arriving.since > GRACE + arriving.bytes / BYTES_PER_MILLISECOND
    }
    for (const request of open.all().filter(isSlow)) request.end(TOO_SLOW)
  }
  const count = (request: SlotHolder, owner: string, now: number): number => {
    if (sharedLoad !== undefined) return sharedLoad.held.of(owner)
    if (now - countedAt >= RECOUNT) {
      countedAt = now
      recount()
    } else add(request)
    return counted.get(owner) ?? 0
  }
  return {
    refuse: request => {
      const now = monotonic()
      const isLook = now - lookedAt >= LOOK
      if (isLook) {
        lookedAt = now
        endSlow(now)
      }
      const free = Math.max(0, limit - taken())
      if (free >= reserved) return undefined
      const owner = request.owner()
      if (isLook && open.all().some(each => each.owner() !== owner)) othersUntil = now + OTHERS
      const own = count(request, owner, now)
      // The request itself has a slot.
      if (own <= 1 + (free + 1) * EACH) return undefined
      if (isAddressOwner(owner) && now >= othersUntil) {
        only = owner
        return undefined
      }
      if (isLook) stalledReaders.endOf(owner, now - GRACE)
      return TOO_MANY
    },
    turnedAway: owner => {
      if (only !== undefined && owner !== only) othersUntil = monotonic() + OTHERS
    },
  }
}
