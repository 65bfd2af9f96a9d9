// A request's body whose end is still coming from the client, as the HTTP client takes it. The provider's pace
// reaches the client: what is not taken is not read.
import { Readable } from 'node:stream'
import type { ByteStream } from '../streams/byte-stream.ts'
import { brokenOff } from './failure-of.ts'

/** `first` is sent before the stream. A stream that breaks off breaks the request off. */
export function streamedBody(first: Uint8Array, stream: ByteStream): Readable {
  let begun = false
  const readable = new Readable({
    read: () => {
      if (begun) return stream.resume()
      begun = true
      readable.push(first)
      stream.start({
        chunk: bytes => {
          if (!readable.push(bytes)) stream.pause()
        },
        end: () => void readable.push(null),
        fail: reason => void readable.destroy(brokenOff(reason)),
      })
    },
    destroy: (error, callback) => {
      stream.cancel()
      callback(error)
    },
  })
  return readable
}
