// An MCP server of the modern era, of the second major version of the official SDK: stateless, on a real socket.
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server'
import { serveModern } from './serve-modern.ts'
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
  const served = await serveModern(handler, headers => seen.headers.push(headers))
  return {
    ...served,
    offered,
    seen,
    toolsChanged: async () => handler.notify.toolsChanged(),
    resourceUpdated: async uri => handler.notify.resourceUpdated(uri),
    forgetSessions: () => {},
  }
}
