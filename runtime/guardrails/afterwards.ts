// What guards do after the reply has gone: beside requests, never in them. So many at a time; what comes on top is not
// run, and whoever brought it hears so. The end of the gateway ends all of it.
import { type Cancellation, createCancellation } from '../cancellation.ts'
import type { Clock } from '../ports.ts'

/** How many may be under way at the same time. */
const MOST = 256

export interface Afterwards {
  /** Runs the work once the reply at hand is out of the way; false where there is no place for it. */
  readonly run: (work: (cancellation: Cancellation) => Promise<void>) => boolean
  /** Ends what is under way, and begins nothing any more. */
  readonly stop: () => void
}

export function createAfterwards({ after }: Pick<Clock, 'after'>, most = MOST): Afterwards {
  const cancellation = createCancellation()
  let running = 0
  const done = (): void => {
    running -= 1
  }
  return {
    run: work => {
      if (running >= most || cancellation.cancelled()) return false
      running += 1
      after(0, () => {
        if (cancellation.cancelled()) done()
        else void work(cancellation).then(done, done)
      })
      return true
    },
    stop: cancellation.cancel,
  }
}
