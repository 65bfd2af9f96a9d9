// A clock that only tests advance: no test ever sleeps.
import {
  createVirtualClock,
  type VirtualClock as SimulatedClock,
} from '../../runtime/simulation/virtual-clock.ts'

export { settlePromises as settle } from '../../runtime/simulation/virtual-clock.ts'

export interface VirtualClock extends SimulatedClock {
  /** Sets the wall clock, and not the monotonic one, by so many milliseconds. */
  readonly setWallClock: (milliseconds: number) => void
}

export function virtualClock(start?: number): VirtualClock {
  const clock = createVirtualClock(undefined, start)
  let shift = 0
  return {
    ...clock,
    now: () => clock.now() + shift,
    setWallClock: milliseconds => {
      shift += milliseconds
    },
  }
}
