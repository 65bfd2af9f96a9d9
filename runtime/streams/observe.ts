// A stream with someone looking on: the bytes pass as they are.
import type { ByteStream } from './byte-stream.ts'

export interface Observer {
  readonly chunk: (bytes: Uint8Array) => void
  /** The stream ended, well or not; not called when the client left. */
  readonly end: (well: boolean) => void
}

export function observe(body: ByteStream, observer: Observer): ByteStream {
  return {
    start: sink =>
      body.start({
        chunk: bytes => {
          observer.chunk(bytes)
          sink.chunk(bytes)
        },
        end: () => {
          observer.end(true)
          sink.end()
        },
        fail: reason => {
          observer.end(false)
          sink.fail(reason)
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => body.cancel(),
  }
}
