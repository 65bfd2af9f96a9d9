// The gateway as an OAuth 2.1 resource server: documents at well-known paths, challenges, audiences, scopes, and keys beside tokens.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { type PersonTokens, runPersonTokens } from '../../support/mcp/person-tokens.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

const PUBLIC = 'https://gateway.example.com'
const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

let upstream: TestUpstream
let issuer: PersonTokens
let gateway: RunningGateway

beforeAll(async () => {
  issuer = await runPersonTokens()
  upstream = await runModernUpstream()
  gateway = await runGateway({
    public_url: PUBLIC,
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: issuer.issuer, audience: 'portolan', scopes: ['openid'] },
    api_keys: [{ id: 'agent', hash: hashOf('key-agent'), scopes: ['mcp.invoke'] }],
    mcp: {
      control: true,
      token_scopes: ['tools:use'],
      servers: {
        open: { url: upstream.url },
        research: { url: upstream.url, workspaces: ['research'] },
        sales: { url: upstream.url, workspaces: ['sales'] },
      },
    },
  })
})
afterAll(async () => {
  await gateway?.stop()
  await Promise.all([upstream?.stop(), issuer?.stop()])
})

const SCOPES = { scope: 'openid tools:use', role: 'member' }
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const post = async (server: string, headers: Record<string, string>) => {
  const reply = await fetch(`http://127.0.0.1:${gateway.port}/mcp/${server}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }),
  })
  return {
    status: reply.status,
    challenge: reply.headers.get('www-authenticate'),
    body: (await reply.json()) as {
      readonly result?: { readonly tools: readonly unknown[] }
      readonly error?: { readonly data: { readonly code: string } }
    },
  }
}
const withToken = async (server: string, claims: object, audience: string | readonly string[]) =>
  await post(server, { authorization: `Bearer ${await issuer.sign({ ...SCOPES, ...claims }, audience)}` })

describe('the documents (RFC 9728)', () => {
  const read = async (path: string, host = 'gateway.example.com') =>
    await fetch(`http://127.0.0.1:${gateway.port}/.well-known/oauth-protected-resource${path}`, {
      headers: { 'x-forwarded-host': host },
    })
  it.each([
    ['/mcp/open', `${PUBLIC}/mcp/open`],
    ['/mcp/v/office', `${PUBLIC}/mcp/v/office`],
    ['/mcp/that-does-not-exist', `${PUBLIC}/mcp/that-does-not-exist`],
    ['', PUBLIC],
  ])('%s names the resource %s, whatever host was asked', async (path, resource) => {
    const reply = await read(path, 'evil.example')
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        resource,
        authorization_servers: [issuer.issuer],
        scopes_supported: ['openid', 'tools:use'],
        bearer_methods_supported: ['header'],
      },
    ])
  })
  it.each(['/v1/chat/completions', '/mcp/../v1', '/mcp/open/x'])('there is none for %s', async path => {
    expect((await read(path)).status).toBe(404)
  })
  it('no other well-known path lets a call through', async () => {
    const url = `http://127.0.0.1:${gateway.port}/.well-known/mcp/open`
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(reply.status).toBe(404)
  })
})

describe('a request', () => {
  const METADATA = `resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp/open", scope="openid tools:use"`
  it('without a credential is told where tokens come from', async () => {
    expect(await post('open', {})).toMatchObject({ status: 401, challenge: `Bearer ${METADATA}` })
  })
  it.each([
    ['a key that does not exist', 'nothing'],
    ['a token that is none', 'eyJhbGciOiJub25lIn0.e30.x'],
  ])('with %s is told that too', async (_title, credential) => {
    const reply = await post('open', { authorization: `Bearer ${credential}` })
    expect([reply.status, reply.challenge?.endsWith(METADATA)]).toEqual([401, true])
  })
  it('with a key of the gateway is served', async () => {
    expect((await post('open', { authorization: 'Bearer key-agent' })).status).toBe(200)
  })
  it.each([[`${PUBLIC}/mcp/open`], [PUBLIC], [['other', `${PUBLIC}/mcp/open`]]])(
    'with a token for %s is served',
    async audience => {
      const reply = await withToken('open', {}, audience)
      expect([reply.status, (reply.body.result?.tools.length ?? 0) > 0]).toEqual([200, true])
    },
  )
  it.each(['portolan', `${PUBLIC}/mcp/research`, 'https://gateway.example.com.evil.example', ''])(
    'with a token for %s is refused',
    async audience => {
      const reply = await withToken('open', {}, audience)
      expect(reply).toMatchObject({ status: 401, challenge: `Bearer error="invalid_token", ${METADATA}` })
    },
  )
  it('with a token without scopes is told all that are needed at once, beside those that it has', async () => {
    const reply = await withToken('open', { scope: 'email' }, `${PUBLIC}/mcp/open`)
    expect(reply).toMatchObject({
      status: 403,
      challenge: `Bearer error="insufficient_scope", ${METADATA.replace('openid', 'email openid')}`,
      body: { error: { data: { code: 'insufficient_scope' } } },
    })
  })
  it('of a person is served in the workspaces of the person, and in no other', async () => {
    expect((await withToken('research', {}, PUBLIC)).status).toBe(200)
    expect(await withToken('sales', {}, PUBLIC)).toMatchObject({
      status: 404,
      body: { error: { data: { code: 'not_found' } } },
    })
    expect((await withToken('open', { workspaces: {} }, PUBLIC)).status).toBe(403)
  })
  it('is in the log with the person', async () => {
    await withToken('open', {}, PUBLIC)
    expect((await gateway.log()).at(-1)).toMatchObject({ mcp: { server: 'open', user: 'ada@example.com' } })
  })
  it('never brings its token to the server', async () => {
    await withToken('open', {}, PUBLIC)
    expect(JSON.stringify(upstream.seen.headers)).not.toContain('eyJ')
  })
})

it('a token for the tools of the interface has the rights of its person there, and nowhere else', async () => {
  const token = (audience: string) => issuer.sign(SCOPES, audience)
  const bearer = async (audience: string) => ({ authorization: `Bearer ${await token(audience)}` })
  const own = await post('portolan', await bearer(`${PUBLIC}/mcp/portolan`))
  expect(own.status).toBe(200)
  const names = own.body.result?.tools.map(tool => (tool as { readonly name: string }).name)
  expect(names).toContain('listConfigs')
  expect(names).not.toContain('createWorkspace')
  expect((await post('open', await bearer(`${PUBLIC}/mcp/portolan`))).status).toBe(401)
  const other = await post('portolan', await bearer(`${PUBLIC}/mcp/open`))
  expect([other.status, other.challenge]).toEqual([
    401,
    expect.stringContaining(
      `resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp/portolan"`,
    ),
  ])
})
