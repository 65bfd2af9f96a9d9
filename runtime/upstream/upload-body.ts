// A request body that is still arriving from the client, as a Node stream for the HTTP client, with backpressure from
// the provider to the client.
import { Readable } from 'node:stream'
import type { ByteStream } from '../values/byte-stream.ts'
import { truncated } from './network-failure.ts'

/** `first` is sent before the stream. A truncated stream aborts the request. */
export function uploadBody(first: Uint8Array, stream: ByteStream): Readable {
  let started = false
  const readable = new Readable({
    read: () => {
      if (started) return stream.resume()
      started = true
      readable.push(first)
      stream.start({
        chunk: bytes => {
          if (!readable.push(bytes)) stream.pause()
        },
        end: () => void readable.push(null),
        fail: reason => void readable.destroy(truncated(reason)),
      })
    },
    destroy: (error, callback) => {
      stream.cancel()
      callback(error)
    },
  })
  return readable
}
