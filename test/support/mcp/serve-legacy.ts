// Serves servers of the first major version of the official SDK on a real socket, one for each session.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

export interface LegacyHost {
  readonly url: string
  /** The servers of all sessions so far. */
  readonly servers: ReadonlySet<Server>
  readonly forgetSessions: () => void
  readonly stop: () => Promise<void>
}

export async function serveLegacy(
  create: () => Server,
  on: {
    readonly request?: (headers: IncomingHttpHeaders) => void
    readonly session?: (id: string) => void
  } = {},
): Promise<LegacyHost> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const servers = new Set<Server>()
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: id => {
        transports.set(id, transport)
        on.session?.(id)
      },
      onsessionclosed: id => void transports.delete(id),
    })
    const server = create()
    servers.add(server)
    await server.connect(transport)
    return transport
  }
  const http = createServer((request, response) => {
    on.request?.(request.headers)
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    if (id !== undefined && known === undefined) {
      response.writeHead(404).end()
      return
    }
    void (known === undefined ? open() : Promise.resolve(known)).then(transport =>
      transport.handleRequest(request, response),
    )
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    servers,
    forgetSessions: () => transports.clear(),
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>(resolve => http.close(() => resolve()))
    },
  }
}
