// Upgrades a connection to the Responses API over WebSocket. Framing is that of the package `ws`; compression is not negotiated, so that
// the memory of a connection is what its messages have.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RequestHead } from '../gateway/request.ts'
import type { Failure } from '../values/failures.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import { ResponsesSession, type SessionSocket } from './responses-session.ts'
import type { SessionHost } from './session-host.ts'

export interface SocketUpgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Bytes that the client sent after its headers. */
  readonly first: Buffer
  readonly path: string
  readonly pathname: string
}

/** Of the handshake, and not of the calls. */
const HANDSHAKE = /^(?:connection|upgrade|sec-websocket-.*|content-type|content-length|content-encoding)$/i

/** The head of each call of a connection. */
export function callHead(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  path: string,
  pathname: string,
): RequestHead {
  const headers: string[] = ['content-type', 'application/json']
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!HANDSHAKE.test(name)) headers.push(name, rawHeaders[index + 1] ?? '')
  }
  return { method: 'POST', path, pathname, headers }
}

/** A connection until it is closed. */
export interface OpenSession {
  /** Whether a response is being generated, or waited for. */
  readonly isBusy: () => boolean
  readonly drain: () => void
  readonly end: (reason: Failure) => void
}

export function serveResponses(upgrade: SocketUpgrade, host: SessionHost): OpenSession {
  const { request, socket, first } = upgrade
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: host.served().bodyLimits.buffered,
  })
  let session: ResponsesSession | undefined
  const lease = host.memory.lease()
  socket.once('close', () => {
    session?.closed()
    lease.release()
  })
  server.handleUpgrade(request, socket, first, client => {
    const own: SessionSocket = {
      send: text => {
        gather(socket)
        client.send(text)
        return !socket.writableNeedDrain
      },
      ping: () => client.ping(),
      close: (code, reason) => {
        client.close(code, reason)
        // The server may destroy the connection before its next turn.
        socket.uncork()
      },
      terminate: () => client.terminate(),
      pause: () => client.pause(),
      resume: () => client.resume(),
      address: request.socket.remoteAddress ?? '',
    }
    const opened = new ResponsesSession(host, own, callHead(request, upgrade.path, upgrade.pathname))
    session = opened
    const arrived = chargeArrivals(socket, lease, () => client.close(TRY_AGAIN_LATER, OUT_OF_MEMORY))
    client.on('message', (data, isBinary) => {
      opened.message(data as Buffer, isBinary, arrived())
    })
    client.on('pong', () => opened.alive())
    client.on('error', () => {})
    socket.on('drain', () => opened.drained())
  })
  return {
    isBusy: () => session?.isBusy() === true,
    drain: () => session?.drain(),
    end: reason => session?.end(reason),
  }
}

/** What is sent in this turn of the event loop is written at once. */
function gather(socket: Duplex): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}

const TRY_AGAIN_LATER = 1013
const OUT_OF_MEMORY = 'The gateway is out of memory.'

/** Charges what arrives of a message; the returned function is called when it is whole, and what that returns when it is not needed any more. */
function chargeArrivals(socket: Duplex, lease: MemoryLease, onShort: () => void): () => () => void {
  let held = 0
  socket.prependListener('data', (chunk: Buffer) => {
    if (lease.take(chunk.length)) held += chunk.length
    else onShort()
  })
  return () => {
    let bytes = held
    held = 0
    return () => {
      lease.give(bytes)
      bytes = 0
    }
  }
}
