// The HTTPS server: TLS with HTTP/1.1 or HTTP/2, whichever the client negotiates (ALPN).
import type { RequestListener, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { ClientConnections, ConnectionView } from './client-connections.ts'
import { createHttp2Sessions, type Http2Options, type Http2Sessions } from './http2.ts'

/** A certificate chain and its private key, as PEM. */
export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

export interface TlsServer {
  readonly server: Server
  readonly http2: Http2Sessions
}

/** Milliseconds that a handshake may take. */
const HANDSHAKE = 10_000

export function createTlsServer(
  certificate: Certificate,
  options: ServerOptions,
  http2Options: Http2Options,
  onRequest: RequestListener,
  observe: ClientConnections['observe'],
): TlsServer {
  const ALPNProtocols = ['h2', 'http/1.1']
  const server = createServer(
    { ...options, ...certificate, ALPNProtocols, handshakeTimeout: HANDSHAKE },
    onRequest,
  )
  const http2 = createHttp2Sessions(http2Options, onRequest, observe)
  // The listeners of the HTTP/1 server, which get the connections that are not HTTP/2.
  const http1 = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') return http2.serve(socket)
    // Node stores the pending response on the socket.
    observe(socket, socket as ConnectionView)
    for (const listener of http1) listener.call(server, socket)
  })
  return { server, http2 }
}
