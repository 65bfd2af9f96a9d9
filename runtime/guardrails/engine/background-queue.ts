// Runs guards after the reply has been sent, with a concurrency limit; work over the limit is rejected and the caller
// is notified. Stopping the gateway cancels all of it.
import { type Cancellation, createCancellation } from '../../values/cancellation.ts'
import type { Clock } from '../../values/ports.ts'

/** Maximum number of tasks in flight. */
const MAX_IN_FLIGHT = 256

export interface BackgroundQueue {
  /** Schedules the work for after the current reply; false when the queue is full or stopped. */
  readonly run: (work: (cancellation: Cancellation) => Promise<void>) => boolean
  /** Cancels work in flight and rejects new work. */
  readonly stop: () => void
}

export function createBackgroundQueue(
  { after }: Pick<Clock, 'after'>,
  maxInFlight = MAX_IN_FLIGHT,
): BackgroundQueue {
  const cancellation = createCancellation()
  let running = 0
  const done = (): void => {
    running -= 1
  }
  return {
    run: work => {
      if (running >= maxInFlight || cancellation.cancelled()) return false
      running += 1
      after(0, () => {
        if (cancellation.cancelled()) done()
        else void work(cancellation).then(done, done)
      })
      return true
    },
    stop: () => cancellation.cancel(),
  }
}
