// Anthropic's SDK beyond messages: files and other routes pass untranslated to a provider of its dialect, with a key of
// the gateway, and are refused with a sentence elsewhere.
import { createHash } from 'node:crypto'
import Anthropic, { toFile } from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

const KEY = 'key-of-the-gateway'
/** What the SDK sends: the version is of the client. */
const VERSION = '2026-10-21'
const FILE = { id: 'file_1', type: 'file', filename: 'a.txt', mime_type: 'text/plain', size_bytes: 3 }
let provider: Provider
let gateway: RunningGateway

beforeAll(async () => {
  provider = await runProvider(({ method, url = '' }, response) => {
    if (url.includes('/content')) {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end('abc')
      return
    }
    const isList = method === 'GET' && !url.includes('file_1')
    const message = { type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        url.startsWith('/v1/messages') ? message : isList ? { data: [FILE], has_more: false } : FILE,
      ),
    )
  })
  const hash = createHash('sha256').update(KEY).digest('hex')
  gateway = await runGateway(
    {
      providers: {
        claude: {
          provider: 'anthropic',
          api_key: '${env:PROVIDER_KEY}',
          custom_host: `${provider.origin}/v1`,
          anthropic_beta: 'of-the-config,files-api-2025-04-14',
        },
        openai: { provider: 'openai', api_key: '${env:PROVIDER_KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'app', hash: `sha256:${hash}`, defaults: { provider: '@claude' } }],
    },
    {
      guarded: {
        provider: '@claude',
        input_guardrails: [{ 'default.contains': { words: ['secret'], operator: 'none' }, deny: true }],
      },
      pinned: { provider: '@claude', override_params: { purpose: 'of the config' } },
    },
    { PROVIDER_KEY: 'anthropic-key' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const client = (headers: Readonly<Record<string, string>> = {}): Anthropic =>
  new Anthropic({
    baseURL: gateway.url.replace(/\/v1$/, ''),
    apiKey: KEY,
    maxRetries: 0,
    defaultHeaders: headers,
  })
const last = () => {
  const { method, path, headers = {}, body } = provider.received.at(-1) ?? {}
  return { method, path, headers, body: String(body) }
}
const upload = async (at: Anthropic) =>
  at.beta.files.upload({ file: await toFile(Buffer.from('abc'), 'a.txt') })

describe('files of Anthropic', () => {
  it.each(['uploaded', 'guarded', 'pinned'])('are uploaded as they are: %s', async config => {
    const file = await upload(client(config === 'uploaded' ? {} : { 'x-gateway-config': config }))
    expect(file.id).toBe('file_1')
    const { method, path, headers, body } = last()
    expect([method, path]).toEqual(['POST', '/v1/files'])
    expect(body).toContain('filename="a.txt"')
    expect(body).not.toContain('purpose')
    expect(headers).toMatchObject({ 'x-api-key': 'anthropic-key', 'anthropic-version': VERSION })
    expect(JSON.stringify(last())).not.toContain(KEY)
  })

  it('are listed with the cursor of the client', async () => {
    await client().beta.files.list({ limit: 500 }, { query: { after_id: 'file_0', limit: 500 } })
    expect(last().path).toBe('/v1/files?after_id=file_0&limit=500')
  })

  it('are shown, downloaded and deleted', async () => {
    expect((await client().beta.files.retrieveMetadata('file_1')).filename).toBe('a.txt')
    expect(await (await client().beta.files.download('file_1')).text()).toBe('abc')
    await client().beta.files.delete('file_1')
    expect([last().method, last().path]).toEqual(['DELETE', '/v1/files/file_1'])
  })

  it('are refused at another provider, in the format of the client', async () => {
    const before = provider.received.length
    const call = client({ 'x-gateway-provider': '@openai' }).beta.files.list()
    await expect(call).rejects.toMatchObject({
      status: 400,
      error: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message:
            "OpenAI does not speak Anthropic's API, in which the request is (header anthropic-version), and /files is not translated. Stored providers that do: @claude.",
        },
      },
    })
    expect(provider.received.length).toBe(before)
  })
})

describe('beta features', () => {
  it('of the client are added to those of the config, once each', async () => {
    await client().beta.files.list({ betas: ['of-the-client'] })
    expect(last().headers['anthropic-beta']).toMatch(/^of-the-config, files-api-2025-04-14, of-the-client$/)
  })

  it('are added for messages too', async () => {
    const model = '@claude/claude-sonnet-5'
    await client().beta.messages.create({ model, max_tokens: 5, messages: [], betas: ['of-the-client'] })
    expect(last().headers['anthropic-beta']).toBe('of-the-config, files-api-2025-04-14, of-the-client')
  })
})

it.each(['anthropic-user-profile-id', 'anthropic-workspace-id'])('%s reaches Anthropic', async name => {
  const body = { model: 'claude-sonnet-5', max_tokens: 5, messages: [] }
  await client().messages.create(body, { headers: { [name]: 'id_1' } })
  expect(last().headers[name]).toBe('id_1')
})

it('other routes keep their path and query', async () => {
  await client().messages.batches.list({ after_id: 'b_1' })
  expect(last().path).toBe('/v1/messages/batches?after_id=b_1')
  await client({ 'x-gateway-provider': '@claude' }).models.list({ after_id: 'm_1' })
  expect(last().path).toBe('/v1/models?after_id=m_1')
})

it('an override of a JSON body applies', async () => {
  const headers = {
    'x-api-key': KEY,
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
    'x-gateway-config': 'pinned',
  }
  const body = JSON.stringify({ purpose: 'of the client' })
  await fetch(`${gateway.url}/batches`, { method: 'POST', headers, body })
  expect(last()).toMatchObject({ path: '/v1/batches', body: '{"purpose":"of the config"}' })
})

it('/proxy passes any path to any provider', async () => {
  const headers = { 'x-api-key': KEY, 'anthropic-version': '2023-06-01', 'x-gateway-provider': '@openai' }
  expect((await fetch(`${gateway.url}/proxy/files`, { headers })).status).toBe(200)
  expect(last().path).toBe('/v1/files')
})
