// Idle timeout of a relayed body: a provider that stalls must not occupy the client and a connection forever.

import type { ByteStream } from '../values/byte-stream.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'

/**
 * `idle`: maximum silence in milliseconds, without time paused by the client. `onBroken` is called when it is
 * exceeded or the body fails.
 */
export function idleLimit(
  body: ByteStream,
  clock: Clock,
  idle: number,
  onBroken: (reason: Failure) => void,
): ByteStream {
  let last = 0
  let paused = false
  let stop = (): void => {}
  return {
    start: sink => {
      last = clock.monotonic()
      const watch = (): void => {
        stop = clock.after(Math.max(1, paused ? idle : idle - (clock.monotonic() - last)), () => {
          if (paused || clock.monotonic() - last < idle) return watch()
          const reason = failure('timeout', `The provider sent nothing for ${idle} ms.`, { cause: 'timeout' })
          body.cancel()
          onBroken(reason)
          sink.fail(reason)
        })
      }
      watch()
      body.start({
        chunk: bytes => {
          last = clock.monotonic()
          sink.chunk(bytes)
        },
        end: () => {
          stop()
          sink.end()
        },
        fail: reason => {
          stop()
          onBroken(reason)
          sink.fail(reason)
        },
      })
    },
    pause: () => {
      paused = true
      body.pause()
    },
    resume: () => {
      paused = false
      last = clock.monotonic()
      body.resume()
    },
    cancel: () => {
      stop()
      body.cancel()
    },
  }
}
