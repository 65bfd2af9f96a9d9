// Accepts a session of Gemini's Live API: only the client's first message names the model, so its handshake is answered before a provider
// is called. Source: https://ai.google.dev/api/live (read 2026-11-29).
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeFrame, readFirstMessage } from '../streams/socket-messages.ts'
import type { MemoryBudget } from '../values/memory-budget.ts'
import type { Clock } from '../values/ports.ts'

export interface LiveSetup {
  readonly message: Uint8Array
  /** Bytes that the client sent after it. */
  readonly following: Buffer
}

/** By which the key of a handshake is hashed (RFC 6455, section 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const POLICY = 1008
const TRY_AGAIN_LATER = 1013
const INTERNAL = 1011

export interface LivePorts {
  readonly clock: Clock
  readonly memory: MemoryBudget
  /** Bytes of the first message, and milliseconds until it has arrived. */
  readonly limits: { readonly buffered: number; readonly timeout: number }
}

/** Calls `onSetup` once with the first message; if none arrives, the connection is closed and `onSetup` is not called. */
export function acceptLive(
  { headers }: Pick<IncomingMessage, 'headers'>,
  socket: Duplex,
  first: Buffer,
  { clock, memory, limits }: LivePorts,
  onSetup: (setup: LiveSetup) => void,
): void {
  const proof = createHash('sha1').update(`${headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`,
    'latin1',
  )
  const lease = memory.lease()
  const read = readFirstMessage(limits.buffered)
  const stop = clock.after(limits.timeout, () => refuse(POLICY, 'The first message did not arrive in time.'))
  const finish = (): void => {
    stop()
    lease.release()
    socket.off('data', take)
    socket.off('close', finish)
  }
  const refuse = (code: number, reason: string): void => {
    finish()
    close(socket, code, reason)
  }
  const take = (bytes: Buffer): void => {
    if (!lease.take(bytes.length)) return refuse(TRY_AGAIN_LATER, 'The gateway is out of memory.')
    const found = read(bytes)
    if (found === undefined) return
    if ('code' in found) return refuse(found.code, found.reason)
    finish()
    socket.pause()
    onSetup({ message: found.message, following: Buffer.from(found.following) })
  }
  socket.on('data', take)
  socket.once('close', finish)
  if (first.length > 0) take(first)
}

/** Closes an accepted session that no provider serves: with 1008 and a reason where it is refused, as the vendor does, else with 1011. */
export function endLive(socket: Duplex, status: number, reason: string): void {
  close(socket, status < 500 ? POLICY : INTERNAL, reason)
}

function close(socket: Duplex, code: number, reason: string): void {
  socket.resume()
  socket.end(closeFrame(code, reason), () => socket.destroy())
}

/** Whether the handshake of a client is valid (RFC 6455, section 4.2.1). */
export const isHandshake = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
  headers['sec-websocket-version'] === '13'
