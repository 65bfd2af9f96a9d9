// An MCP server of the legacy era, of the first major version of the official SDK: with sessions, on a real socket.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
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
import { serveLegacy } from './serve-legacy.ts'
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
  const create = (): Server => {
    const server = new Server(
      { name: 'legacy-upstream', version: '1.2.3' },
      { capabilities: CAPABILITIES, instructions: 'Be careful.' },
    )
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
    return server
  }
  const { servers, ...host } = await serveLegacy(create, {
    request: headers => seen.headers.push(headers),
    session: id => seen.sessions.add(id),
  })
  return {
    ...host,
    offered,
    seen,
    toolsChanged: async () => {
      for (const server of servers) await server.sendToolListChanged().catch(() => {})
    },
    resourceUpdated: async uri => {
      for (const server of servers) await server.sendResourceUpdated({ uri }).catch(() => {})
    },
  }
}
