// MCP integrations and servers that were saved by API: made, switched, approved, tested and deleted, and served at once.
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

afterEach(closeAll)

type Reply = { readonly status: number; readonly body: Record<string, unknown> }
type Capability = {
  readonly name: string
  readonly type: string
  readonly status?: string
  readonly digest?: string
  readonly enabled: boolean
}

async function start() {
  const upstream = await runLegacyUpstream()
  later(upstream.stop)
  const folder = temporaryFolder({})
  const gateway = await runGateway(
    {
      store: `sqlite:${join(folder, 'store.db')}`,
      caller_hosts: ['127.0.0.1'],
      public_url: 'https://gateway.example.com',
    },
    {},
    { PORTOLAN_ENCRYPTION_KEY: Buffer.from('k'.repeat(32)).toString('base64') },
  )
  later(gateway.stop)
  const send = async (method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await fetch(`${gateway.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const integration = await send('POST', '/mcp-integrations', {
    workspace_id: 'default',
    name: 'Issues',
    url: upstream.url,
    auth_type: 'headers',
    configurations: { custom_headers: { authorization: 'Bearer upstream-secret-0123' } },
  })
  const server = await send('POST', '/mcp-servers', {
    workspace_id: 'default',
    name: 'Issues',
    mcp_integration_id: 'issues',
  })
  return { upstream, gateway, send, integration, server }
}

const connect = async (gateway: RunningGateway, era: 'legacy' | 'modern' = 'modern'): Promise<TestClient> => {
  const client = await (era === 'modern' ? connectModern : connectLegacy)(
    `http://127.0.0.1:${gateway.port}/mcp/issues`,
  )
  later(client.close)
  return client
}

const capabilities = (reply: Reply): readonly Capability[] => reply.body['data'] as readonly Capability[]

it('a server of the store is served at its address, with the credential of its integration', async () => {
  const { upstream, gateway, integration, server } = await start()
  expect(integration).toMatchObject({
    status: 200,
    body: { slug: 'issues', auth_type: 'headers', owner: 'api' },
  })
  expect(JSON.stringify(integration)).not.toContain('upstream-secret')
  expect(server).toMatchObject({
    status: 200,
    body: { slug: 'issues', url: 'https://gateway.example.com/mcp/issues' },
  })
  expect(await (await connect(gateway)).call('echo', { a: 1 })).toContain('echo {"a":1}')
  expect(upstream.seen.headers.at(-1)?.authorization).toBe('Bearer upstream-secret-0123')
})

it('its metadata is what it says of itself', async () => {
  const { send } = await start()
  expect(await send('GET', '/mcp-servers/issues/metadata')).toMatchObject({
    status: 200,
    body: {
      server_name: 'legacy-upstream',
      server_version: '1.2.3',
      protocol_version: '2025-11-25',
      capability_flags: { tools: { listChanged: true } },
      sync_status: 'synced',
      last_synced_at: expect.stringMatching(/^20/),
      sync_error: null,
    },
  })
  expect(await send('POST', '/mcp-servers/issues/test')).toMatchObject({
    body: { success: true, error: null, tools: ['echo', 'steps', 'wait', 'ask', 'delete_all'] },
  })
})

it('a capability that is switched off is hidden and refused, until it is switched on', async () => {
  const { gateway, send } = await start()
  const client = await connect(gateway)
  const off = [{ name: 'delete_all', type: 'tool', enabled: false }]
  const switched = await send('PUT', '/mcp-servers/issues/capabilities', { capabilities: off })
  expect(capabilities(switched).find(({ name }) => name === 'delete_all')).toMatchObject({
    enabled: false,
    status: 'trusted',
  })
  expect(await client.tools()).not.toContain('delete_all')
  await expect(client.call('delete_all')).rejects.toThrow(/Unknown tool/)
  await send('PUT', '/mcp-integrations/issues/capabilities', {
    capabilities: [{ name: 'step*', type: 'tool', enabled: false }],
  })
  expect(await client.tools()).toEqual(['echo', 'wait', 'ask'])
  await send('PUT', '/mcp-servers/issues/capabilities', { capabilities: [{ ...off[0], enabled: true }] })
  expect(await client.call('delete_all')).toContain('delete_all')
})

it('a changed definition is held until it is approved, with the digest that was read', async () => {
  const { upstream, gateway, send } = await start()
  const client = await connect(gateway, 'legacy')
  expect(await client.tools()).toContain('echo')
  upstream.offered.tools = upstream.offered.tools.map(tool =>
    tool.name === 'echo' ? { ...tool, description: 'Repeats a text twice.' } : tool,
  )
  expect(await client.tools()).not.toContain('echo')
  await expect(client.call('echo')).rejects.toThrow(/waits for approval/)
  const tested = await send('POST', '/mcp-servers/issues/test')
  expect(tested.body['success']).toBe(true)
  const readEcho = async () =>
    capabilities(await send('GET', '/mcp-servers/issues/capabilities')).find(({ name }) => name === 'echo')
  // The store gets it in the background.
  await vi.waitFor(async () => expect(await readEcho()).toMatchObject({ status: 'held' }), 10_000)
  const held = await readEcho()
  const wrong = { tools: [{ name: 'echo', digest: `sha256:${'0'.repeat(64)}` }] }
  expect((await send('POST', '/mcp-servers/issues/capabilities/approve', wrong)).status).toBe(409)
  const approval = { tools: [{ name: 'echo', digest: held?.digest }] }
  expect((await send('POST', '/mcp-servers/issues/capabilities/approve', approval)).status).toBe(200)
  expect(await client.tools()).toContain('echo')
  expect(await client.call('echo')).toContain('echo')
  const audit = await send('GET', '/audit-logs?start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z')
  expect(JSON.stringify(audit.body)).toContain('"approve"')
})

it('a server.json of the MCP Registry becomes an integration; packages and HTTP+SSE are refused in words', async () => {
  const { send } = await start()
  const server = { name: 'io.example/weather', description: 'Weather.', version: '1.0.0' }
  const remote = { ...server, remotes: [{ type: 'streamable-http', url: 'https://weather.example.com/mcp' }] }
  expect(
    await send('POST', '/mcp-integrations/import', { workspace_id: 'default', server: remote }),
  ).toMatchObject({
    status: 200,
    body: { slug: 'weather', url: 'https://weather.example.com/mcp', auth_type: 'none' },
  })
  for (const [document, reason] of [
    [{ ...server, packages: [{ registryType: 'npm' }] }, /stdio/],
    [{ ...server, remotes: [{ type: 'sse', url: 'https://weather.example.com/sse' }] }, /HTTP\+SSE/],
  ] as const) {
    const refused = await send('POST', '/mcp-integrations/import', {
      workspace_id: 'default',
      server: document,
    })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringMatching(reason)])
  }
})

it('what cannot be called is refused, and what is used is not deleted', async () => {
  const { gateway, send } = await start()
  const create = (url: string) =>
    send('POST', '/mcp-integrations', { workspace_id: 'default', name: 'Other', url, auth_type: 'none' })
  expect((await create('http://169.254.169.254/mcp')).status).toBe(400)
  expect((await create('stdio:npx server')).status).toBe(400)
  const custom_headers = { authorization: 'Bearer ${env:TOKEN}' }
  const named = await send('PUT', '/mcp-integrations/issues', { configurations: { custom_headers } })
  expect([named.status, JSON.stringify(named.body)]).toEqual([
    400,
    expect.stringContaining('not resolved here'),
  ])
  const moved = await send('PUT', '/mcp-integrations/issues', { url: 'https://elsewhere.example.com/mcp' })
  expect(JSON.stringify(moved)).toContain('bound to their host')
  expect((await send('DELETE', '/mcp-integrations/issues')).status).toBe(409)
  expect((await send('DELETE', '/mcp-servers/issues')).status).toBe(200)
  expect((await send('DELETE', '/mcp-integrations/issues')).status).toBe(200)
  await expect(connect(gateway, 'legacy')).rejects.toThrow(/There is no MCP server/)
})
