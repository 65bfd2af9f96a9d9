// The gateway as the client that the conformance suite tests: for each scenario a gateway whose MCP server is that of the suite, and a client
// of the official SDK that lists and calls its tools through it, with a person who connects an account where that is asked for.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { later } from '../local-servers.ts'
import { runGateway } from '../running-gateway.ts'
import { makeFolder } from '../temporary-folder.ts'
import { createBrowserDouble } from './browser-double.ts'
import { type PersonTokens, runPersonTokens } from './person-tokens.ts'

interface Scenario {
  readonly name: string
  readonly url: string
  readonly context: {
    readonly client_id?: string
    readonly client_secret?: string
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[]
  }
}
interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
}
type Call = { readonly name: string; readonly arguments: Record<string, unknown> }

const PUBLIC = 'https://gateway.example.com'
const MAX_PAGES = 4
const PAGE = /https:\/\/gateway\.example\.com\/mcp\/connect\/[\w?=-]+/

/** A server that runs the scenarios that drivers hand over; its URL. */
export async function serveDrivers(revision: string): Promise<string> {
  const people = await runPersonTokens()
  later(people.stop)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    try {
      await runScenario(JSON.parse(text) as Scenario, revision, people)
      response.end()
    } catch (error) {
      response.writeHead(500).end(String(error instanceof Error ? error.stack : error))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  later(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function runScenario({ name, url, context }: Scenario, revision: string, people: PersonTokens) {
  const { client_id, client_secret } = context
  const known = client_id !== undefined && { client_id, client_secret: '$' + '{env:CLIENT_SECRET}' }
  const type = name === 'auth/client-credentials-basic' ? 'client_credentials' : 'oauth'
  const auth = name.startsWith('auth/') && { type, issuer: await issuerOf(url), ...known }
  const folder = makeFolder()
  const gateway = await runGateway(
    {
      // With keys the pages are served at any host, not only at the loopback address.
      authentication: 'required',
      public_url: PUBLIC,
      store: `sqlite:${join(folder, 'store.db')}`,
      trusted_hosts: ['127.0.0.1', 'localhost'],
      sign_in: { issuer: people.issuer, audience: 'portolan' },
      mcp: {
        servers: {
          suite: { url, ...(auth && { auth }) },
        },
      },
    },
    {},
    {
      PORTOLAN_ENCRYPTION_KEY: Buffer.from('k'.repeat(32)).toString('base64'),
      CLIENT_SECRET: client_secret ?? '',
    },
  )
  try {
    const origin = `http://127.0.0.1:${gateway.port}`
    const agree = async (page: string): Promise<void> => {
      const browser = createBrowserDouble(to => to.replace(PUBLIC, origin))
      const asked = await browser.open(page)
      const { next } = await browser.submit(page, asked.text)
      if (next === undefined) throw new Error(`No way on: ${asked.text}`)
      const { status, text } = await browser.open(await browser.signIn(next))
      if (status !== 200) throw new Error(text)
    }
    const token = await people.sign({}, `${PUBLIC}/mcp/suite`)
    const client = await connect(new URL(`${origin}/mcp/suite`), token, revision, agree)
    const tools = await withPages(() => client.tools(), agree)
    for (const call of context.toolCalls ?? tools.map(tool => callOf(tool, tools[0])))
      await withPages(() => client.call(call), agree)
    await client.close()
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

/**
 * The authorization server of the suite is at a private address, which only the operator can open by naming it. So the operator of the
 * test looks it up, once, as the documents of the server say.
 */
async function issuerOf(url: string): Promise<string> {
  const refused = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await refused.body?.cancel()
  const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
  const { origin, pathname } = new URL(url)
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  for (const address of named === undefined ? [wellKnown + pathname, wellKnown] : [named]) {
    const reply = await fetch(address)
    const text = await reply.text()
    if (!reply.ok) continue
    const { authorization_servers } = JSON.parse(text) as {
      readonly authorization_servers: readonly string[]
    }
    return authorization_servers[0] ?? ''
  }
  throw new Error('The server names no authorization server.')
}

/** A call with arguments that its schema admits. */
const callOf = ({ name, inputSchema: { properties = {} } }: Tool, first: Tool | undefined): Call => ({
  name,
  arguments: Object.fromEntries(
    Object.entries(properties).map(([key, { type = '' }], index) => {
      // A tool that takes an object wants to see the schema of the first one as it arrived.
      const values: Readonly<Record<string, unknown>> = {
        number: 5 - 2 * index,
        integer: 5 - 2 * index,
        boolean: true,
        object: first?.inputSchema ?? {},
      }
      return [key, values[type] ?? 'text']
    }),
  ),
})

/** Does what the gateway asks of a person in an error, and goes on. */
async function withPages<T>(run: () => Promise<T>, agree: (page: string) => Promise<void>): Promise<T> {
  for (let page = 0; ; page += 1)
    try {
      return await run()
    } catch (error) {
      const { message, data } = error as { readonly message: string; readonly data?: object }
      const next = PAGE.exec(message + JSON.stringify(data ?? null))?.[0]
      if (next === undefined || page === MAX_PAGES) throw error
      await agree(next)
    }
}

async function connect(
  url: URL,
  token: string,
  revision: string,
  agree: (page: string) => Promise<void>,
): Promise<{
  readonly tools: () => Promise<readonly Tool[]>
  readonly call: (call: Call) => Promise<unknown>
  readonly close: () => Promise<void>
}> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const capabilities = { elicitation: { url: {}, form: { applyDefaults: true } } }
  const answer = async ({ params }: { readonly params: object }) => {
    if ('url' in params) await agree(String(params.url))
    return { action: 'accept' as const, content: {} }
  }
  if (revision === '2025-11-25') {
    const client = new LegacyClient({ name: 'desk', version: '1' }, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, answer as never)
    await client.connect(new LegacyTransport(url, { requestInit }) as never)
    return {
      tools: async () => (await client.listTools()).tools as readonly Tool[],
      call: call => client.callTool(call),
      close: () => client.close(),
    }
  }
  const client = new ModernClient(
    { name: 'desk', version: '1' },
    { capabilities, versionNegotiation: { mode: { pin: revision } } as never },
  )
  client.setRequestHandler('elicitation/create', answer as never)
  await client.connect(new ModernTransport(url, { requestInit }))
  return {
    tools: async () => (await client.listTools()).tools as unknown as readonly Tool[],
    call: call => client.callTool(call),
    close: () => client.close(),
  }
}
