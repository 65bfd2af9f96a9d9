// Serves a handler of the second major version of the official SDK on a real socket.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { McpHttpHandler } from '@modelcontextprotocol/server'

export interface ServedHandler {
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function serveModern(
  handler: Pick<McpHttpHandler, 'fetch' | 'close'>,
  onRequest: (headers: IncomingHttpHeaders) => void = () => {},
): Promise<ServedHandler> {
  const http = createServer((request, response) => {
    onRequest(request.headers)
    const aborted = new AbortController()
    response.on('close', () => aborted.abort())
    const incoming = new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      signal: aborted.signal,
      ...(request.method === 'POST' && { body: Readable.toWeb(request) as never, duplex: 'half' }),
    } as RequestInit)
    void handler.fetch(incoming).then(reply => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers))
      response.flushHeaders()
      if (reply.body === null) response.end()
      else
        Readable.fromWeb(reply.body as never)
          .on('error', () => response.destroy())
          .pipe(response)
    })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    stop: async () => {
      await handler.close()
      http.closeAllConnections()
      await new Promise<void>(resolve => http.close(() => resolve()))
    },
  }
}
