// A clock that only tests advance: no test ever sleeps.
import type { Clock } from '../../runtime/values/ports.ts'

export interface VirtualClock extends Clock {
  /** Moves the time on and runs what falls due, in order, letting promises settle in between. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Moves on to the next timer, however far it is; false when there is none. */
  readonly next: () => Promise<boolean>
  /** Sets the wall clock, and not the monotonic one, by so many milliseconds. */
  readonly setWallClock: (milliseconds: number) => void
  /** The requested waits, in order, in milliseconds. */
  readonly waits: readonly number[]
}

/** Lets every promise that can settle do so. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

export function virtualClock(start = Date.parse('2026-01-01T00:00:00Z')): VirtualClock {
  let now = start
  let shift = 0
  let timers: { readonly at: number; readonly action: () => void }[] = []
  const waits: number[] = []
  const runUntil = async (until: number): Promise<void> => {
    for (;;) {
      await settle()
      const due = timers.filter(timer => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      timers = timers.filter(timer => timer !== due)
      now = Math.max(now, due.at)
      due.action()
    }
    now = Math.max(now, until)
  }
  return {
    now: () => now + shift,
    monotonic: () => Math.floor(now - start),
    setWallClock: milliseconds => {
      shift += milliseconds
    },
    after: (milliseconds, action) => {
      const timer = { at: now + milliseconds, action }
      waits.push(milliseconds)
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
    advance: async milliseconds => await runUntil(now + milliseconds),
    next: async () => {
      await settle()
      const first = timers.toSorted((a, b) => a.at - b.at)[0]
      if (first === undefined) return false
      await runUntil(first.at)
      return true
    },
    waits,
  }
}
