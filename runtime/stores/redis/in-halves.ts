// A timer for answers of a socket, which must not blame the server for what kept the process busy.
import type { Clock } from '../../ports.ts'

/**
 * A timer that fires late because the process was busy has not let answers in yet that lie in the socket: the second
 * half is waited for after they had a chance to come.
 */
export function inHalves(clock: Clock, milliseconds: number, action: () => void): () => void {
  let stop = clock.after(milliseconds / 2, () => {
    stop = clock.after(milliseconds / 2, action)
  })
  return () => stop()
}
