// A timeout for socket replies that does not blame the server when this process was busy.
import type { Clock } from '../../values/ports.ts'

/**
 * If the event loop was blocked, a timer fires before replies waiting in the socket are read: the second half of the
 * timeout, and one more turn of the loop behind it, give them a chance to be processed.
 */
export function fairTimeout(clock: Clock, milliseconds: number, action: () => void): () => void {
  let stop = clock.after(milliseconds / 2, () => {
    stop = clock.after(milliseconds / 2, () => {
      stop = clock.after(0, action)
    })
  })
  return () => stop()
}
