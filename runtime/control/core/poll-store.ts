// Looks at a store once a second, and notices when the process did not run in between: it was stopped, or its machine suspended. What
// it knows is old then, and requests that have arrived meanwhile are read before any timer runs, so they ask here. Between two ticks that
// takes two looks at the clock. The monotonic clock does not count the time of a suspended machine, and the wall clock may be set.
import type { Clock } from '../../values/ports.ts'

/** Settles when what is known has been read after a gap of the clock; undefined if there is none. */
export type Behind = () => Promise<void> | undefined

/** Both of what a process reads; absent if it reads nothing. */
export function bothBehind(one: Behind | undefined, other: Behind | undefined): Behind | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return () => {
    const [first, second] = [one(), other()]
    return first === undefined || second === undefined
      ? (first ?? second)
      : Promise.all([first, second]).then(() => {})
  }
}

export interface StorePoll {
  readonly behind: Behind
  /** Milliseconds that the monotonic clock has not counted since `seen` was called. */
  readonly uncounted: () => number
  /** The store was found to have no more changes. */
  readonly seen: () => void
  readonly stop: () => void
}

/** Milliseconds between two looks. */
const POLL = 1_000
/** Milliseconds without a tick after which the clock has a gap: changes of other processes are known within two seconds. */
const GAP = 2_000

/** `look` never rejects, and looks of one caller follow each other. */
export function pollStore(clock: Clock, look: () => Promise<void>): StorePoll {
  let [ticked, wall] = [clock.monotonic(), clock.now()]
  let uncounted = 0
  let reading: Promise<void> | undefined
  let isLooking = false
  let stopTimer = (): void => {}

  const behind: Behind = () => {
    const [passed, passedOnTheWall] = [clock.monotonic() - ticked, clock.now() - wall]
    if (passed <= GAP && passedOnTheWall <= GAP) return reading
    uncounted += Math.max(0, passedOnTheWall - passed)
    tick()
    const current = look().finally(() => {
      if (reading === current) reading = undefined
    })
    reading = current
    return current
  }
  const tick = (): void => {
    ticked = clock.monotonic()
    wall = clock.now()
  }
  const wait = (): void => {
    stopTimer = clock.after(POLL, () => {
      const isBehind = behind() !== undefined
      tick()
      wait()
      if (isBehind || isLooking) return
      isLooking = true
      void look().finally(() => {
        isLooking = false
      })
    })
  }
  wait()
  return {
    behind,
    uncounted: () => uncounted,
    seen: () => {
      uncounted = 0
    },
    stop: () => stopTimer(),
  }
}
