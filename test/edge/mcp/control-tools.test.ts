// The interface of saved resources as MCP tools: what a key may do, and nothing else, by the official clients of both eras.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../../schemas/generated/control-routes.ts'
import { manifestKey } from '../../support/control-harness.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

const READS = ['workspaces.list', 'workspaces.read', 'configs.list', 'configs.read']
const of = (resource: string, verbs: readonly string[]) => verbs.map(verb => `${resource}.${verb}`)
const WRITES = [
  ...of('configs', ['list', 'read', 'create', 'update', 'delete']),
  ...of('workspace_service_api_keys', ['create', 'read']),
]
const restricted = { tools: { allow: ['listConfigs', 'readConfig'] } }

let gateway: RunningGateway
const opened: { close: () => Promise<unknown> }[] = []

beforeAll(async () => {
  gateway = await runGateway({
    store: 'sqlite::memory:',
    mcp: { control: true },
    api_keys: [
      manifestKey('reader', 'default', READS),
      manifestKey('writer', 'default', WRITES),
      { ...manifestKey('chosen', 'default', READS), mcp: { portolan: restricted } },
      { ...manifestKey('elsewhere', 'default', [...READS, 'mcp.invoke']), mcp: {} },
      manifestKey('caller', 'default', ['inference']),
    ],
  })
})
afterAll(async () => {
  for (const client of opened) await client.close()
  await gateway?.stop()
})

const url = () => `http://127.0.0.1:${gateway.port}/mcp/portolan`
const headersOf = (key: string) => ({ authorization: `Bearer key ${key}` })

const connect = async (era: 'legacy' | 'modern', key: string): Promise<TestClient> => {
  const client = await (era === 'legacy' ? connectLegacy : connectModern)(url(), headersOf(key))
  opened.push(client)
  return client
}

/** A client that shows results as they are. */
const open = async (key: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url()), {
      requestInit: { headers: headersOf(key) },
    }) as never,
  )
  opened.push(client)
  return client
}

const api = async (key: string, method: string, path: string, body?: object) => {
  const reply = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...headersOf(key), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await reply.json()) as {
    readonly error: { readonly message: string }
    readonly data: readonly object[]
  }
}

const CONFIG = { name: 'Chat', config: { retry: { attempts: 2 } } }
const PERIOD = { start_time: '2000-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' }

describe.each(['legacy', 'modern'] as const)('a %s client', era => {
  it('lists the operations that its key may use, by their scopes', async () => {
    const client = await connect(era, 'reader')
    expect(client.serverName()).toBe('portolan')
    const allowed = controlRoutes
      .filter(({ scope }) => scope === null || [scope].flat().some(each => READS.includes(each)))
      .filter(({ level }) => level === undefined)
    expect(new Set(await client.tools())).toEqual(new Set(allowed.map(({ operation }) => operation)))
  })
  it('calls what it lists', async () => {
    const client = await connect(era, 'reader')
    expect(JSON.parse(await client.call('readWorkspace', { workspaceId: 'default' }))).toMatchObject({
      slug: 'default',
      object: 'workspace',
    })
  })
  it('sees and calls the tools that the manifest chose for its key', async () => {
    const client = await connect(era, 'chosen')
    expect(await client.tools()).toEqual(['listConfigs', 'readConfig'])
    await expect(client.call('listWorkspaces')).rejects.toThrow(/Unknown tool/)
  })
})

it('a key that only reads has no tool that changes anything but its own secret and sign-in', async () => {
  const { tools } = await (await open('reader')).listTools()
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
  expect(writing.map(({ name }) => name)).toEqual(['rotateOwnKey', 'signOut'])
})

it('a key whose servers are chosen does not have it unless it is among them', async () => {
  await expect(connect('legacy', 'elsewhere')).rejects.toThrow(/There is no MCP server/)
})

it('a call changes what the API changes, and is in the audit log', async () => {
  const writer = await open('writer')
  const created = await writer.callTool({ name: 'createConfig', arguments: { body: CONFIG } })
  expect(created).not.toHaveProperty('isError')
  const { slug } = created.structuredContent as { readonly slug: string }
  const list = await writer.callTool({ name: 'listConfigs' })
  expect(list.structuredContent).toMatchObject({ data: [{ slug, name: 'Chat' }] })
  const read = await writer.callTool({ name: 'readConfig', arguments: { slug } })
  const etag = /"\d+"/.exec(JSON.stringify(read.content).replaceAll('\\', ''))?.[0]
  const update = (if_match: string) =>
    writer.callTool({ name: 'updateConfig', arguments: { slug, body: { name: 'New' }, if_match } })
  expect((await update(etag ?? '')).isError).toBeUndefined()
  expect(await update(etag ?? '')).toMatchObject({ isError: true })
  expect((await writer.callTool({ name: 'deleteConfig', arguments: { slug } })).content).toEqual([
    { type: 'text', text: 'Done.' },
  ])
})

it('a call is in the audit log as the request of its route', async () => {
  const owner = await runGateway({ store: 'sqlite::memory:', mcp: { control: true } })
  opened.push({ close: owner.stop })
  const client = await connectLegacy(`http://127.0.0.1:${owner.port}/mcp/portolan`)
  opened.push(client)
  await client.call('createConfig', { body: { ...CONFIG, workspace_id: 'default' } })
  const entries = await client.call('listAuditLogs', PERIOD)
  expect(entries).toMatch(/"method":"POST","uri":"\/configs"/)
})

it('a secret that the API shows once is in the result of its tool once', async () => {
  const writer = await open('writer')
  const body = { name: 'agent', scopes: ['configs.read'] }
  const made = await writer.callTool({ name: 'createWorkspaceServiceKey', arguments: { body } })
  const { id, key } = made.structuredContent as { readonly id: string; readonly key: string }
  expect(key).toMatch(/^ptl_/)
  const read = await writer.callTool({ name: 'readApiKey', arguments: { apiKeyId: id } })
  expect([read.isError, JSON.stringify(read).includes(key)]).toEqual([undefined, false])
  expect(JSON.stringify(await gateway.log())).not.toContain(key)
})

describe('what the API refuses is an error of the tool with the same sentence', () => {
  it.each([
    ['a scope that the key lacks', 'createConfig', { body: CONFIG }, 'POST', '/configs', CONFIG],
    ['a resource that does not exist', 'readConfig', { slug: 'none' }, 'GET', '/configs/none', undefined],
    ['a filter that does not exist', 'listConfigs', { nothing: 1 }, 'GET', '/configs?nothing=1', undefined],
    [
      'a value of the wrong type',
      'listConfigs',
      { page_size: 'x' },
      'GET',
      '/configs?page_size=x',
      undefined,
    ],
  ] as const)('%s', async (_title, name, args, method, path, body) => {
    const result = await (await open('reader')).callTool({ name, arguments: args })
    const refused = await api('reader', method, path, body)
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: refused.error.message }],
    })
  })
  it('a body that its schema does not allow', async () => {
    const body = { name: 7 }
    const result = await (await open('writer')).callTool({ name: 'createConfig', arguments: { body } })
    const refused = await api('writer', 'POST', '/configs', body)
    expect(result).toMatchObject({ isError: true, content: [{ text: refused.error.message }] })
  })
  it('a part of the path that is missing', async () => {
    const result = await (await open('reader')).callTool({ name: 'readConfig', arguments: {} })
    expect(result).toMatchObject({ isError: true, content: [{ text: 'The argument slug is missing.' }] })
  })
})

it('a session serves no other key, and the log names the tool', async () => {
  const reader = await open('reader')
  const session = (reader.transport as StreamableHTTPClientTransport).sessionId ?? ''
  await reader.callTool({ name: 'listConfigs' })
  const other = await fetch(url(), {
    method: 'POST',
    headers: { ...headersOf('writer'), 'content-type': 'application/json', 'mcp-session-id': session },
    body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
  })
  expect(other.status).toBe(404)
  const logged = (await gateway.log()).map(({ mcp }) => mcp)
  expect(logged).toContainEqual({
    server: 'portolan',
    tool: 'listConfigs',
    method: 'tools/call',
    era: 'legacy',
  })
})

it('is served where the interface is: on the admin listener alone', async () => {
  const divided = await runGateway({ mcp: { control: true }, listen: { port: 0, admin: { port: 0 } } })
  opened.push({ close: divided.stop })
  const admin = await connectLegacy(`http://127.0.0.1:${divided.runtime.admin?.port}/mcp/portolan`)
  opened.push(admin)
  expect(await admin.tools()).toContain('listWorkspaces')
  await expect(connectLegacy(`http://127.0.0.1:${divided.port}/mcp/portolan`)).rejects.toThrow(
    /on the admin listener/,
  )
})

it('is not there unless the manifest says so, and tells pages nothing', async () => {
  const plain = await runGateway({ mcp: {} })
  opened.push({ close: plain.stop })
  await expect(connectLegacy(`http://127.0.0.1:${plain.port}/mcp/portolan`)).rejects.toThrow(/no MCP server/)
  const page = await fetch(url(), {
    method: 'POST',
    headers: { ...headersOf('reader'), 'content-type': 'application/json', origin: 'https://evil.example' },
    body: '{}',
  })
  expect(page.status).toBe(403)
})
