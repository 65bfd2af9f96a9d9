// Request bodies with a content coding (RFC 9110, section 8.4): decoded in pieces, each of which is charged before the next one, so a small
// body that expands to a large one costs no more than the limit. Loaded at the first of them.

import type { AdmittedRequest } from '../gateway/request.ts'
import { CODINGS, type Decoder, decoders, MOST_CODINGS, splitCodings } from '../upstream/decoded-body.ts'
import { type Failure, failure } from '../values/failures.ts'
import { decodedHeaders } from '../values/headers.ts'
import { type MemoryLease, OVERLOADED } from '../values/memory-budget.ts'
import { bodyTooLarge } from './read-body.ts'

const BROKEN = failure('invalid_request', 'The request body is not what its content-encoding states.', {
  param: 'content-encoding',
})

/** Decodes the body that has arrived; `limit` is that of the decoded bytes. Once decoded, the request has no coding. */
export async function decodeBody(
  admitted: AdmittedRequest,
  bytes: Uint8Array,
  limit: number,
  memory: MemoryLease,
): Promise<{ readonly admitted: AdmittedRequest; readonly bytes: Uint8Array } | Failure> {
  const { head, requestOptions } = admitted
  const names = splitCodings(requestOptions.contentEncoding ?? '')
  const unknown = names.find(name => !CODINGS.has(name)) ?? names[MOST_CODINGS]
  if (unknown !== undefined) return unknownCoding(unknown, names.length)
  const decoded = bytes.length === 0 ? bytes : await decode(bytes, names, limit, memory)
  if ('code' in decoded) return decoded
  return {
    admitted: {
      ...admitted,
      head: { ...head, headers: decodedHeaders(head.headers) },
      requestOptions: { ...requestOptions, contentEncoding: undefined },
    },
    bytes: decoded,
  }
}

const unknownCoding = (name: string, count: number): Failure =>
  failure(
    'unsupported_media_type',
    count > MOST_CODINGS
      ? `The request body has more than ${MOST_CODINGS} content codings.`
      : `The content coding ${JSON.stringify(name.slice(0, 64))} is not supported; gzip, deflate, br and zstd are.`,
    { param: 'content-encoding' },
  )

/** The coding that was applied last is the first to be decoded. */
async function decode(
  bytes: Uint8Array,
  names: readonly string[],
  limit: number,
  memory: MemoryLease,
): Promise<Uint8Array | Failure> {
  let decoded = bytes
  for (const name of names.toReversed()) {
    const coding = CODINGS.get(name)
    const result =
      coding === undefined
        ? decoded
        : await runDecoder(decoders[coding](decoded[0] ?? 0), decoded, limit, memory)
    if ('code' in result) return result
    decoded = result
  }
  return decoded
}

const runDecoder = (
  decoder: Decoder,
  bytes: Uint8Array,
  limit: number,
  memory: MemoryLease,
): Promise<Uint8Array | Failure> =>
  new Promise(resolve => {
    const pieces: Uint8Array[] = []
    let length = 0
    let isOpen = true
    const finish = (result: Uint8Array | Failure): void => {
      if (!isOpen) return
      isOpen = false
      decoder.destroy()
      if ('code' in result) memory.give(length)
      else memory.give(bytes.length)
      resolve(result)
    }
    decoder.on('error', () => finish(BROKEN))
    decoder.on('data', (piece: Uint8Array) => {
      if (!isOpen) return
      if (length + piece.length > limit) return finish(bodyTooLarge(limit))
      if (!memory.take(piece.length)) return finish(OVERLOADED)
      length += piece.length
      pieces.push(piece)
    })
    // Bytes after the end of the coding would be dropped in silence.
    decoder.on('end', () =>
      finish(decoder.bytesWritten === bytes.length ? Buffer.concat(pieces, length) : BROKEN),
    )
    decoder.end(bytes)
  })
