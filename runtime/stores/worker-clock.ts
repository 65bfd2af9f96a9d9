// The clock of a worker thread, to which the ports of the process cannot be passed.
import type { Clock } from '../values/ports.ts'

export const createWorkerClock = (): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
})
