// Waits for something that is not worth waiting for long, such as a store when the process stops.
import type { Clock } from './ports.ts'

/** Resolves when the promise is settled, or after so many milliseconds. */
export const waitAtMost = (
  milliseconds: number,
  promise: Promise<unknown>,
  clock: Pick<Clock, 'after'>,
): Promise<void> =>
  new Promise(resolve => {
    const stopWaiting = clock.after(milliseconds, resolve)
    const finish = (): void => {
      stopWaiting()
      resolve()
    }
    promise.then(finish, finish)
  })
