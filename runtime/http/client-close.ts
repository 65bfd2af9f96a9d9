// Tells when a client has closed its connection: that its response has ended, also one that never got a socket, and that it has
// disconnected, and not only closed its side after its request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../values/ports.ts'

/**
 * Calls `action` when the response has ended, successfully or not. The response of a queued pipelined request has
 * no socket yet, and older versions of Node emit no event on it when the client disconnects, so the request's socket
 * is watched.
 */
export function onResponseClose(
  request: IncomingMessage,
  response: ServerResponse,
  action: () => void,
): void {
  response.on('close', action)
  if (response.socket !== null) return
  const { socket } = request
  const onSocketClose = (): void => {
    response.destroy()
    response.emit('close')
  }
  // One listener per queued request is intended, not a leak.
  socket.setMaxListeners(0)
  socket.once('close', onSocketClose)
  response.once('close', () => socket.off('close', onSocketClose))
}

/** Milliseconds before each probe: the first causes the reset, and a later one notices it. */
const PROBES = [0, 100, 400, 1500] as const

/** A connection of the server, with the response pending on it. */
export type ClientSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/**
 * Called when the client has closed its side and `response` is pending. Some clients are done sending and read on; others have
 * disconnected, and their calls must end. TCP shows no difference until something is sent: an informational status, which every client
 * ignores, is answered by those that have disconnected with a reset.
 */
export function onHalfClosed(response: ServerResponse, socket: Socket, { after }: Clock): void {
  if (response.writableEnded) return
  // HTTP/1.0 has no informational statuses. Clients that are done sending say so before the reply.
  if (response.headersSent || response.req.httpVersion !== '1.1') return void socket.end()
  const probe = (turn: number): void => {
    const wait = PROBES[turn]
    if (wait === undefined) return
    const stop = after(wait, () => {
      response.off('close', stop)
      if (response.headersSent || socket.destroyed) return
      response.writeProcessing()
      probe(turn + 1)
    })
    response.once('close', stop)
  }
  probe(0)
}
