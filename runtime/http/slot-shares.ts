// Shares of `limits.concurrent_requests`. As long as many are free, a caller may hold any number. When few are, it may hold an eighth
// of those that are free, and at least one: however many one caller holds, the next call of another is served. A body that arrives too
// slowly ends while slots are short. Loaded once the listener is open, and used only while more than half of the slots are taken.
import { type Failure, failure } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'

/** A request in flight, or a tunnel. */
export interface SlotHolder {
  /** Ends the request for a reason of the server's: where no reply has begun it is this failure, and a stream ends with it. */
  readonly end: (reason: Failure) => void
  /** Whose share of memory and slots it counts for: a key, or the address of a client without one. */
  readonly owner: () => string
  /** What has arrived of its body, and since when it has; undefined where it is whole. */
  readonly body: () => { readonly bytes: number; readonly since: number } | undefined
}

export interface SlotShares {
  /** Why a request that has begun is refused, before its body is read; undefined if its caller holds few enough. */
  readonly refuse: (request: SlotHolder) => Failure | undefined
}

/** The share of the slots that only callers who hold few of them get, and the share of the free ones that each of these may hold. */
const RESERVED = 1 / 8
const EACH = 1 / 8
/** Milliseconds for which a count of all requests is used. */
const RECOUNT = 20
/** Milliseconds between two looks at bodies. */
const LOOK = 1000
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

/** `taken`: the slots that all threads use. */
export function createSlotShares(
  open: { readonly all: () => readonly SlotHolder[] },
  { limit, taken }: { readonly limit: number; readonly taken: () => number },
  { monotonic }: Pick<Clock, 'monotonic'>,
): SlotShares {
  const reserved = Math.floor(limit * RESERVED)
  let held = new Map<string, number>()
  let countedAt = Number.NEGATIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  const add = (request: SlotHolder): void => {
    const owner = request.owner()
    held.set(owner, (held.get(owner) ?? 0) + 1)
  }
  const recount = (): void => {
    held = new Map()
    for (const request of open.all()) add(request)
  }
  const endSlow = (now: number): void => {
    const isSlow = (request: SlotHolder): boolean => {
      const arriving = request.body()
      return arriving !== undefined && now - arriving.since > GRACE + arriving.bytes / BYTES_PER_MILLISECOND
    }
    for (const request of open.all().filter(isSlow)) request.end(TOO_SLOW)
  }
  return {
    refuse: request => {
      const now = monotonic()
      if (now - lookedAt >= LOOK) {
        lookedAt = now
        endSlow(now)
      }
      const free = limit - taken()
      if (free >= reserved) return undefined
      if (now - countedAt >= RECOUNT) {
        countedAt = now
        recount()
      } else add(request)
      // The request itself has a slot.
      return (held.get(request.owner()) ?? 0) > 1 + (free + 1) * EACH ? TOO_MANY : undefined
    },
  }
}
