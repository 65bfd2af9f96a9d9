// An MCP server of the legacy era, of the first major version of the official SDK: with sessions, on a real socket.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { TestUpstream } from './test-upstream.ts'
import {
  ASK_NAME,
  CAPABILITIES,
  greeting,
  noteAt,
  PROMPTS,
  RESOURCES,
  textResult,
  usualTools,
} from './upstream-tools.ts'

export async function runLegacyUpstream(): Promise<TestUpstream> {
  const offered = usualTools()
  const seen: TestUpstream['seen'] = { cancelled: 0, headers: [], sessions: new Set(), meta: [] }
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const servers = new Set<Server>()
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: id => {
        transports.set(id, transport)
        seen.sessions.add(id)
      },
      onsessionclosed: id => void transports.delete(id),
    })
    const server = new Server(
      { name: 'legacy-upstream', version: '1.2.3' },
      { capabilities: CAPABILITIES, instructions: 'Be careful.' },
    )
    servers.add(server)
    server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...offered.tools] }))
    server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: PROMPTS }))
    server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: RESOURCES }))
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
      greeting(params.arguments?.['who'] ?? 'nobody'),
    )
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => noteAt(params.uri))
    server.setRequestHandler(SubscribeRequestSchema, async () => ({}))
    server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      seen.meta.push(params._meta)
      const { progressToken } = params._meta ?? {}
      if (params.name === 'steps') {
        for (const progress of [1, 2])
          if (progressToken !== undefined)
            await extra.sendNotification({
              method: 'notifications/progress',
              params: { progressToken, progress, total: 2 },
            })
        return textResult('done')
      }
      if (params.name === 'wait')
        return await new Promise(resolve => {
          extra.signal.addEventListener('abort', () => {
            seen.cancelled += 1
            resolve(textResult('cancelled'))
          })
        })
      if (params.name === 'ask') {
        const { action, content } = await server.elicitInput(ASK_NAME, { relatedRequestId: extra.requestId })
        return textResult(`${action} ${String(content?.['name'] ?? '')}`)
      }
      return textResult(`${params.name} ${JSON.stringify(params.arguments ?? {})} ${extra.sessionId ?? ''}`)
    })
    await server.connect(transport)
    return transport
  }
  const http = createServer((request, response) => {
    seen.headers.push(request.headers)
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
    offered,
    seen,
    toolsChanged: async () => {
      for (const server of servers) await server.sendToolListChanged().catch(() => {})
    },
    resourceUpdated: async uri => {
      for (const server of servers) await server.sendResourceUpdated({ uri }).catch(() => {})
    },
    forgetSessions: () => transports.clear(),
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>(resolve => http.close(() => resolve()))
    },
  }
}
