// A body that arrives in pieces, as one. Given up when it grows past a limit, so that no provider can fill memory.
import { concatenate } from '../body/concatenate.ts'
import { type Failure, failure } from '../failures.ts'
import type { ByteStream } from './byte-stream.ts'

/** Calls back once, with all bytes or with why they did not come. `limit` is in bytes. */
export function collect(body: ByteStream, limit: number, done: (result: Uint8Array | Failure) => void): void {
  const pieces: Uint8Array[] = []
  let length = 0
  body.start({
    chunk: bytes => {
      length += bytes.length
      if (length <= limit) {
        pieces.push(bytes)
        return
      }
      body.cancel()
      done(
        failure('invalid_upstream_reply', `The provider's reply is larger than ${limit} bytes.`, {
          cause: 'too-large',
        }),
      )
    },
    end: () => done(concatenate(pieces)),
    fail: done,
  })
}
