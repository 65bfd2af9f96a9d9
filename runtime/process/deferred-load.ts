// Loads parts that no call may need some time after the listener opens, so that the first calls are not delayed.
import type { Clock } from '../values/ports.ts'

/** Milliseconds after which the first calls of a process that was waited for have been answered. */
const FIRST_CALLS = 1_000

/** Returns what ends the wait, when the process stops. A call that needs any of it loads it sooner. */
export const deferLoads = (clock: Clock, loads: readonly (() => unknown)[]): (() => void) =>
  clock.after(FIRST_CALLS, () => {
    for (const load of loads) load()
  })
