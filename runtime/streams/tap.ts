// Observes a stream without changing it.
import type { ByteStream } from '../values/byte-stream.ts'

export interface StreamTap {
  readonly chunk: (bytes: Uint8Array) => void
  /** The stream ended, successfully or not; not called when the client disconnected. */
  readonly end: (well: boolean) => void
}

export function tap(body: ByteStream, listener: StreamTap): ByteStream {
  return {
    start: sink =>
      body.start({
        chunk: bytes => {
          listener.chunk(bytes)
          sink.chunk(bytes)
        },
        end: () => {
          listener.end(true)
          sink.end()
        },
        fail: reason => {
          listener.end(false)
          sink.fail(reason)
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => body.cancel(),
  }
}
