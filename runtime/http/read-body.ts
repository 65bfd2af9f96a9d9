// Reads a request body up to a limit. Fails as soon as the limit is exceeded, or at once when the declared length
// exceeds it. Uploads may exceed the buffer: then the remainder is returned as a stream.
import type { IncomingMessage } from 'node:http'
import type { BodyRemainder } from '../values/body/body.ts'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'

/** Limits in bytes. `upload` is undefined where the body must be buffered entirely. */
export interface BodyLimits {
  readonly buffered: number
  readonly upload: number | undefined
  /** Bytes free in the memory budget. */
  readonly free: () => number
}

/** A body that is being read. */
export interface BodyReading {
  /** Number of bytes received. */
  readonly length: () => number
  /** The client disconnected. */
  readonly abort: () => void
}

export const NOTHING_TO_READ: BodyReading = { length: () => 0, abort: () => {} }

/** Bytes of a body that is read and discarded, which costs less than another connection. */
const SMALL_BODY = 1_048_576

/** Whether the rest of a body is small enough for that. */
export const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY

/** Bytes of a body that is refused as it arrives where memory is short, and not by its length. */
const CHARGED_ON_ARRIVAL = 16_384

export interface BufferedBody {
  readonly bytes: Uint8Array
  readonly remainder?: BodyRemainder
}

const EMPTY = new Uint8Array(0)

export const bodyTooLarge = (limit: number): Failure =>
  failure('body_too_large', `The request body exceeds the limit of ${limit} bytes.`)
const TRUNCATED = failure('invalid_request', 'The request body ended unexpectedly.')

/**
 * Buffered bytes are charged to `memory`; when not enough is left, the result is `OVERLOADED`. Calls back once: with
 * the bytes, with a failure, or with undefined when the client disconnected early, which the caller reports.
 */
export function readBody(
  request: IncomingMessage,
  { buffered, upload, free }: BodyLimits,
  memory: MemoryLease,
  done: (result: BufferedBody | Failure | undefined) => void,
): BodyReading {
  const announced = request.headers['content-length']
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) {
    request.resume()
    done({ bytes: EMPTY })
    return NOTHING_TO_READ
  }
  const whole = announced === undefined ? undefined : Number(announced)
  const largest = Math.max(buffered, upload ?? 0)
  if (whole !== undefined && whole > largest) {
    done(bodyTooLarge(largest))
    return NOTHING_TO_READ
  }
  if (whole !== undefined && whole > CHARGED_ON_ARRIVAL && Math.min(whole, buffered) > free()) {
    done(OVERLOADED)
    return NOTHING_TO_READ
  }
  // The connection references the request, and thereby these pieces, until the next one.
  let first: Buffer | undefined
  let others: Buffer[] | undefined
  let length = 0
  let open = true
  const finish = (result: BufferedBody | Failure | undefined): void => {
    if (!open) return
    open = false
    first = undefined
    others = undefined
    done(result)
  }
  const received = (): Uint8Array => {
    if (others === undefined || first === undefined) return first ?? EMPTY
    return Buffer.concat([first, ...others], length)
  }
  request.on('data', (piece: Buffer) => {
    length += piece.length
    if (!open) return
    if (!memory.take(piece.length)) return finish(OVERLOADED)
    if (first === undefined) first = piece
    else {
      others ??= []
      others.push(piece)
    }
    if (length <= buffered) return
    if (upload === undefined) return finish(bodyTooLarge(buffered))
    const stream = remainderOf(request, largest - length, bodyTooLarge(largest))
    finish({ bytes: received(), remainder: { stream, length: whole, consumed: false } })
  })
  request.on('end', () => finish({ bytes: received() }))
  return { length: () => length, abort: () => finish(undefined) }
}

/** The unread remainder of the request; fails with `tooLargeFailure` after `limit` bytes. */
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
