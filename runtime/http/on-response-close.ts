// Tells when a response has ended, also one that never got a socket.
import type { IncomingMessage, ServerResponse } from 'node:http'

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
