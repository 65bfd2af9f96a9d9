// One MCP server with every feature, in three ways: of the legacy era with sessions, of the modern era, and of both at one address.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js'
import * as legacy from '@modelcontextprotocol/sdk/types.js'
import {
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  Server as ModernServer,
} from '@modelcontextprotocol/server'
import { serveLegacy } from './serve-legacy.ts'
import { serveModern } from './serve-modern.ts'

/** `stateless`: both, without sessions of the legacy era. */
export type ServerEra = 'legacy' | 'modern' | 'both' | 'stateless'

export interface EraServer {
  readonly url: string
  readonly changed: () => Promise<void>
  readonly cancelled: () => number
  /** Sessions of the legacy era so far. */
  readonly sessions: () => number
  readonly stop: () => Promise<void>
}

const INFO = { name: 'everything', version: '1.0.0', title: 'Everything' }
const OPTIONS = {
  capabilities: {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
    logging: {},
  },
  instructions: 'Be careful.',
}

const SCHEMA = { type: 'object' as const, properties: {} }
const NAMES = [
  'echo',
  'steps',
  'log',
  'wait',
  'ask',
  'open',
  'sample',
  'roots',
  'fail',
  'throw',
  'sum',
  'large',
]
const TOOLS = NAMES.map(name => ({
  name,
  title: name.toUpperCase(),
  description: `Does ${name}.`,
  inputSchema: SCHEMA,
  annotations: { readOnlyHint: true },
  _meta: { 'example.com/owner': 'us' },
  ...(name === 'sum' && {
    outputSchema: { type: 'object' as const, properties: { sum: { type: 'number' } }, required: ['sum'] },
  }),
}))
/** Pages of five. */
const page = (cursor: string | undefined) => {
  const from = Number(cursor ?? 0)
  const next = from + 5
  return { tools: TOOLS.slice(from, next), ...(next < TOOLS.length && { nextCursor: String(next) }) }
}
const PROMPTS = [
  { name: 'greet', title: 'Greets', description: 'Greets.', arguments: [{ name: 'who', required: true }] },
]
const greet = (who = '') => ({
  description: 'A greeting',
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `Hello ${who}` } }],
})
const RESOURCES = [{ uri: 'note://a', name: 'a', mimeType: 'text/plain', size: 1 }]
const TEMPLATES = [{ uriTemplate: 'note://{name}', name: 'note', mimeType: 'text/plain' }]
const read = (uri: string) => ({ contents: [{ uri, mimeType: 'text/plain', text: `text of ${uri}` }] })
const completed = (value: string) => ({ completion: { values: [`${value}da`], total: 1, hasMore: false } })
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

const FORM = {
  mode: 'form' as const,
  message: 'Your name?',
  requestedSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  },
}
const URL_FORM = {
  mode: 'url' as const,
  message: 'Open it.',
  url: 'https://example.com/x',
  elicitationId: 'e1',
}
const SAMPLE = {
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Say hi' } }],
  maxTokens: 10,
}

/** What a tool does without its client; undefined for those that need it. */
const plain = (name: string, args: unknown, meta: unknown) => {
  if (name === 'echo')
    return { ...text(`echo ${JSON.stringify(args)}`), _meta: { 'example.com/heard': keysOf(meta) } }
  if (name === 'fail') return { ...text('It failed.'), isError: true }
  if (name === 'sum') return { ...text('3'), structuredContent: { sum: 3 } }
  if (name === 'large') return text('x'.repeat(2_000_000))
  return undefined
}
/** Names of the client's own, without those of the protocol. */
const keysOf = (meta: unknown): readonly string[] =>
  Object.keys(Object(meta)).filter(key => key.startsWith('example.com/'))

function legacyParts(state: { cancelled: number }): LegacyServer {
  const server = new LegacyServer(INFO, OPTIONS)
  server.setRequestHandler(legacy.ListToolsRequestSchema, async ({ params }) => page(params?.cursor))
  server.setRequestHandler(legacy.ListPromptsRequestSchema, async () => ({ prompts: PROMPTS }))
  server.setRequestHandler(legacy.GetPromptRequestSchema, async ({ params }) =>
    greet(params.arguments?.['who']),
  )
  server.setRequestHandler(legacy.ListResourcesRequestSchema, async () => ({ resources: RESOURCES }))
  server.setRequestHandler(legacy.ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: TEMPLATES,
  }))
  server.setRequestHandler(legacy.ReadResourceRequestSchema, async ({ params }) => read(params.uri))
  server.setRequestHandler(legacy.SubscribeRequestSchema, async () => ({}))
  server.setRequestHandler(legacy.UnsubscribeRequestSchema, async () => ({}))
  server.setRequestHandler(legacy.CompleteRequestSchema, async ({ params }) =>
    completed(params.argument.value),
  )
  server.setRequestHandler(legacy.CallToolRequestSchema, async ({ params }, extra) => {
    const { name, _meta: meta } = params
    const known = plain(name, params.arguments, meta)
    if (known !== undefined) return known
    if (name === 'throw') throw new legacy.McpError(-32011, 'No such thing', { thing: 'x' })
    if (name === 'steps') {
      for (const progress of [1, 2])
        await extra.sendNotification({
          method: 'notifications/progress',
          params: {
            progressToken: meta?.progressToken ?? '',
            progress,
            total: 2,
            message: `step ${progress}`,
          },
        })
      return text('done')
    }
    if (name === 'log') {
      await extra.sendNotification({
        method: 'notifications/message',
        params: { level: 'info', logger: 'everything', data: { a: 1 } },
      })
      return text('logged')
    }
    if (name === 'ask') {
      const given = await extra.sendRequest(
        { method: 'elicitation/create', params: FORM },
        legacy.ElicitResultSchema,
      )
      return text(`${given.action} ${JSON.stringify(given.content)}`)
    }
    if (name === 'open') {
      const given = await extra.sendRequest(
        { method: 'elicitation/create', params: URL_FORM },
        legacy.ElicitResultSchema,
      )
      return text(given.action)
    }
    if (name === 'sample') {
      const given = await extra.sendRequest(
        { method: 'sampling/createMessage', params: SAMPLE },
        legacy.CreateMessageResultSchema,
      )
      return text(`${given.model} ${JSON.stringify(given.content)}`)
    }
    if (name === 'roots') {
      const given = await extra.sendRequest({ method: 'roots/list' }, legacy.ListRootsResultSchema)
      return text(JSON.stringify(given.roots))
    }
    return await new Promise(resolve => {
      extra.signal.addEventListener('abort', () => {
        state.cancelled += 1
        resolve(text('cancelled'))
      })
    })
  })
  return server
}

type Given = Readonly<Record<string, unknown>>

function modernParts(state: { cancelled: number }): ModernServer {
  const server = new ModernServer(INFO, OPTIONS)
  server.setRequestHandler('tools/list', async ({ params }) => page(params?.cursor) as never)
  server.setRequestHandler('prompts/list', async () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', async ({ params }) => greet(params.arguments?.['who']))
  server.setRequestHandler('resources/list', async () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: TEMPLATES }))
  server.setRequestHandler('resources/read', async ({ params }) => read(params.uri))
  server.setRequestHandler('completion/complete', async ({ params }) => completed(params.argument.value))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, _meta: meta } = params
    const known = plain(name, params.arguments, meta)
    if (known !== undefined) return known as never
    if (name === 'throw') throw new legacy.McpError(-32011, 'No such thing', { thing: 'x' })
    if (name === 'steps') {
      for (const progress of [1, 2])
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: {
            progressToken: meta?.progressToken ?? '',
            progress,
            total: 2,
            message: `step ${progress}`,
          },
        })
      return text('done')
    }
    if (name === 'log') {
      await context.mcpReq.log('info', { a: 1 }, 'everything')
      return text('logged')
    }
    const asks: Given = {
      ask: { method: 'elicitation/create', params: FORM },
      open: { method: 'elicitation/create', params: URL_FORM },
      sample: { method: 'sampling/createMessage', params: SAMPLE },
      roots: { method: 'roots/list', params: {} },
    }
    if (name in asks) {
      const given = context.mcpReq.inputResponses?.['it'] as Given | undefined
      if (given === undefined) return inputRequired({ inputRequests: { it: asks[name] } } as never)
      if (name === 'ask') return text(`${given['action']} ${JSON.stringify(given['content'])}`)
      if (name === 'open') return text(String(given['action']))
      return text(
        name === 'sample'
          ? `${given['model']} ${JSON.stringify(given['content'])}`
          : JSON.stringify(given['roots']),
      )
    }
    return await new Promise(resolve => {
      context.mcpReq.signal.addEventListener('abort', () => {
        state.cancelled += 1
        resolve(text('cancelled'))
      })
    })
  })
  return server
}

export async function runEraServer(era: ServerEra): Promise<EraServer> {
  const state = { cancelled: 0 }
  const old = await serveLegacy(() => legacyParts(state))
  const handler = createMcpHandler(() => modernParts(state), {
    legacy: era === 'stateless' ? 'stateless' : 'reject',
  })
  const modern = await serveModern(handler)
  const both = era === 'both' ? await routeByEra(old.url, modern.url) : undefined
  return {
    url: both?.url ?? (era === 'legacy' ? old.url : modern.url),
    changed: async () => {
      handler.notify.toolsChanged()
      handler.notify.resourceUpdated('note://a')
      for (const server of old.servers) {
        await server.sendToolListChanged().catch(() => {})
        await server.sendResourceUpdated({ uri: 'note://a' }).catch(() => {})
      }
    },
    cancelled: () => state.cancelled,
    sessions: () => old.servers.size,
    stop: async () => {
      await both?.stop()
      await modern.stop()
      await old.stop()
    },
  }
}

/** Passes each request to the server of its era, as servers that speak both do. */
async function routeByEra(legacyUrl: string, modernUrl: string) {
  const http = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const body = Buffer.concat(pieces)
      const aborted = new AbortController()
      response.on('close', () => aborted.abort())
      const init = {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      }
      const isLegacy = await isLegacyRequest(new Request(`http://127.0.0.1${request.url}`, init))
      try {
        const reply = await fetch(isLegacy ? legacyUrl : modernUrl, { ...init, signal: aborted.signal })
        response.writeHead(reply.status, Object.fromEntries(reply.headers))
        response.flushHeaders()
        for await (const piece of reply.body ?? []) response.write(piece)
        response.end()
      } catch {
        response.destroy()
      }
    })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>(resolve => http.close(() => resolve()))
    },
  }
}
