// An MCP server of the modern era, of the second major version of the official SDK: stateless, on a real socket.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server'
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

export async function runModernUpstream(): Promise<TestUpstream> {
  const offered = usualTools()
  const seen: TestUpstream['seen'] = { cancelled: 0, headers: [], sessions: new Set(), meta: [] }
  const handler = createMcpHandler(
    () => {
      const server = new Server(
        { name: 'modern-upstream', version: '2.0.0' },
        { capabilities: CAPABILITIES, instructions: 'Be careful.' },
      )
      server.setRequestHandler('tools/list', async () => ({ tools: [...offered.tools] as never }))
      server.setRequestHandler('prompts/list', async () => ({ prompts: PROMPTS }))
      server.setRequestHandler('resources/list', async () => ({ resources: RESOURCES }))
      server.setRequestHandler('prompts/get', async ({ params }) =>
        greeting(params.arguments?.['who'] ?? 'nobody'),
      )
      server.setRequestHandler('resources/read', async ({ params }) => noteAt(params.uri))
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        seen.meta.push(params._meta)
        const { progressToken } = params._meta ?? {}
        if (params.name === 'steps') {
          for (const progress of [1, 2])
            if (progressToken !== undefined)
              await context.mcpReq.notify({
                method: 'notifications/progress',
                params: { progressToken, progress, total: 2 },
              })
          return textResult('done')
        }
        if (params.name === 'wait')
          return await new Promise(resolve => {
            context.mcpReq.signal.addEventListener('abort', () => {
              seen.cancelled += 1
              resolve(textResult('cancelled'))
            })
          })
        if (params.name === 'ask') {
          const given = context.mcpReq.inputResponses?.['name'] as
            | { readonly action: string; readonly content?: { readonly name?: string } }
            | undefined
          return given === undefined
            ? inputRequired({
                inputRequests: { name: { method: 'elicitation/create', params: ASK_NAME } },
              } as never)
            : textResult(`${given.action} ${given.content?.name ?? ''}`)
        }
        return textResult(`${params.name} ${JSON.stringify(params.arguments ?? {})}`)
      })
      return server
    },
    { legacy: 'reject' },
  )
  const http = createServer((request, response) => {
    seen.headers.push(request.headers)
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
    offered,
    seen,
    toolsChanged: async () => handler.notify.toolsChanged(),
    resourceUpdated: async uri => handler.notify.resourceUpdated(uri),
    forgetSessions: () => {},
    stop: async () => {
      await handler.close()
      http.closeAllConnections()
      await new Promise<void>(resolve => http.close(() => resolve()))
    },
  }
}
