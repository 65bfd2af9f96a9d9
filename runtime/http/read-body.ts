// The bytes of a request, up to a limit. Given up as soon as the limit is passed, or at once when the length that
// the client announces passes it. Uploads may be larger than what is held: then their end is handed on as a stream.
import type { IncomingMessage } from 'node:http'
import type { BodyRemainder } from '../values/body/body.ts'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'

/** Limits in bytes. `upload` is absent where a body must be held whole. */
export interface BodyLimits {
  readonly buffered: number
  readonly upload: number | undefined
  /** What is left for the bodies of all requests when this one begins. */
  readonly free: number
}

export interface BufferedBody {
  readonly bytes: Uint8Array
  readonly remainder?: BodyRemainder
}

const EMPTY = new Uint8Array(0)

const tooLarge = (limit: number): Failure =>
  failure('body_too_large', `The body is larger than the ${limit} bytes that this gateway accepts.`)
const TRUNCATED = failure('invalid_request', 'The body broke off.')

/**
 * Each byte that is held is taken from `memory`; where there is none left, or less than is announced, the request is
 * refused. Calls back once: with the bytes, with a failure, or with undefined when the client left before the end. Gives a count
 * of the bytes that have come.
 */
export function readBody(
  request: IncomingMessage,
  { buffered, upload, free }: BodyLimits,
  memory: MemoryLease,
  done: (result: BufferedBody | Failure | undefined) => void,
): () => number {
  const announced = request.headers['content-length']
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) {
    request.resume()
    done({ bytes: EMPTY })
    return () => 0
  }
  const largest = Math.max(buffered, upload ?? 0)
  if (announced !== undefined && Number(announced) > largest) {
    done(tooLarge(largest))
    return () => 0
  }
  if (announced !== undefined && Math.min(Number(announced), buffered) > free) {
    done(OVERLOADED)
    return () => 0
  }
  // The connection keeps the request, and this with it, until another one comes.
  let pieces: Buffer[] = []
  let length = 0
  let open = true
  const finish = (result: BufferedBody | Failure | undefined): void => {
    if (!open) return
    open = false
    pieces = []
    done(result)
  }
  request.on('data', (piece: Buffer) => {
    length += piece.length
    if (!open) return
    if (!memory.take(piece.length)) return finish(OVERLOADED)
    pieces.push(piece)
    if (length <= buffered) return
    if (upload === undefined) return finish(tooLarge(buffered))
    const stream = remainderOf(request, largest - length, tooLarge(largest))
    const whole = announced === undefined ? undefined : Number(announced)
    finish({ bytes: Buffer.concat(pieces, length), remainder: { stream, length: whole, consumed: false } })
  })
  request.on('end', () =>
    finish({ bytes: pieces.length === 1 ? (pieces[0] ?? EMPTY) : Buffer.concat(pieces, length) }),
  )
  request.on('close', () => finish(undefined))
  request.on('error', () => finish(undefined))
  return () => length
}

/** What is still to come of the request; it fails with `beyond` when it holds more than `most` bytes. */
function remainderOf(request: IncomingMessage, limit: number, tooLargeFailure: Failure): ByteStream {
  let left = limit
  let open = true
  request.pause()
  return {
    start: (sink: ByteSink) => {
      const close = (action: () => void): void => {
        if (!open) return
        open = false
        action()
      }
      request.on('data', (piece: Buffer) => {
        left -= piece.length
        if (left < 0) close(() => sink.fail(tooLargeFailure))
        else if (open) sink.chunk(piece)
      })
      request.on('end', () => close(() => sink.end()))
      request.on('close', () => close(() => sink.fail(TRUNCATED)))
      request.resume()
    },
    pause: () => void request.pause(),
    resume: () => void request.resume(),
    cancel: () => {
      open = false
      request.resume()
    },
  }
}
