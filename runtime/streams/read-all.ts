// A body that arrives in pieces, as one. Given up when it grows past a limit, so that no provider can fill memory.

import type { ByteStream } from '../values/byte-stream.ts'
import { concatenate } from '../values/concatenate.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'

/**
 * Calls back once, with all bytes or with why they did not come. `limit` is in bytes; `memory` is what they are counted
 * against until the request is over.
 */
export function readAll(
  body: ByteStream,
  limit: number,
  done: (result: Uint8Array | Failure) => void,
  memory?: MemoryLease,
): void {
  const pieces: Uint8Array[] = []
  let length = 0
  body.start({
    chunk: bytes => {
      length += bytes.length
      const counted = memory === undefined || memory.take(bytes.length)
      if (counted && length <= limit) {
        pieces.push(bytes)
        return
      }
      body.cancel()
      if (!counted) return done(OVERLOADED)
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
