// Who may use what of a server: hidden in lists and refused in calls, by manifest, key and virtual server.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const KEYS = { all: 'key-all', some: 'key-some', none: 'key-none', research: 'key-research' }

let legacy: TestUpstream
let modern: TestUpstream
let gateway: RunningGateway
const opened: TestClient[] = []

beforeAll(async () => {
  legacy = await runLegacyUpstream()
  modern = await runModernUpstream()
  gateway = await runGateway(
    {
      public_url: 'https://gateway.example.com',
      trusted_hosts: ['127.0.0.1'],
      mcp: {
        servers: {
          old: {
            url: legacy.url,
            headers: { authorization: 'Bearer $' + '{env:OLD_TOKEN}' },
            tools: { deny: ['delete_*'] },
            resources: { allow: ['note://a'] },
          },
          new: { url: modern.url, workspaces: ['research'] },
          open: { url: modern.url },
        },
        virtual: {
          office: {
            tools: ['old/echo', 'open/*'],
            prompts: ['open/greet'],
            resources: ['old'],
            instructions: 'Two servers.',
          },
          flat: { tools: ['old/echo', 'open/steps'], prefix: 'none' },
        },
      },
      api_keys: [
        { id: 'all', hash: hashOf(KEYS.all), scopes: ['mcp.invoke'] },
        {
          id: 'some',
          hash: hashOf(KEYS.some),
          scopes: ['mcp.invoke'],
          mcp: { old: { tools: { allow: ['echo'] }, prompts: { deny: ['*'] } }, 'v/office': {} },
        },
        { id: 'none', hash: hashOf(KEYS.none) },
        { id: 'research', hash: hashOf(KEYS.research), workspace: 'research', scopes: ['mcp.invoke'] },
      ],
    },
    {},
    { OLD_TOKEN: 'upstream-secret' },
  )
})
afterAll(async () => {
  for (const client of opened) await client.close()
  await gateway?.stop()
  await Promise.all([legacy?.stop(), modern?.stop()])
})

const connect = async (era: 'legacy' | 'modern', id: string, key: keyof typeof KEYS): Promise<TestClient> => {
  const headers = { authorization: `Bearer ${KEYS[key]}` }
  const client = await (era === 'legacy' ? connectLegacy : connectModern)(
    `http://127.0.0.1:${gateway.port}/mcp/${id}`,
    headers,
  )
  opened.push(client)
  return client
}

/** A modern client that cannot negotiate does not say why. */
const REFUSED = {
  server: /There is no MCP server|Version negotiation failed/,
  scope: /may not be used for mcp.invoke|Version negotiation failed/,
}

describe.each(['legacy', 'modern'] as const)('a %s client', era => {
  it('does not see what the manifest switches off, and cannot call it', async () => {
    const client = await connect(era, 'old', 'all')
    expect(await client.tools()).toEqual(['echo', 'steps', 'wait', 'ask'])
    expect(await client.resources()).toEqual(['note://a'])
    await expect(client.call('delete_all')).rejects.toThrow(/Unknown tool/)
    await expect(client.read('note://secret')).rejects.toThrow(/Unknown resource/)
  })
  it('sees and calls what its key may use, and nothing else', async () => {
    const client = await connect(era, 'old', 'some')
    expect(await client.tools()).toEqual(['echo'])
    expect(await client.prompts()).toEqual([])
    expect(await client.call('echo', { text: 'hi' })).toContain('"hi"')
    await expect(client.call('steps')).rejects.toThrow(/Unknown tool/)
    await expect(client.prompt('greet', {})).rejects.toThrow(/Unknown prompt/)
  })
  it('uses chosen tools of several servers under names with prefixes', async () => {
    const client = await connect(era, 'v/office', 'all')
    expect([client.serverName(), client.instructions()]).toEqual(['office', 'Two servers.'])
    expect(await client.tools()).toEqual([
      'old_echo',
      'open_echo',
      'open_steps',
      'open_wait',
      'open_ask',
      'open_delete_all',
    ])
    expect(await client.prompts()).toEqual(['open_greet'])
    expect(await client.resources()).toEqual(['note://a'])
    expect(await client.call('old_echo', { text: 'a' })).toContain('echo {"text":"a"}')
    expect(await client.call('open_ask')).toBe('accept Ada')
    expect(await client.prompt('open_greet', { who: 'B' })).toBe('Hello B')
    expect(await client.read('note://a')).toBe('text of note://a')
    await expect(client.call('old_steps')).rejects.toThrow(/Unknown tool/)
    await expect(client.call('echo')).rejects.toThrow(/Unknown tool/)
  })
  it('uses them under their own names where the manifest says so', async () => {
    const client = await connect(era, 'v/flat', 'all')
    expect(await client.tools()).toEqual(['echo', 'steps'])
    expect(await client.call('steps')).toBe('done')
  })
  it('is told of no server that its workspace or key may not use', async () => {
    await expect(connect(era, 'new', 'all')).rejects.toThrow(REFUSED.server)
    await expect(connect(era, 'open', 'some')).rejects.toThrow(REFUSED.server)
    await expect(connect(era, 'nothing', 'all')).rejects.toThrow(REFUSED.server)
    expect((await connect(era, 'new', 'research')).serverName()).toBe('modern-upstream')
  })
  it('needs the scope mcp.invoke', async () => {
    await expect(connect(era, 'open', 'none')).rejects.toThrow(REFUSED.scope)
  })
})

describe('what reaches a server', () => {
  it('is the credential of the manifest, never that of the client', () => {
    const sent = legacy.seen.headers.map(({ authorization }) => authorization)
    expect(new Set(sent)).toEqual(new Set(['Bearer upstream-secret']))
    expect(JSON.stringify([...legacy.seen.headers, ...modern.seen.headers])).not.toMatch(
      /key-(?:all|some|research)/,
    )
  })
})

describe('the head of a request', () => {
  const post = (headers: Record<string, string>, body: string, method = 'POST') =>
    fetch(`http://127.0.0.1:${gateway.port}/mcp/open`, {
      method,
      headers: { authorization: `Bearer ${KEYS.all}`, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } })
  const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

  it('answers private lists, since they differ by key', async () => {
    const { result } = (await (await post(modernHeaders, list)).json()) as { result: Record<string, unknown> }
    expect([result['cacheScope'], result['resultType']]).toEqual(['private', 'complete'])
  })
  it.each([
    [
      'a page of a foreign origin',
      { ...modernHeaders, origin: 'https://evil.example' },
      list,
      403,
      undefined,
    ],
    [
      'a header that is not equal to the body',
      { ...modernHeaders, 'mcp-method': 'tools/call' },
      list,
      400,
      -32020,
    ],
    ['a missing header', { 'mcp-protocol-version': '2026-07-28' }, list, 400, -32020],
    [
      'an unknown revision',
      { ...modernHeaders, 'mcp-protocol-version': '1900-01-01' },
      list.replace('2026-07-28', '1900-01-01'),
      400,
      -32022,
    ],
    [
      'an unknown method',
      { ...modernHeaders, 'mcp-method': 'nothing' },
      list.replace('tools/list', 'nothing'),
      404,
      -32601,
    ],
    ['a batch', modernHeaders, `[${list}]`, 400, -32600],
    ['no JSON', modernHeaders, '{', 400, -32700],
    ['another content type', { ...modernHeaders, 'content-type': 'text/plain' }, list, 415, undefined],
    ['a request without a session', {}, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400, -32600],
    [
      'a session that does not exist',
      { 'mcp-session-id': '0'.repeat(32) },
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      404,
      -32600,
    ],
  ] as const)('%s is refused', async (_title, headers, body, status, code) => {
    const reply = await post(headers, body)
    const parsed = (await reply.json()) as { readonly error: { readonly code: unknown } }
    expect([reply.status, code === undefined ? undefined : parsed.error.code]).toEqual([status, code])
  })
  it('a page of the public URL may call', async () => {
    expect((await post({ ...modernHeaders, origin: 'https://gateway.example.com' }, list)).status).toBe(200)
  })
  it('GET without a session is 405', async () => {
    expect((await post({}, '', 'GET')).status).toBe(405)
  })
  it('a session serves no other key', async () => {
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    })
    const opening = await post({}, initialize)
    const session = { 'mcp-session-id': opening.headers.get('mcp-session-id') ?? '' }
    const again = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
    expect((await post(session, again)).status).toBe(200)
    const other = await fetch(`http://127.0.0.1:${gateway.port}/mcp/v/office`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.some}`, 'content-type': 'application/json', ...session },
      body: again,
    })
    expect(other.status).toBe(404)
  })
})
