// Loads behind the listener what no call may need: later, so that it does not delay the first calls.
import type { Clock } from '../values/ports.ts'

/** Milliseconds after which the first calls of a process that was waited for have been answered. */
const FIRST_CALLS = 1_000

/** Returns what ends the wait, when the process stops. A call that needs any of it loads it sooner. */
export const loadBehind = (clock: Clock, loads: readonly (() => unknown)[]): (() => void) =>
  clock.after(FIRST_CALLS, () => {
    for (const load of loads) load()
  })
