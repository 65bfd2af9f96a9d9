// Era of the client × era of the server × feature: through the gateway each client sees what it sees at a server of its era, without it.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as legacy from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EraServer, runEraServer, type ServerEra } from '../../support/mcp/era-servers.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
type Revision = (typeof REVISIONS)[number]
const SERVERS: readonly ServerEra[] = ['legacy', 'modern', 'both', 'stateless']

// biome-ignore lint/suspicious/noExplicitAny: clients of two packages, with the same methods.
type AnyClient = any
interface Connected {
  readonly client: AnyClient
  readonly changes: string[]
  readonly logs: unknown[]
  readonly listen: () => Promise<unknown>
  readonly close: () => Promise<void>
}

const INFO = { name: 'matrix', version: '1' }
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } }
const ANSWERS = {
  elicit: ({ params }: { params: { mode?: string } }) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada' } },
  sample: () => ({ role: 'assistant', model: 'm1', content: { type: 'text', text: 'hi' } }),
  roots: () => ({ roots: [{ uri: 'file:///work', name: 'work' }] }),
}

async function connectLegacy(url: string, revision: Revision): Promise<Connected> {
  const client: AnyClient = new LegacyClient(INFO, { capabilities: CAPABILITIES })
  const [changes, logs]: [string[], unknown[]] = [[], []]
  client.setRequestHandler(legacy.ElicitRequestSchema, async (request: never) => ANSWERS.elicit(request))
  client.setRequestHandler(legacy.CreateMessageRequestSchema, async () => ANSWERS.sample())
  client.setRequestHandler(legacy.ListRootsRequestSchema, async () => ANSWERS.roots())
  client.setNotificationHandler(legacy.ToolListChangedNotificationSchema, () => changes.push('tools'))
  client.setNotificationHandler(legacy.ResourceUpdatedNotificationSchema, ({ params }: AnyClient) =>
    changes.push(params.uri),
  )
  client.setNotificationHandler(legacy.LoggingMessageNotificationSchema, ({ params }: AnyClient) =>
    logs.push(params),
  )
  const transport = new LegacyTransport(new URL(url))
  const send = transport.send.bind(transport)
  // The package writes its newest revision.
  transport.send = (message, options) => {
    const { method, params } = message as { method?: string; params?: Record<string, unknown> }
    return send(
      (method === 'initialize'
        ? { ...message, params: { ...params, protocolVersion: revision } }
        : message) as never,
      options,
    )
  }
  await client.connect(transport)
  return {
    client,
    changes,
    logs,
    listen: () => client.subscribeResource({ uri: 'note://a' }),
    close: async () => {
      await transport.terminateSession().catch(() => {})
      await client.close()
    },
  }
}

async function connectModern(url: string): Promise<Connected> {
  const client: AnyClient = new ModernClient(INFO, {
    capabilities: CAPABILITIES,
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  } as never)
  const [changes, logs]: [string[], unknown[]] = [[], []]
  client.setRequestHandler('elicitation/create', async (request: never) => ANSWERS.elicit(request))
  client.setRequestHandler('sampling/createMessage', async () => ANSWERS.sample())
  client.setRequestHandler('roots/list', async () => ANSWERS.roots())
  client.setNotificationHandler('notifications/tools/list_changed', () => changes.push('tools'))
  client.setNotificationHandler('notifications/resources/updated', ({ params }: AnyClient) =>
    changes.push(params.uri),
  )
  client.setNotificationHandler('notifications/message', ({ params }: AnyClient) => logs.push(params))
  await client.connect(new ModernTransport(new URL(url)))
  return {
    client,
    changes,
    logs,
    listen: () => client.listen({ toolsListChanged: true, resourceSubscriptions: ['note://a'] }),
    close: () => client.close(),
  }
}

const connect = (url: string, revision: Revision): Promise<Connected> =>
  revision === '2026-07-28' ? connectModern(url) : connectLegacy(url, revision)

const call = (client: AnyClient, name: string, options?: object, meta?: object) => {
  const params = { name, arguments: { a: 1 }, ...(meta && { _meta: meta }) }
  return client instanceof LegacyClient
    ? (client as AnyClient).callTool(params, undefined, options)
    : client.callTool(params, options)
}

type Feature = (connected: Connected, server: EraServer) => unknown

const FEATURES: Readonly<Record<string, Feature>> = {
  'who the server is': ({ client }) => [client.getServerVersion(), client.getInstructions()],
  'its capabilities': ({ client }) => client.getServerCapabilities(),
  'tools, in pages': async ({ client }) => {
    const pages = []
    let cursor: string | undefined
    do {
      const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor })
      pages.push(tools)
      cursor = nextCursor
    } while (cursor !== undefined)
    return pages.flat()
  },
  'a call': ({ client }) => call(client, 'echo'),
  '_meta of a call and of its result': async ({ client }) => {
    const { _meta } = await call(client, 'echo', undefined, { 'example.com/id': '7' })
    return _meta?.['example.com/heard']
  },
  progress: async ({ client }) => {
    const seen: unknown[] = []
    const { content } = await call(client, 'steps', { onprogress: (each: unknown) => seen.push(each) })
    return [content, seen]
  },
  logging: async ({ client, logs }) => {
    // Modern clients name their level with each request.
    const isLegacy = client instanceof LegacyClient
    if (isLegacy) await (client as AnyClient).setLoggingLevel('debug')
    const level = isLegacy ? undefined : { 'io.modelcontextprotocol/logLevel': 'debug' }
    const { content } = await call(client, 'log', undefined, level)
    await until(() => logs.length > 0)
    return [content, logs]
  },
  cancellation: async ({ client }, server) => {
    const before = server.cancelled()
    const abort = new AbortController()
    const waiting = call(client, 'wait', { signal: abort.signal })
    setTimeout(() => abort.abort(), 300)
    const failed = await waiting.then(
      () => false,
      () => true,
    )
    await until(() => server.cancelled() > before)
    return failed
  },
  'resources and templates': async ({ client }) => [
    (await client.listResources()).resources,
    (await client.listResourceTemplates()).resourceTemplates,
    (await client.readResource({ uri: 'note://b' })).contents,
  ],
  prompts: async ({ client }) => [
    (await client.listPrompts()).prompts,
    (await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } })).messages,
  ],
  completion: async ({ client }) =>
    (
      await client.complete({
        ref: { type: 'ref/prompt', name: 'greet' },
        argument: { name: 'who', value: 'A' },
      })
    ).completion,
  'elicitation by form': async ({ client }) => (await call(client, 'ask')).content,
  'elicitation by URL': async ({ client }) => (await call(client, 'open')).content,
  sampling: async ({ client }) => (await call(client, 'sample')).content,
  roots: async ({ client }) => (await call(client, 'roots')).content,
  'a tool that fails': ({ client }) => call(client, 'fail'),
  'an error of the protocol': ({ client }) =>
    call(client, 'throw').catch(({ code, message, data }: AnyClient) => ({
      code,
      message: String(message).replace(/^MCP error -?\d+: /, ''),
      data,
    })),
  'structured output': ({ client }) => call(client, 'sum'),
  'a large result': async ({ client }) => (await call(client, 'large')).content[0].text.length,
  'changes of lists and resources': async ({ changes, listen }, server) => {
    await listen()
    await until(async () => {
      await server.changed()
      return changes.includes('tools') && changes.includes('note://a')
    })
    return [...new Set(changes)].sort()
  },
}

/** What differs through the gateway, and why; also in `runtime/mcp/README.md`. */
const DIFFERENCES: readonly (readonly [client: RegExp, server: ServerEra, feature: string])[] = [
  // Servers of the legacy era do not name themselves in the `_meta` of their results; server/discover names them.
  [/2026/, 'legacy', 'a call'],
  [/2026/, 'legacy', 'a tool that fails'],
  [/2026/, 'legacy', 'structured output'],
]

const isDifferent = (client: string, server: string, feature: string): boolean =>
  DIFFERENCES.some(([clients, each, name]) => clients.test(client) && each === server && name === feature)

const plainOf = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

const observe = async (feature: Feature, connected: Connected, server: EraServer): Promise<unknown> => {
  try {
    return { value: plainOf(await feature(connected, server)) }
  } catch (error) {
    return { failed: String(error) }
  }
}

describe.each(REVISIONS)('a client of %s', revision => {
  const direct: Record<string, unknown> = {}
  beforeAll(async () => {
    const server = await runEraServer('both')
    const connected = await connect(server.url, revision)
    for (const [name, feature] of Object.entries(FEATURES))
      direct[name] = await observe(feature, connected, server)
    await connected.close()
    await server.stop()
  }, 60_000)

  describe.each(SERVERS)('at a server of the era %s', era => {
    let server: EraServer
    let gateway: RunningGateway
    let connected: Connected
    beforeAll(async () => {
      server = await runEraServer(era)
      gateway = await runGateway({
        mcp: { servers: { tools: { url: server.url } } },
        trusted_hosts: ['127.0.0.1'],
      })
      connected = await connect(`http://127.0.0.1:${gateway.port}/mcp/tools`, revision)
    })
    afterAll(async () => {
      await connected?.close()
      await gateway?.stop()
      await server?.stop()
    })
    it.each(Object.keys(FEATURES))('%s', async name => {
      expect(direct[name]).not.toHaveProperty('failed')
      const seen = await observe(FEATURES[name] as Feature, connected, server)
      if (isDifferent(revision, era, name)) expect(seen).not.toEqual(direct[name])
      else expect(seen).toEqual(direct[name])
    })
    it('in the era of the client where the server has a session for it', () => {
      const usesLegacy = era === 'legacy' || (era === 'both' && revision !== '2026-07-28')
      expect(server.sessions() > 0).toBe(usesLegacy)
    })
  })
})
