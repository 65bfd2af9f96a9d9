// A body whose reader may have a bug. What a reader throws would otherwise end in the callbacks of a socket, where
// nobody could tell which request it belonged to.
import { failure } from '../failures.ts'
import type { ByteSink, ByteStream } from './byte-stream.ts'

const BROKEN = failure('internal', 'The gateway failed while it read the reply.')

/** `onBug` hears what the sink threw; the body is given up and the sink is told that it broke off. */
export function guarded(body: ByteStream, onBug: (bug: unknown) => void): ByteStream {
  const guard = (sink: ByteSink): ByteSink => {
    let open = true
    const attempt = (action: () => void): void => {
      if (!open) return
      try {
        action()
      } catch (bug) {
        open = false
        body.cancel()
        onBug(bug)
        sink.fail(BROKEN)
      }
    }
    return {
      chunk: bytes => attempt(() => sink.chunk(bytes)),
      end: () => attempt(sink.end),
      fail: reason => attempt(() => sink.fail(reason)),
    }
  }
  return {
    start: sink => body.start(guard(sink)),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => body.cancel(),
  }
}
