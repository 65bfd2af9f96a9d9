// Reads on after a reply that came before the end of its request. Closed at once, the connection would be reset by the bytes that are
// still under way, and clients that write all of a body before they read would find a broken pipe in place of the reply.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Clock } from '../values/ports.ts'

/** Bytes and milliseconds after which it is closed anyway, and milliseconds without a byte. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_TIME = 10_000
const MAX_IDLE = 2_000
/** Milliseconds between two looks. */
const LOOK = 500
/** Connections at a time: more of them would take the places of others. */
const MAX_LINGERING = 64

/** How many connections of a server are read on. */
export interface Lingering {
  count: number
}

/** To be called before the reply, which closes the connection, or the stream of HTTP/2. What arrives is discarded by the caller. */
export function lingerAfterReply(
  request: IncomingMessage,
  response: ServerResponse | Http2ServerResponse,
  clock: Pick<Clock, 'after'>,
  lingering: Lingering,
): void {
  if (request.complete || lingering.count >= MAX_LINGERING) return
  if ('stream' in response) {
    const { stream } = response
    let bytes = 0
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    const close = (): void => stream.close()
    stream.once('finish', () => watch(() => bytes, close, clock, lingering, stream))
    return
  }
  const { socket } = request
  const closeSoon = socket.destroySoon.bind(socket)
  // Node calls it once the reply is sent.
  socket.destroySoon = () => {
    if (request.complete || lingering.count >= MAX_LINGERING) return closeSoon()
    socket.end()
    request.once('close', closeSoon)
    watch(
      () => socket.bytesRead,
      () => socket.destroy(),
      clock,
      lingering,
      socket,
    )
  }
}

/** Calls `end` after too many bytes, too long, or when nothing arrives. */
function watch(
  bytes: () => number,
  end: () => void,
  clock: Pick<Clock, 'after'>,
  lingering: Lingering,
  connection: { readonly once: (event: 'close', listener: () => void) => unknown },
): void {
  const start = bytes()
  let [last, idle, passed] = [start, 0, 0]
  let stop = (): void => {}
  const look = (): void => {
    stop = clock.after(LOOK, () => {
      const now = bytes()
      passed += LOOK
      idle = now === last ? idle + LOOK : 0
      last = now
      if (now - start > MAX_BYTES || passed >= MAX_TIME || idle >= MAX_IDLE) end()
      else look()
    })
  }
  lingering.count += 1
  look()
  connection.once('close', () => {
    lingering.count -= 1
    stop()
  })
}
