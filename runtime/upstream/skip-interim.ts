// Removes informational replies, which may come before a reply in any number and order, as undici takes a `100 Continue` for a broken one.
// RFC 9110, section 15.2: a client accepts those that it did not ask for. A 101 reaches undici, which knows whether it was requested.

import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

const START = Buffer.from('HTTP/1.1 1')
const INTERIM = /^HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/
const SWITCHING = 'HTTP/1.1 101'
/** A line that ends in another way than CRLF: the parser of undici decides. */
const MALFORMED = /[^\r]\n|\r[^\n]/
const NOTHING = Buffer.alloc(0)

/** Takes what was read; returns the beginning of the reply as soon as there is one. */
type ReadStart = (bytes: Buffer) => Buffer | undefined

/** `limit`: bytes that the head of a reply may have. */
function createStartReader(limit: number): ReadStart {
  let held: Buffer = NOTHING
  return bytes => {
    held = withoutInterim(held.length === 0 ? bytes : Buffer.concat([held, bytes]), limit)
    if (mayBeInterim(held, limit)) return undefined
    const begun = held
    held = NOTHING
    return begun
  }
}

function startsLikeInterim(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, START.length)
  return (
    bytes.compare(START, 0, known, 0, known) === 0 &&
    bytes.toString('latin1', 0, SWITCHING.length) !== SWITCHING
  )
}

function withoutInterim(bytes: Buffer, limit: number): Buffer {
  let rest = bytes
  while (startsLikeInterim(rest)) {
    const [found] = INTERIM.exec(rest.toString('latin1', 0, limit)) ?? []
    if (found === undefined) return rest
    rest = rest.subarray(found.length)
  }
  return rest
}

/** Whether the bytes are the beginning of an informational reply, of which the end has not been read. */
const mayBeInterim = (bytes: Buffer, limit: number): boolean =>
  bytes.length < limit && startsLikeInterim(bytes) && !MALFORMED.test(bytes.toString('latin1'))

/** Where the status of a reply begins: `HTTP/1.1 200`. */
const STATUS_AT = 9
const DIGIT_ONE = 0x31

/** A connector of which the sockets of HTTP/1.1 hide informational replies from undici, and tell how long opening them took. */
export const ignoringInterim =
  (
    connect: buildConnector.connector,
    limit: number,
    starting: { readonly exchange: { readonly opened: (milliseconds: number) => void } | undefined },
  ): buildConnector.connector =>
  (options, callback) => {
    const begun = performance.now()
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const opening = performance.now() - begun
      if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2')
        filterSocket(socket, createStartReader(limit), () => starting.exchange?.opened(opening))
      callback(null, socket)
    })
  }

/**
 * undici reads by `read` and has one request at a time on a connection, of which the head is the only text that begins with a
 * letter. So what is read first after such a write is the beginning of a reply.
 */
function filterSocket(socket: Socket, readStart: ReadStart, onFirstHead: () => void): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let atStart = false
  let isUsed = false
  /** The beginning of a reply was read, and is not all of an informational one. */
  let held = false
  socket.write = ((chunk: unknown, encoding?: unknown, onWritten?: unknown) => {
    if (typeof chunk === 'string' && chunk >= 'A') {
      atStart = true
      if (!isUsed) onFirstHead()
      isUsed = true
    }
    return write(chunk, encoding, onWritten)
  }) as typeof socket.write
  socket.read = size => {
    while (true) {
      const chunk = read(size)
      if (!atStart || chunk === null) return chunk
      const isFinal = !held && chunk.length > STATUS_AT && chunk[STATUS_AT] !== DIGIT_ONE
      const begun = isFinal ? chunk : readStart(chunk)
      held = begun === undefined
      if (begun === undefined) continue
      atStart = false
      return begun
    }
  }
}
