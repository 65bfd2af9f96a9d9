// Calls that come directly after the start, before what only callers may name is loaded.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'

const KEY = 'app-key-of-the-first-calls'
const HASH = 'sha256:202f623517a2b263d8cd6e24345adc38e8836cd9c83a315674c8c8689580ed30'
const MOCK = { providers: { mock: { provider: 'mock' } } }
const LOCKED = { ...MOCK, inline_configs: false, api_keys: [{ id: 'app', hash: HASH }] }

const started: RunningGateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.stop()
})
const start = async (manifest: object): Promise<RunningGateway> => {
  const gateway = await runGateway(manifest)
  started.push(gateway)
  return gateway
}

const denying = {
  provider: '@mock',
  input_guardrails: [{ 'default.contains': { operator: 'none', words: ['secret'] }, deny: true }],
}

const chat = async (
  { url }: RunningGateway,
  headers: Readonly<Record<string, string>>,
  content = 'Hello',
) => {
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  })
  return { status: reply.status, body: await reply.json() }
}

const inline = { 'x-gateway-config': JSON.stringify(denying) }

describe('the first calls after the start', () => {
  it('run the checks of configs in headers, also two at once', async () => {
    const gateway = await start(MOCK)
    const [passed, denied, slug] = await Promise.all([
      chat(gateway, inline),
      chat(gateway, inline, 'a secret'),
      chat(gateway, { 'x-gateway-provider': '@mock' }),
    ])
    expect([passed.status, denied.status, slug.status]).toEqual([200, 446, 200])
  })
})

const FIRST: readonly (readonly [method: string, path: string, headers: object, body?: object])[] = [
  ['POST', '/chat/completions', { 'x-gateway-provider': '@mock' }],
  ['POST', '/chat/completions', { 'x-gateway-config': 'chat' }],
  ['POST', '/chat/completions', { 'x-gateway-config': 'none' }],
  ['POST', '/chat/completions', { 'x-gateway-config': 'none@3' }],
  ['POST', '/chat/completions', { 'x-gateway-provider': '@none' }],
  ['POST', '/chat/completions', {}, { model: '@none/x' }],
  ['POST', '/chat/completions', { 'x-gateway-api-key': 'no-key' }],
  ['POST', '/chat/completions', { 'x-gateway-config': '{"provider":"@none"}' }],
  ['POST', '/chat/completions', { 'x-gateway-config': '{"provider":"@mock","prompt_id":"none"}' }],
  ['POST', '/prompts/none/completions', {}, { variables: {} }],
  ['POST', '/mcp/none', {}, { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ['POST', '/agents/none', {}, { jsonrpc: '2.0', id: 1, method: 'message/send' }],
  ['GET', '/models', { 'x-gateway-provider': '@mock' }],
  ['GET', '/workspaces', {}],
  ['GET', '/providers/none', {}],
  ['GET', '/files', { 'x-gateway-provider': '@none' }],
  ['POST', '/proxy/anything', { 'x-gateway-provider': '@none' }, {}],
]

describe('the first calls of a process with a store in which nothing was saved', () => {
  it('are answered as all later ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const gateway = await runGateway(
      { ...MOCK, store: `sqlite:${join(folder, 'store.db')}` },
      { chat: { provider: '@mock' } },
    )
    started.push(gateway)
    const sendAll = () =>
      Promise.all(
        FIRST.map(async ([method, path, headers, body = { model: 'echo', messages: [] }]) => {
          const reply = await fetch(`${gateway.url}${path}`, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method === 'POST' && { body: JSON.stringify(body) }),
          })
          const text = await reply.text()
          return [method, path, headers, reply.status, text.replace(/chatcmpl-\w+|"created":\d+/g, '')]
        }),
      )
    const first = await sendAll()
    expect(first.map(each => each[3])).not.toContain(500)
    expect(await sendAll()).toEqual(first)
  })
})

describe('a reload', () => {
  const guarded = {
    ...LOCKED,
    guardrails: { names: { 'default.contains': { operator: 'none', words: ['secret'] }, deny: true } },
    input_guardrails: ['names'],
  }

  it('loads what configs in headers may name, where they are allowed from then on', async () => {
    const gateway = await start(LOCKED)
    const withKey = { ...inline, 'x-gateway-api-key': KEY }
    expect((await chat(gateway, withKey)).status).toBe(403)
    const { bundle } = await start({ ...LOCKED, inline_configs: true })
    expect(await gateway.runtime.reload(bundle)).toEqual([])
    const replies = await Promise.all([chat(gateway, withKey), chat(gateway, withKey, 'a secret')])
    expect(replies.map(({ status }) => status)).toEqual([200, 446])
  })

  it('loads the checks that guardrails of the manifest name', async () => {
    const gateway = await start(LOCKED)
    const named = { 'x-gateway-provider': '@mock', 'x-gateway-api-key': KEY }
    expect((await chat(gateway, named, 'a secret')).status).toBe(200)
    const { bundle } = await start(guarded)
    expect(await gateway.runtime.reload(bundle)).toEqual([])
    expect((await chat(gateway, named, 'a secret')).status).toBe(446)
  })

  it('loads the adapters of providers and the servers that are new', async () => {
    const gateway = await start(LOCKED)
    const { bundle } = await start({
      ...LOCKED,
      api_keys: [{ ...LOCKED.api_keys[0], scopes: ['inference', 'mcp.invoke'] }],
      providers: {
        ...MOCK.providers,
        llama: { provider: 'ollama-native', custom_host: 'http://127.0.0.1:9' },
      },
      trusted_hosts: ['127.0.0.1'],
      mcp: { servers: { tools: { url: 'http://127.0.0.1:9/mcp' } } },
    })
    expect(await gateway.runtime.reload(bundle)).toEqual([])
    // Nothing listens there: the adapter has converted the chat.
    const named = { 'x-gateway-provider': '@llama', 'x-gateway-api-key': KEY }
    expect((await chat(gateway, named)).body).toMatchObject({ error: { code: 'upstream_unreachable' } })
    const reply = await fetch(`${gateway.url.replace(/\/v1$/, '')}/mcp/tools`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-gateway-api-key': KEY,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const { error } = (await reply.json()) as { readonly error: { readonly message: string } }
    expect(error.message).toContain('send "initialize" first')
  })
})
