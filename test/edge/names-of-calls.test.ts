// What calls name: everything that the API returns as an identifier or a slug is found by both, and means the same to limits and logs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlScopes } from '../../schemas/generated/control-routes.ts'
import { runScriptedAgent } from '../support/agents/scripted-agent.ts'
import { manifestKey } from '../support/control-harness.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { runLegacyUpstream } from '../support/mcp/legacy-upstream.ts'
import { connectModern } from '../support/mcp/test-client.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'

let gateway: RunningGateway
/** Identifiers by `kind slug`. */
const ids: Record<string, string> = {}

const send = async (method: string, path: string, body?: object, key = 'all') => {
  const reply = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': `key ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const idOf = async (path: string, slug: string): Promise<string> => {
  const { body } = await send('GET', path)
  const found = (body['data'] as readonly { id: string; slug: string }[]).find(each => each.slug === slug)
  return found?.id ?? `no ${slug} in ${path}`
}

const MODEL = { override_params: { model: 'echo' } }

beforeAll(async () => {
  const [upstream, agent] = [await runLegacyUpstream(), await runScriptedAgent()]
  later(upstream.stop)
  gateway = await runGateway(
    {
      store: 'sqlite::memory:',
      public_url: 'https://gateway.example.com',
      trusted_hosts: ['127.0.0.1'],
      caller_hosts: ['127.0.0.1'],
      providers: { mock: { provider: 'mock' } },
      api_keys: [
        manifestKey('all', 'team', [...controlScopes]),
        manifestKey('caller', 'team', ['inference']),
      ],
      mcp: { servers: { own: { url: upstream.url } } },
      agents: { own: { card_url: agent.cardUrl } },
      policies: {
        rate_limits: [
          {
            name: 'one of them',
            type: 'requests',
            unit: 'rpm',
            value: 1,
            conditions: [{ key: 'provider', value: '@ours' }],
          },
        ],
      },
    },
    { routed: { provider: '@mock', ...MODEL } },
    { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
  )
  later(gateway.stop)
  for (const [path, body] of [
    ['/configs', { name: 'chat', config: { provider: '@mock', ...MODEL } }],
    ['/prompts', { name: 'letter', string: 'Hello {{name}}', model: '@mock/echo' }],
    ['/integrations', { name: 'ours', ai_provider_id: 'mock' }],
    ['/providers', { name: 'second', integration_id: 'ours' }],
    ['/mcp-integrations', { name: 'tools', url: upstream.url, auth_type: 'none' }],
    ['/mcp-servers', { name: 'tools', mcp_integration_id: 'tools' }],
    ['/agent-integrations', { name: 'echo', card_url: agent.cardUrl }],
    ['/agent-servers', { name: 'echo', agent_integration_id: 'echo' }],
  ] as const)
    expect(await send('POST', path, body), path).toMatchObject({ status: 200 })
  for (const [path, slugs] of [
    ['/configs', ['chat', 'routed']],
    ['/prompts', ['letter']],
    ['/providers', ['mock', 'ours', 'second']],
    ['/mcp-servers', ['own', 'tools']],
    ['/agent-servers', ['own', 'echo']],
  ] as const)
    for (const slug of slugs) ids[`${path} ${slug}`] = await idOf(path, slug)
})
afterAll(closeAll)

const chat = async (headers: object, body: object = {}, key = 'caller') => {
  const reply = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': `key ${key}`, ...headers },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Hello' }], ...body }),
  })
  const { error } = (await reply.json()) as { error?: { code: string } }
  return `${reply.status}${error === undefined ? '' : ` ${error.code}`}`
}

test.each(['chat', 'routed'])('the config %s, and what of it is live or newest', async slug => {
  const id = ids[`/configs ${slug}`] ?? ''
  for (const name of [slug, id]) {
    const named = (version: string, key = 'caller') => chat({ 'x-gateway-config': name + version }, {}, key)
    expect(await named(''), name).toBe('200')
    expect(await named('@published'), name).toBe('200')
    expect(await named('@latest'), name).toBe('403 forbidden')
    expect(await named('@latest', 'all'), name).toBe('200')
    expect(await named('@nothing', 'all'), name).toBe('404 unknown_config')
  }
  const lines = await gateway.log()
  expect(
    new Set(lines.filter(line => line['config'] !== undefined).map(({ config }) => config)),
  ).not.toContain(id)
})

test('@published is what is live, @latest what is newest', async () => {
  const wrong = { provider: '@mock', override_params: { model: 'status-500' } }
  await send('PUT', '/configs/chat', { config: wrong, promote: false })
  const versions = await Promise.all(
    ['published', 'latest', 'live'].map(name =>
      send('GET', `/configs/${ids['/configs chat']}/versions/${name}`),
    ),
  )
  expect(versions.map(({ body }) => body['version'])).toEqual([1, 2, 1])
  expect(await chat({ 'x-gateway-config': 'chat@published' }, {}, 'all')).toBe('200')
  expect(await chat({ 'x-gateway-config': 'chat@latest' }, {}, 'all')).not.toBe('200')
  expect((await send('PUT', '/configs/chat/labels/published', { version: 2 })).status).toBe(400)
})

test('the default config of a key, which its reads show by the slug', async () => {
  const defaults = { config_id: ids['/configs chat'], allow_config_override: false }
  const made = await send('POST', '/api-keys/workspace/service', {
    name: 'one',
    scopes: ['inference'],
    defaults,
  })
  expect(made.status).toBe(200)
  expect((await send('GET', `/api-keys/${made.body['id']}`)).body).toMatchObject({
    defaults: { config_id: 'chat' },
  })
  const key = { 'x-gateway-api-key': String(made.body['key']) }
  expect(await chat(key)).toBe('200')
  for (const name of ['chat', ids['/configs chat']])
    expect(await chat({ ...key, 'x-gateway-config': name })).toBe('200')
  expect(await chat({ ...key, 'x-gateway-config': 'routed' })).toBe('403 forbidden')
  const lines = (await gateway.log()).filter(({ key: by }) => by === made.body['id'])
  expect(new Set(lines.map(({ config }) => config))).not.toContain(ids['/configs chat'])
})

test('a prompt', async () => {
  await send('PUT', '/prompts/letter', { string: 'Bye {{name}}', model: '@mock/echo' })
  const render = async (name: string) => {
    const { body } = await send('POST', `/prompts/${name}/render`, { variables: { name: 'Ada' } })
    return (body['data'] as { messages: readonly { content: string }[] } | undefined)?.messages[0]?.content
  }
  for (const name of ['letter', ids['/prompts letter'] ?? '']) {
    expect(await render(name)).toBe('Hello Ada')
    expect(await render(`${name}@published`)).toBe('Hello Ada')
    expect(await render(`${name}@latest`)).toBe('Bye Ada')
    const read = await send('GET', `/prompts/${name}/versions/published`)
    expect(read.body).toMatchObject({ version: 1, status: 'published' })
  }
})

test('a provider of the manifest, by header, model and config', async () => {
  const id = ids['/providers mock']
  expect(await chat({ 'x-gateway-provider': `@${id}` })).toBe('200')
  expect(await chat({ 'x-gateway-virtual-key': id })).toBe('200')
  expect(await chat({}, { model: `@${id}/echo` })).toBe('200')
  expect(await chat({ 'x-gateway-config': JSON.stringify({ provider: `@${id}` }) })).toBe('200')
  const config = { provider: `@${id}`, ...MODEL }
  expect((await send('POST', '/configs', { name: 'by id', config })).body).toMatchObject({ diagnostics: [] })
  expect(await chat({ 'x-gateway-config': 'by-id' })).toBe('200')
})

test('a provider of the store, which limits and the log know by its slug', async () => {
  const names = ['ours', ids['/providers ours'], ids['/providers second'], 'second']
  const outcomes: string[] = []
  for (const name of names) outcomes.push(await chat({ 'x-gateway-provider': `@${name}` }))
  expect(outcomes).toEqual(['200', '429 rate_limited', '200', '200'])
  const slugs = new Set((await gateway.log()).map(({ slug }) => slug))
  expect([...slugs]).toEqual(expect.arrayContaining(['ours', 'second']))
  expect(slugs).not.toContain(ids['/providers second'])
})

test.each(['own', 'tools'])('the MCP server %s', async slug => {
  for (const name of [slug, ids[`/mcp-servers ${slug}`] ?? '']) {
    const client = await connectModern(`http://127.0.0.1:${gateway.port}/mcp/${name}`, {
      'x-gateway-api-key': 'key all',
    })
    later(client.close)
    expect(await client.call('echo', { a: 1 })).toContain('echo {"a":1}')
  }
})

test.each(['own', 'echo'])('the agent %s', async slug => {
  for (const name of [slug, ids[`/agent-servers ${slug}`] ?? '']) {
    const reply = await fetch(`http://127.0.0.1:${gateway.port}/agents/${name}/.well-known/agent-card.json`, {
      headers: { 'x-gateway-api-key': 'key all' },
    })
    expect(reply.status).toBe(200)
  }
})
