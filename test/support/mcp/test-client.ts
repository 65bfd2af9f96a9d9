// Clients of both major versions of the official SDK behind one interface, so that each case runs in all four cells.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'

export interface TestClient {
  readonly serverName: () => string | undefined
  readonly instructions: () => string | undefined
  readonly tools: () => Promise<readonly string[]>
  readonly prompts: () => Promise<readonly string[]>
  readonly resources: () => Promise<readonly string[]>
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
    options?: { readonly onProgress?: (progress: number) => void; readonly signal?: AbortSignal },
  ) => Promise<string>
  readonly prompt: (name: string, args: Record<string, string>) => Promise<string>
  readonly read: (uri: string) => Promise<string>
  /** Listens to changes of tools and of a resource. */
  readonly listen: (uri: string, on: (change: string) => void) => Promise<void>
  readonly close: () => Promise<void>
}

type Content = { readonly content?: unknown }
const textOf = ({ content }: Content): string =>
  (content as readonly { readonly text: string }[])[0]?.text ?? ''

const NAME = { action: 'accept' as const, content: { name: 'Ada' } }

export async function connectLegacy(url: string, headers: Record<string, string> = {}): Promise<TestClient> {
  const client = new LegacyClient({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, async () => NAME)
  const transport = new LegacyTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport as never)
  return {
    serverName: () => client.getServerVersion()?.name,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    call: async (name, args, { onProgress, signal } = {}) =>
      textOf(
        (await client.callTool({ name, arguments: args ?? {} }, undefined, {
          ...(onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
          ...(signal && { signal }),
        })) as Content,
      ),
    prompt: async (name, args) => {
      const [message] = (await client.getPrompt({ name, arguments: args })).messages
      return textOf({ content: [message?.content] })
    },
    read: async uri => String((await client.readResource({ uri })).contents[0]?.['text' as never]),
    listen: async (uri, on) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => on('tools'))
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => on(params.uri))
      await client.subscribeResource({ uri })
    },
    close: async () => {
      await transport.terminateSession().catch(() => {})
      await client.close()
    },
  }
}

export async function connectModern(url: string, headers: Record<string, string> = {}): Promise<TestClient> {
  const client = new ModernClient(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } as never },
  )
  client.setRequestHandler('elicitation/create', async () => NAME)
  const transport = new ModernTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return {
    serverName: () => client.getServerVersion()?.name,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    call: async (name, args, { onProgress, signal } = {}) =>
      textOf(
        (await client.callTool(
          { name, arguments: args ?? {} },
          {
            ...(onProgress && { onprogress: ({ progress }: { progress: number }) => onProgress(progress) }),
            ...(signal && { signal }),
          },
        )) as Content,
      ),
    prompt: async (name, args) => {
      const [message] = (await client.getPrompt({ name, arguments: args })).messages
      return textOf({ content: [message?.content] })
    },
    read: async uri => String((await client.readResource({ uri })).contents[0]?.['text' as never]),
    listen: async (uri, on) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => on('tools'))
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => on(params.uri))
      await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] })
    },
    close: () => client.close(),
  }
}
