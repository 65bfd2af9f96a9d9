// A clock that moves only from timer to timer, so that a minute of retries takes no time and every run is the same.
import type { Clock } from '../values/ports.ts'

export interface VirtualClock extends Clock {
  /** Moves the time on and runs what falls due, in order, letting promises settle in between. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Moves on to the next timer, however far it is; false when there is none. */
  readonly next: () => Promise<boolean>
  /** Moves from timer to timer until `isDone`; false when no timer is left, or the next is later than `limit` milliseconds. */
  readonly runUntil: (isDone: () => boolean, limit: number) => Promise<boolean>
  /** Sets the time to so many milliseconds from the beginning, also back, and forgets all timers. */
  readonly moveTo: (milliseconds: number) => void
  /** Forgets all timers and begins again. */
  readonly restart: () => void
  /** The requested waits, in order, in milliseconds. */
  readonly waits: readonly number[]
}

/** Resolves when every promise that can settle has done so. */
export type SettlePromises = () => Promise<void>

/** Lets promises settle without the event loop: enough for chains of some dozens. */
export const settlePromises: SettlePromises = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

interface Timer {
  readonly at: number
  readonly action: () => void
}

const START = Date.parse('2026-01-01T00:00:00Z')

export function createVirtualClock(settle: SettlePromises = settlePromises, start = START): VirtualClock {
  let now = start
  /** In the order in which they fall due. */
  const timers: Timer[] = []
  const waits: number[] = []
  const insert = (timer: Timer): void => {
    let index = timers.length
    while (index > 0 && (timers[index - 1]?.at ?? 0) > timer.at) index -= 1
    timers.splice(index, 0, timer)
  }
  const fireFirst = (): void => {
    const timer = timers.shift()
    if (timer === undefined) return
    now = Math.max(now, timer.at)
    timer.action()
  }
  const advanceTo = async (until: number): Promise<void> => {
    for (;;) {
      await settle()
      const [first] = timers
      if (first === undefined || first.at > until) break
      fireFirst()
    }
    now = Math.max(now, until)
  }
  return {
    now: () => now,
    // Whole milliseconds, as of the real port.
    monotonic: () => Math.floor(now - start),
    after: (milliseconds, action) => {
      const timer = { at: now + milliseconds, action }
      waits.push(milliseconds)
      insert(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
    advance: async milliseconds => await advanceTo(now + milliseconds),
    next: async () => {
      await settle()
      const [first] = timers
      if (first === undefined) return false
      await advanceTo(first.at)
      return true
    },
    runUntil: async (isDone, limit) => {
      const latest = now + limit
      for (;;) {
        await settle()
        if (isDone()) return true
        const [first] = timers
        if (first === undefined || first.at > latest) return false
        fireFirst()
      }
    },
    moveTo: milliseconds => {
      now = start + milliseconds
      timers.length = 0
      waits.length = 0
    },
    restart: () => {
      now = start
      timers.length = 0
      waits.length = 0
    },
    waits,
  }
}
