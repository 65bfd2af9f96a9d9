// A stream with someone looking on: the bytes pass as they are.
import type { ByteStream } from '../values/byte-stream.ts'

export interface StreamTap {
  readonly chunk: (bytes: Uint8Array) => void
  /** The stream ended, well or not; not called when the client left. */
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
