// Buffers a whole body, up to a limit that protects memory.

import type { ByteStream } from '../values/byte-stream.ts'
import { concatenate } from '../values/concatenate.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'

/**
 * Calls back once, with all bytes or a failure. `limit` is in bytes; `memory` is charged with them until the request
 * is over.
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
