// Azure through the gateway: slugs, configs, headers only.
import { expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { CHAT, chunk, completion, DONE } from '../../../support/sample-bodies.ts'

const AZURE = { provider: 'azure', resource_name: 'contoso', api_key: '${env:AZURE_KEY}' }
const environment = { AZURE_KEY: 'k'.repeat(32), CLIENT_SECRET: 'entra-secret' }
const ok = { status: 200, body: completion('Hi') }
const sentTo = (headers: readonly string[], name: string): string | undefined => {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

test('a slug, in the form v1: only the slug leaves the body', async () => {
  const { call, upstream } = createHarness({
    manifest: { providers: { az: AZURE } },
    environment,
    script: [ok],
  })
  const reply = await call({ body: `{ "model": "@az/gpt-4o",  "messages": [] }` })
  expect(reply).toMatchObject({ status: 200, text: JSON.stringify(ok.body) })
  const [sent] = upstream.sent
  expect(sent).toMatchObject({
    origin: 'https://contoso.openai.azure.com',
    path: '/openai/v1/chat/completions',
    text: `{ "model": "gpt-4o",  "messages": [] }`,
    hostAuthor: 'catalog',
  })
  expect(sentTo(sent?.headers ?? [], 'api-key')).toBe(environment.AZURE_KEY)
  expect(sentTo(sent?.headers ?? [], 'authorization')).toBeUndefined()
})

test('a config, in the form of a date: not one byte of the body changes', async () => {
  const { call, upstream } = createHarness({
    configs: { chat: { ...AZURE, deployment_id: 'prod', api_version: '2024-10-21' } },
    environment,
    script: [ok],
  })
  const body = `{"model":"gpt-4o" , "messages":[]}`
  await call({ headers: { 'x-gateway-config': 'chat' }, body })
  expect(upstream.sent[0]).toMatchObject({
    path: '/openai/deployments/prod/chat/completions?api-version=2024-10-21',
    text: body,
  })
})

test('headers only, with the caller’s key, or with the caller’s Entra token', async () => {
  const { call, upstream } = createHarness({ script: [ok, ok] })
  const headers = { 'x-gateway-provider': 'cloud2', 'x-gateway-cloud2-resource-name': 'fabrikam' }
  await call({ headers: { ...headers, authorization: 'Bearer abc123' } })
  await call({
    headers: {
      ...headers,
      'x-gateway-cloud2-deployment-id': 'd',
      'x-gateway-cloud2-api-version': '2024-10-21',
      authorization: 'Bearer eyJhbGciOi.eyJhdWQi.c2ln',
    },
  })
  expect(upstream.sent).toMatchObject([
    { origin: 'https://fabrikam.openai.azure.com', path: '/openai/v1/chat/completions' },
    { path: '/openai/deployments/d/chat/completions?api-version=2024-10-21' },
  ])
  expect(sentTo(upstream.sent[0]?.headers ?? [], 'api-key')).toBe('abc123')
  expect(sentTo(upstream.sent[1]?.headers ?? [], 'authorization')).toBe('Bearer eyJhbGciOi.eyJhdWQi.c2ln')
})

test('headers without a resource are rejected, and nothing is sent', async () => {
  const { call, upstream } = createHarness({})
  const reply = await call({ headers: { 'x-gateway-provider': 'azure', authorization: 'Bearer k' } })
  expect(reply).toMatchObject({ status: 400, json: { error: { param: 'resource_name' } } })
  expect(upstream.sent).toEqual([])
})

test('a config in a header is completed by other headers', async () => {
  const { call, upstream } = createHarness({ script: [ok] })
  await call({
    headers: {
      'x-gateway-config': JSON.stringify({ provider: 'azure', api_key: 'literal' }),
      'x-gateway-cloud2-resource-name': 'fabrikam',
    },
  })
  expect(upstream.sent[0]).toMatchObject({ origin: 'https://fabrikam.openai.azure.com' })
})

test('deployments: aliases choose, and an unknown one is a 400 that names them', async () => {
  const deployments = [{ deployment_id: 'd1', alias: 'gpt-4o', api_version: 'v1' }]
  const { call, upstream } = createHarness({
    manifest: { providers: { az: { ...AZURE, deployments } } },
    environment,
    script: [ok],
  })
  await call({ body: { ...CHAT, model: '@az/gpt-4o' } })
  expect(upstream.sent[0]?.json).toEqual({ ...CHAT, model: 'd1' })
  const reply = await call({ body: { ...CHAT, model: '@az/gpt-9' } })
  expect(reply).toMatchObject({ status: 400, json: { error: { param: 'model' } } })
  expect(reply.text).toContain('Aliases: gpt-4o.')
})

test('a stream passes as it is, its first chunk without choices too', async () => {
  const first = `data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}],"object":"","model":""}\n\n`
  const events = [first, chunk({ content: 'Hi' }), chunk({}, 'stop'), DONE]
  const { call } = createHarness({
    manifest: { providers: { az: AZURE } },
    environment,
    script: [{ events }],
  })
  const reply = await call({ body: { ...CHAT, model: '@az/gpt-4o', stream: true } })
  expect(reply.text).toBe(events.join(''))
})

test('a client of Entra: one token for all calls, renewed when it ends', async () => {
  const { api_key: _, ...azure } = AZURE
  const client = {
    ...azure,
    cloud2_entra_tenant_id: 'contoso.onmicrosoft.com',
    cloud2_entra_client_id: 'client',
    cloud2_entra_client_secret: '${env:CLIENT_SECRET}',
  }
  const token = (name: string) => ({ status: 200, body: { access_token: name, expires_in: 3600 } })
  const { call, upstream, clock } = createHarness({
    manifest: { providers: { az: client } },
    environment,
    script: [token('one'), ok, ok, token('two'), ok],
  })
  const body = { ...CHAT, model: '@az/gpt-4o' }
  await call({ body })
  await call({ body })
  await clock.advance(3_600_000)
  await call({ body })
  const carried = upstream.sent.map(({ origin, headers }) => [origin, sentTo(headers, 'authorization')])
  const resource = 'https://contoso.openai.azure.com'
  const entra = ['https://login.microsoftonline.com', undefined]
  expect(carried).toEqual([
    entra,
    [resource, 'Bearer one'],
    [resource, 'Bearer one'],
    entra,
    [resource, 'Bearer two'],
  ])
  expect(upstream.sent[0]?.text).toContain('client_secret=entra-secret')
})

test('a managed identity is sent to its own origin only', async () => {
  const manifest = {
    providers: { az: { provider: 'azure', resource_name: 'contoso', cloud2_managed_identity: 'system' } },
  }
  const token = { status: 200, body: { access_token: 'mine', expires_in: '86399' } }
  const { call, upstream } = createHarness({ manifest, script: [token, ok] })
  await call({ body: { ...CHAT, model: '@az/gpt-4o' } })
  expect(upstream.sent).toMatchObject([
    { origin: 'http://169.254.169.254', method: 'GET', hostAuthor: 'catalog' },
    { origin: 'https://contoso.openai.azure.com' },
  ])
  const astray = await call({
    headers: { 'x-gateway-custom-host': 'https://elsewhere.example' },
    body: { ...CHAT, model: '@az/gpt-4o' },
  })
  expect(astray).toMatchObject({ status: 400, json: { error: { code: 'blocked_host' } } })
  const config = { provider: 'azure', resource_name: 'contoso', cloud2_managed_identity: 'system' }
  const named = await call({ headers: { 'x-gateway-config': JSON.stringify(config) } })
  expect(named).toMatchObject({ status: 400, json: { error: { code: 'invalid_config' } } })
  expect(upstream.sent).toHaveLength(2)
})

test('Foundry: model inference and Claude', async () => {
  const stored = { resource_name: 'contoso', api_key: '${env:AZURE_KEY}' }
  const message = {
    type: 'message',
    id: 'm',
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const { call, upstream } = createHarness({
    manifest: {
      providers: {
        any: { provider: 'azure-foundry', ...stored },
        claude: { provider: 'azure-anthropic', ...stored },
      },
    },
    environment,
    script: [ok, { status: 200, body: message }],
  })
  await call({ body: { ...CHAT, model: '@any/grok-4' } })
  const reply = await call({ body: { ...CHAT, model: '@claude/claude-haiku-4-5' } })
  expect(reply.json).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
  expect(upstream.sent).toMatchObject([
    {
      origin: 'https://contoso.services.ai.azure.com',
      path: '/models/chat/completions?api-version=2024-05-01-preview',
    },
    { path: '/anthropic/v1/messages' },
  ])
  const headers = upstream.sent[1]?.headers ?? []
  expect(sentTo(headers, 'x-api-key')).toBe(environment.AZURE_KEY)
  expect(sentTo(headers, 'anthropic-version')).toBe('2023-06-01')
})
