// Removes a `100 Continue` that comes before a reply, which undici takes for a broken reply. RFC 9110, section 15.2: a client
// accepts informational replies that it did not ask for. Other informational statuses reach undici, which skips them.
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

const START = Buffer.from('HTTP/1.1 100')
const CONTINUE = /^HTTP\/1\.1 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/
/** A line that ends in another way than CRLF: the parser of undici decides. */
const MALFORMED = /[^\r]\n|\r[^\n]/
const NOTHING = Buffer.alloc(0)

/** A connector of which the sockets of HTTP/1.1 read no `100 Continue`. `limit`: bytes that one may have. */
export function skipContinue(connect: buildConnector.connector, limit: number): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2') filterSocket(socket, limit)
      callback(null, socket)
    })
}

/**
 * undici reads by `read` and has one request at a time on a connection, of which the head is the only text that begins with a
 * letter. So what is read first after such a write is the beginning of a reply.
 */
function filterSocket(socket: Socket, limit: number): void {
  const write = socket.write.bind(socket) as (...args: readonly unknown[]) => boolean
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let atStart = false
  let held: Buffer = NOTHING

  socket.write = ((...args: readonly unknown[]) => {
    const [chunk] = args
    if (typeof chunk === 'string' && chunk >= 'A') atStart = true
    return write(...args)
  }) as typeof socket.write

  socket.read = size => {
    while (true) {
      const chunk = read(size)
      if (!atStart || chunk === null) return chunk
      held = withoutContinue(held.length === 0 ? chunk : Buffer.concat([held, chunk]), limit)
      if (mayBeContinue(held, limit)) continue
      const begun = held
      atStart = false
      held = NOTHING
      return begun
    }
  }
}

const startsLikeContinue = (bytes: Buffer): boolean => {
  const known = Math.min(bytes.length, START.length)
  return bytes.compare(START, 0, known, 0, known) === 0
}

function withoutContinue(bytes: Buffer, limit: number): Buffer {
  let rest = bytes
  while (startsLikeContinue(rest)) {
    const [found] = CONTINUE.exec(rest.toString('latin1', 0, limit)) ?? []
    if (found === undefined) return rest
    rest = rest.subarray(found.length)
  }
  return rest
}

/** Whether the bytes are the beginning of a `100 Continue`, of which the end has not been read. */
const mayBeContinue = (bytes: Buffer, limit: number): boolean =>
  bytes.length < limit && startsLikeContinue(bytes) && !MALFORMED.test(bytes.toString('latin1'))
