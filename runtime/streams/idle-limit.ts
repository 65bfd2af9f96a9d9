// A body that is passed on as it comes, with a limit on its silence: a provider that stops in the middle must not hold
// a client and a connection for ever.
import { failure } from '../failures.ts'
import type { Clock } from '../ports.ts'
import type { ByteStream } from './byte-stream.ts'

/** `idle` is the longest silence in milliseconds; waiting for the client does not count. `broken` hears why it ended. */
export function idleLimit(
  body: ByteStream,
  clock: Clock,
  idle: number,
  broken: (reason: string) => void,
): ByteStream {
  let last = 0
  let paused = false
  let stop = (): void => {}
  return {
    start: sink => {
      last = clock.now()
      const watch = (): void => {
        stop = clock.after(Math.max(1, paused ? idle : idle - (clock.now() - last)), () => {
          if (paused || clock.now() - last < idle) return watch()
          const reason = failure('timeout', `The provider sent nothing for ${idle} ms.`, { cause: 'timeout' })
          body.cancel()
          broken(reason.message)
          sink.fail(reason)
        })
      }
      watch()
      body.start({
        chunk: bytes => {
          last = clock.now()
          sink.chunk(bytes)
        },
        end: () => {
          stop()
          sink.end()
        },
        fail: reason => {
          stop()
          broken(reason.message)
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
      last = clock.now()
      body.resume()
    },
    cancel: () => {
      stop()
      body.cancel()
    },
  }
}
