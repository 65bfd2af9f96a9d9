// A request body that is still arriving from the client, as a Node stream for the HTTP client, with backpressure from
// the provider to the client.
import { Readable } from 'node:stream'
import type { ByteStream } from '../streams/byte-stream.ts'
import { brokenOff } from './failure-of.ts'

/** `first` is sent before the stream. A truncated stream aborts the request. */
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
