// When a response is over, well or not. A response of a pipelined request that waits for its turn has no socket yet,
// and older versions of Node tell it nothing when the client leaves: then the request's socket is listened to.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Calls `action` once. */
export function onResponseClose(
  request: IncomingMessage,
  response: ServerResponse,
  action: () => void,
): void {
  response.once('close', action)
  if (response.socket !== null) return
  const { socket } = request
  const onSocketClose = (): void => {
    response.destroy()
    response.emit('close')
  }
  // One listener for each request in the queue is meant, not a leak.
  socket.setMaxListeners(0)
  socket.once('close', onSocketClose)
  response.once('close', () => socket.off('close', onSocketClose))
}
