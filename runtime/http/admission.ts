// How many requests are served at a time, besides the fixed limit: as many as leave the event loop responsive. Only the gateway's own
// delay counts, never how long providers take, so that slow models are not mistaken for a busy gateway.
import type { Clock } from '../values/ports.ts'

export interface RequestAdmission {
  /** Whether a request of this key is served, with those in flight besides it; it counts for its key until it is released. */
  readonly admit: (key: string) => boolean
  readonly release: (key: string) => void
}

/** Requests in flight that are always served. */
const FLOOR = 64
/** Milliseconds between two looks at the event loop, and how late each may be. */
const TICK = 50
const LATE = 50
/** So many looks in a row decide, or two of a long delay together: a pause of the garbage collector is no overload. */
const LOOKS = 4
const LONG = 400
const LEAST_CUT = 0.9
const MOST_CUT = 0.2
const GROWTH = 1.1
const STEP = 8

/** `inFlight`: requests that are being served, of which at most `most` are. A gateway with few of them has no timer. */
export function createAdmission(
  most: number,
  inFlight: () => number,
  { monotonic, after }: Pick<Clock, 'monotonic' | 'after'>,
): RequestAdmission {
  let limit = most
  let isWatching = false
  let looks = 0
  let total = 0
  /** The least delay of these looks in milliseconds. */
  let least = Number.POSITIVE_INFINITY
  const ofKeys = new Map<string, number>()

  const adapt = (): void => {
    const serving = inFlight()
    if (least > LATE) {
      const kept = Math.min(LEAST_CUT, Math.max(MOST_CUT, LATE / least))
      limit = Math.max(FLOOR, Math.floor(Math.min(limit, serving) * kept))
    } else if (serving >= limit * LEAST_CUT) limit = Math.min(most, Math.ceil(limit * GROWTH) + STEP)
    looks = 0
    total = 0
    least = Number.POSITIVE_INFINITY
  }
  const watch = (): void => {
    isWatching = true
    const due = monotonic() + TICK
    after(TICK, () => {
      const late = monotonic() - due
      least = Math.min(least, late)
      total += late
      looks += 1
      if (looks === LOOKS || (looks > 1 && total > LONG)) adapt()
      if (inFlight() > FLOOR || late > LATE) return watch()
      isWatching = false
      limit = most
    })
  }
  return {
    admit: key => {
      const own = ofKeys.get(key) ?? 0
      const serving = inFlight()
      if (serving > FLOOR && !isWatching) watch()
      // Where there is no room, those that have less than their share of it are still served.
      if (serving > limit && (ofKeys.size <= 1 || own >= Math.floor(limit / ofKeys.size))) return false
      ofKeys.set(key, own + 1)
      return true
    },
    release: key => {
      const own = ofKeys.get(key) ?? 0
      if (own > 1) ofKeys.set(key, own - 1)
      else ofKeys.delete(key)
    },
  }
}
