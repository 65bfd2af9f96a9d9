// Tells whether a client that has closed its side has disconnected, or is only done sending.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../values/ports.ts'

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
