// The bytes of a request, up to a limit. Given up as soon as the limit is passed, or at once when the length that
// the client announces passes it.
import type { IncomingMessage } from 'node:http'
import { type Failure, failure } from '../failures.ts'

const EMPTY = new Uint8Array(0)

const tooLarge = (limit: number): Failure =>
  failure('body_too_large', `The body is larger than the ${limit} bytes that this gateway accepts.`)

/** Calls back once: with the bytes, with a failure, or with undefined when the client left before the end. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (result: Uint8Array | Failure | undefined) => void,
): void {
  const announced = request.headers['content-length']
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) {
    request.resume()
    return done(EMPTY)
  }
  if (announced !== undefined && Number(announced) > limit) return done(tooLarge(limit))
  const pieces: Buffer[] = []
  let length = 0
  let open = true
  const finish = (result: Uint8Array | Failure | undefined): void => {
    if (!open) return
    open = false
    done(result)
  }
  request.on('data', (piece: Buffer) => {
    if (!open) return
    length += piece.length
    if (length > limit) finish(tooLarge(limit))
    else pieces.push(piece)
  })
  request.on('end', () => finish(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, length)))
  request.on('close', () => finish(undefined))
  request.on('error', () => finish(undefined))
}
