// Clients of Gemini's API: what `@google/genai` sends with the gateway as its base URL and a key of the gateway as its
// API key. Requests pass untranslated to providers that speak this API.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

const KEY = 'key-of-the-gateway'
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
let google: Provider
let other: Provider
let gateway: RunningGateway

const reply = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }

beforeAll(async () => {
  google = await runProvider(({ url = '', headers }, response) => {
    if (url.startsWith('/upload/')) {
      const isStart = headers['x-goog-upload-command'] === 'start'
      const next = `${google.origin}${url}?key=google-key&upload_id=u1&upload_protocol=resumable`
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(isStart ? { 'x-goog-upload-url': next } : { 'x-goog-upload-status': 'final' }),
      })
      response.end(isStart ? '' : JSON.stringify({ file: { name: 'files/f1' } }))
      return
    }
    if (url.includes('overloaded')) {
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }))
      return
    }
    const isStream = url.includes('alt=sse')
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(isStream ? `data: ${JSON.stringify(reply)}\r\n\r\n`.repeat(2) : JSON.stringify(reply))
  })
  other = await runProvider((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  const hash = createHash('sha256').update(KEY).digest('hex')
  gateway = await runGateway(
    {
      providers: {
        google: { provider: 'google', api_key: '${env:GOOGLE}', custom_host: `${google.origin}/v1beta` },
        vertex: {
          provider: 'vertex',
          api_key: '${env:GOOGLE}',
          cloud3_region: 'europe-west4',
          cloud3_project_id: 'my-project',
          custom_host: `${google.origin}/v1`,
        },
        openai: { provider: 'openai', api_key: '${env:GOOGLE}', custom_host: `${other.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'app', hash: `sha256:${hash}` }],
      aliases: { quick: '@google/gemini-3.8-flash', plain: 'gemini-3.1-pro-preview' },
      defaults: { provider: '@google' },
    },
    {
      pinned: {
        provider: '@google',
        override_params: { model: 'gemini-3.1-pro-preview', labels: { team: 'a' } },
      },
      safe: {
        strategy: { mode: 'fallback' },
        targets: [
          { provider: '@google', override_params: { model: 'overloaded' } },
          { provider: '@google', override_params: { model: 'gemini-3.1-pro-preview' } },
        ],
      },
      guarded: {
        provider: '@google',
        input_guardrails: [{ 'default.contains': { words: ['secret'], operator: 'none' }, deny: true }],
      },
    },
    { GOOGLE: 'google-key' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await google.stop()
  await other.stop()
})

const origin = (): string => gateway.url.replace(/\/v1$/, '')

interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

const send = (
  path: string,
  { body = { contents }, headers = { 'x-goog-api-key': KEY }, method = 'POST' }: Sent = {},
) =>
  fetch(origin() + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })

const last = () => {
  const { path = '', headers = {}, body } = google.received.at(-1) ?? {}
  return { path, headers, body: JSON.parse(String(body)) as unknown }
}

describe('a request of a Gemini client', () => {
  it.each([
    ['/v1beta/models/gemini-3.8-flash:generateContent', '/v1beta/models/gemini-3.8-flash:generateContent'],
    ['/v1/models/gemini-3.8-flash:generateContent', '/v1beta/models/gemini-3.8-flash:generateContent'],
    ['/v1beta/models/@google/gemini-3.8-flash:countTokens', '/v1beta/models/gemini-3.8-flash:countTokens'],
    ['/v1beta/models/%40google%2Fgemini-x:generateContent', '/v1beta/models/gemini-x:generateContent'],
    ['/v1beta/models/quick:generateContent', '/v1beta/models/gemini-3.8-flash:generateContent'],
    ['/v1beta/models/plain:generateContent', '/v1beta/models/gemini-3.1-pro-preview:generateContent'],
    ['/v1beta/tunedModels/mine:generateContent', '/v1beta/tunedModels/mine:generateContent'],
    // @ai-sdk/google takes a model with a slash for the name of a resource.
    ['/v1beta/@google/gemini-3.8-flash:generateContent', '/v1beta/models/gemini-3.8-flash:generateContent'],
    ['/v1beta/%40google/gemini-x:streamGenerateContent', '/v1beta/models/gemini-x:streamGenerateContent'],
    ['/v1beta/models/imagen-4:predict', '/v1beta/models/imagen-4:predict'],
    [
      '/v1beta/models/@vertex/gemini-3.1-pro-preview:generateContent',
      '/v1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-3.1-pro-preview:generateContent',
    ],
  ])('%s reaches %s', async (path, upstream) => {
    const response = await send(path)
    expect(await response.json()).toEqual(reply)
    expect(response.status).toBe(200)
    expect(last()).toMatchObject({ path: upstream, body: { contents } })
    expect(JSON.stringify(last())).not.toContain(KEY)
  })

  it.each(['?key=KEY', '?alt=json&key=KEY', '?key=KEY&$alt=json'])(
    'may have the key of the gateway in its query: %s',
    async query => {
      const path = `/v1beta/models/gemini-3.8-flash:generateContent${query.replace('KEY', KEY)}`
      expect((await send(path, { headers: {} })).status).toBe(200)
      expect(last().headers['x-goog-api-key']).toBe('google-key')
      expect(last().path).not.toContain('key=')
    },
  )

  it('is streamed as the provider sends it', async () => {
    const response = await send('/v1beta/models/quick:streamGenerateContent?alt=sse')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toBe(`data: ${JSON.stringify(reply)}\r\n\r\n`.repeat(2))
    expect(last().path).toBe('/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse')
  })

  it('repeats the model in its body, where the name changes too', async () => {
    const requests = [
      { model: 'models/@google/embed-1', content: contents[0] },
      { model: 'models/another', content: contents[0] },
    ]
    await send('/v1beta/models/@google/embed-1:batchEmbedContents', { body: { requests } })
    expect(last()).toMatchObject({
      path: '/v1beta/models/embed-1:batchEmbedContents',
      body: { requests: [{ model: 'models/embed-1' }, { model: 'models/another' }] },
    })
    await send('/v1beta/models/quick:countTokens', {
      body: { generateContentRequest: { model: 'models/quick', contents } },
    })
    expect(last().body).toEqual({
      generateContentRequest: { model: 'models/gemini-3.8-flash', contents },
    })
  })

  it('reaches other routes of the provider', async () => {
    await send('/v1beta/cachedContents?pageSize=2', { method: 'GET' })
    expect(google.received.at(-1)?.path).toBe('/v1beta/cachedContents?pageSize=2')
    await send('/v1beta/files?pageSize=2', { method: 'GET' })
    expect(google.received.at(-1)?.path).toBe('/v1beta/files?pageSize=2')
  })
})

describe('a path without a model', () => {
  it('creates an interaction without the slug in its body', async () => {
    const body = { model: '@google/gemini-3.8-flash', input: 'Hello' }
    expect((await send('/v1beta/interactions', { body })).status).toBe(200)
    expect(last()).toMatchObject({
      path: '/v1beta/interactions',
      body: { model: 'gemini-3.8-flash', input: 'Hello' },
    })
  })

  it.each([
    ['POST', '/v1beta/interactions/i1/cancel', '/v1beta/interactions/i1/cancel'],
    ['GET', '/v1beta/interactions/i1?include_input=true', '/v1beta/interactions/i1?include_input=true'],
    ['GET', '/v1/interactions/i1', '/v1beta/interactions/i1'],
    ['POST', '/v1alpha/auth_tokens', '/v1alpha/auth_tokens'],
    ['POST', '/v1alpha/authTokens', '/v1alpha/authTokens'],
    ['POST', '/v1alpha/messages', '/v1alpha/messages'],
  ])('%s %s reaches %s', async (method, path, upstream) => {
    expect((await send(path, { method, body: {} })).status).toBe(200)
    expect(google.received.at(-1)).toMatchObject({ method, path: upstream })
    expect(google.received.at(-1)?.headers['x-goog-api-key']).toBe('google-key')
  })

  it.each(['files', 'fileSearchStores/s1:uploadToFileSearchStore'])(
    'uploads to %s at the URL that the provider returns, without its key',
    async path => {
      const started = await send(`/upload/v1beta/${path}?key=${KEY}`, {
        headers: { 'x-goog-upload-command': 'start', 'x-goog-upload-protocol': 'resumable' },
        body: { file: { displayName: 'a' } },
      })
      expect(google.received.at(-1)?.path).toBe(`/upload/v1beta/${path}`)
      const next = started.headers.get('x-goog-upload-url') ?? ''
      expect(next).toBe(`${origin()}/upload/v1beta/${path}?upload_id=u1&upload_protocol=resumable`)
      const sent = await fetch(next, {
        method: 'POST',
        headers: { 'x-goog-api-key': KEY, 'x-goog-upload-command': 'upload, finalize' },
        body: 'the bytes',
      })
      expect(sent.headers.get('x-goog-upload-status')).toBe('final')
      expect(await sent.json()).toEqual({ file: { name: 'files/f1' } })
      expect(google.received.at(-1)).toMatchObject({
        path: `/upload/v1beta/${path}?upload_id=u1&upload_protocol=resumable`,
        body: Buffer.from('the bytes'),
      })
    },
  )
})

describe('a config', () => {
  const through = (config: string, body: object = { contents }) =>
    send('/v1beta/models/gemini-3.8-flash:generateContent', {
      headers: { 'x-goog-api-key': KEY, 'x-gateway-config': config },
      body,
    })

  it('overrides the model of the path, and the fields that the body has', async () => {
    const response = await through('pinned', { contents, labels: {} })
    expect(last()).toMatchObject({
      path: '/v1beta/models/gemini-3.1-pro-preview:generateContent',
      body: { contents, labels: { team: 'a' } },
    })
    expect(response.headers.get('x-gateway-dropped-params')).toBeNull()
    const without = await through('pinned')
    expect(without.headers.get('x-gateway-dropped-params')).toBe('labels')
  })

  it('falls back', async () => {
    const response = await through('safe')
    expect(response.status).toBe(200)
    expect(response.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  })

  it('denies, in the format of the client', async () => {
    const response = await through('guarded', { contents: [{ parts: [{ text: 'a secret' }] }] })
    expect(response.status).toBe(446)
    expect(await response.json()).toMatchObject({
      error: { code: 446, status: 'FAILED_PRECONDITION', details: [{ reason: 'GUARDRAIL_DENIED' }] },
    })
  })
})

describe('an error of the gateway has the format of Gemini’s API', () => {
  it.each([
    ['without a key', '/v1beta/models/quick:generateContent', { headers: {} }, 401, /key/],
    [
      'at a provider of another API',
      '/v1beta/models/@openai/gpt-6.1-sol:embedContent',
      {},
      400,
      /@google, @vertex/,
    ],
    ['for a method that Vertex lacks', '/v1beta/models/@vertex/a:batchEmbedContents', {}, 400, /countTokens/],
    ['for Claude at Vertex', '/v1beta/models/@vertex/claude-x:generateContent', {}, 400, /publisher/],
    [
      'for a page’s content type',
      '/v1beta/models/quick:generateContent',
      { headers: { 'x-goog-api-key': KEY, 'content-type': 'text/plain' } },
      415,
      /application\/json/,
    ],
    ['for a traversal', '/v1beta/models/%2e%2e%2fx:generateContent', {}, 400, /dot segment/],
    ['for a reserved path', '/v1beta/guardrails/a', { method: 'GET' }, 501, /does not support/],
    ['below /v1', '/v1/models/@openai/gpt-6.1-sol:embedContent', {}, 400, /does not speak Gemini/],
  ] as const)('%s', async (_, path, sent, status, message) => {
    const before = google.received.length
    const response = await send(path, sent)
    expect(response.status).toBe(status)
    const { error } = (await response.json()) as { error: { code: number; message: string; status: string } }
    expect(error).toMatchObject({ code: status, status: expect.stringMatching(/^[A-Z_]+$/) })
    expect(error.message).toMatch(message)
    expect(google.received.length).toBe(before)
  })

  it('but one of the provider is unchanged', async () => {
    const response = await send('/v1beta/models/@google/overloaded:generateContent')
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } },
    ])
  })
})

describe('GET /v1beta/models', () => {
  it.each([
    ['/v1beta/models?pageSize=50', {}],
    ['/v1/models', { 'x-goog-api-client': 'google-genai-sdk/3.1.0' }],
  ])('lists the models that the client can reach: %s', async (path, more) => {
    const headers = { 'x-goog-api-key': KEY, ...more }
    const { models } = (await (await send(path, { method: 'GET', headers })).json()) as {
      models: { name: string; supportedGenerationMethods: string[] }[]
    }
    const names = models.map(({ name }) => name)
    expect(names).toContain('models/quick')
    expect(names.some(name => name.startsWith('models/@google/'))).toBe(true)
    expect(names.some(name => name.startsWith('models/@openai/'))).toBe(false)
  })

  it('is the provider’s list where a header names it', async () => {
    await send('/v1beta/models?pageSize=5', {
      method: 'GET',
      headers: { 'x-goog-api-key': KEY, 'x-gateway-provider': '@google' },
    })
    expect(google.received.at(-1)?.path).toBe('/v1beta/models?pageSize=5')
  })

  it('shows one model', async () => {
    const response = await send('/v1beta/models/@google/gemini-x', { method: 'GET' })
    expect(await response.json()).toMatchObject({ name: 'models/@google/gemini-x' })
  })
})
