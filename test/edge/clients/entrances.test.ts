// Clients of Bedrock and Vertex AI at the gateway: who may call, who serves a model, what is refused, and how errors look.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asList, asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { signed, THOUGHT } from '../../support/dialects/scripted-model.ts'
import { frames } from './doors.ts'

const KEY = 'portolan-test-key-0123456789'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

let harness: ProviderHarness
let origin: string

beforeAll(async () => {
  harness = await startProviderHarness({
    more: { mock: { provider: 'mock' } },
    configs: {
      first: { provider: '@openai', override_params: { model: 'gpt-5' } },
      strict: {
        provider: '@mock',
        input_guardrails: [{ 'default.contains': { words: ['secret'], operator: 'none' }, deny: true }],
      },
    },
    manifest: {
      caller_hosts: ['127.0.0.1'],
      api_keys: [
        { id: 'app', hash: `sha256:${sha256(KEY)}` },
        { id: 'fixed', hash: `sha256:${sha256('fixed-key')}`, defaults: { config: 'first' } },
      ],
    },
  })
  origin = `http://127.0.0.1:${harness.gateway.port}`
})
afterAll(() => harness.stop())

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly body: JsonObject
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
    body: JSON.stringify(body),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: asObject(parseJson(new TextDecoder().decode(bytes))),
  }
}

const hello = {
  anthropic_version: 'bedrock-2023-05-31',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'Hi' }],
}
const turns = [{ role: 'user', content: [{ text: 'Hi' }] }]
const sentTo = (slug: keyof typeof MODELS): JsonObject =>
  asObject(parseJson(String(harness.providers[slug].received.at(-1)?.body)))

const signature = (id: string): string =>
  `AWS4-HMAC-SHA256 Credential=${id}/20261130/us-east-1/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=00`

describe('a key of the gateway', () => {
  it.each([
    ['the bearer token of Bedrock', { authorization: `Bearer ${KEY}` }],
    ['x-api-key', { authorization: 'Bearer none', 'x-api-key': KEY }],
    ['the header of the gateway', { authorization: signature('AKIDEXAMPLE'), 'x-gateway-api-key': KEY }],
    ['the access key ID of a signature', { authorization: signature(KEY), 'x-amz-security-token': 'token' }],
  ])('may be %s', async (_way, headers) => {
    const { status, body } = await post('/model/@claude/claude-sonnet-5/invoke', hello, headers)
    expect(status).toBe(200)
    expect(body['content']).toEqual([{ type: 'text', text: 'You said: Hi' }])
    const received = harness.providers.claude.received.at(-1)
    const sent = JSON.stringify([received?.headers, String(received?.body)])
    for (const secret of [KEY, 'AKIDEXAMPLE', 'AWS4', 'token"', 'x-amz-']) expect(sent).not.toContain(secret)
  })

  it.each([
    ['of another account', { authorization: signature('AKIDEXAMPLE') }],
    ['that is no key', { authorization: 'Bearer other' }],
  ])('is required: one %s is refused as AWS does', async (_which, headers) => {
    const {
      status,
      headers: sent,
      body,
    } = await post('/bedrock/model/x/converse', { messages: turns }, headers)
    expect(status).toBe(403)
    expect(sent.get('x-amzn-errortype')).toBe('UnrecognizedClientException')
    expect(Object.keys(body)).toEqual(['message'])
  })

  it('is no credential of a provider, nor is the access key ID of an account', async () => {
    const { body } = await post('/model/claude-sonnet-5/invoke', hello, {
      authorization: signature('AKIDEXAMPLE'),
      'x-gateway-api-key': KEY,
      'x-gateway-provider': 'anthropic',
      'x-gateway-custom-host': `${harness.providers.claude.origin}/v1`,
    })
    // At a host of the caller a provider needs no key.
    expect(body['message']).toContain('x-api-key is missing')
    expect(JSON.stringify(harness.providers.claude.received.at(-1)?.headers)).not.toContain('AKIDEXAMPLE')
  })

  it('is refused as Google does', async () => {
    const path = '/vertex/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict'
    const { status, body } = await post(path, hello, { authorization: 'Bearer other' })
    expect(status).toBe(401)
    expect(body['error']).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' })
  })
})

describe('a model in the path', () => {
  it.each([
    ['as it is', '/model/@openai/gpt-5/invoke', {}],
    ['encoded', '/bedrock/model/%40openai%2Fgpt-5/invoke', {}],
    ['of a config', '/model/any/invoke', { 'x-gateway-config': 'first' }],
    ['of a provider in a header', '/model/gpt-5/invoke', { 'x-gateway-provider': '@openai' }],
    ['of the default of a key', '/model/any/invoke', { authorization: 'Bearer fixed-key' }],
  ])('%s is served by OpenAI', async (_form, path, headers) => {
    const { status, body, headers: received } = await post(path, hello, headers)
    expect([status, received.get('x-gateway-provider')]).toEqual([200, 'openai'])
    expect(body['type']).toBe('message')
    expect(sentTo('openai')['model']).toBe('gpt-5')
  })

  it('without a slug is one of the only provider of the vendor', async () => {
    const { status, headers } = await post('/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/converse', {
      messages: turns,
    })
    expect([status, headers.get('x-gateway-provider')]).toEqual([200, 'bedrock'])
  })

  it('is served at no other path of /v1', async () => {
    const { status, body } = await post('/v1/model/@openai/gpt-5/invoke', hello)
    expect(status).toBe(400)
    expect(asObject(body['error'])['message']).toContain('names no provider')
  })

  it.each<readonly [string, number, string, Record<string, string>]>([
    ['/model/x/apply', 404, 'ResourceNotFoundException', {}],
    ['/bedrock/model/x/apply', 404, 'ResourceNotFoundException', {}],
    ['/model/@nope/x/invoke', 400, 'ValidationException', {}],
    ['/model/@openai/limited/invoke', 429, 'ThrottlingException', {}],
    ['/model/@openai/locked/converse', 403, 'UnrecognizedClientException', {}],
    ['/model/@claude/overloaded/converse-stream', 503, 'ServiceUnavailableException', {}],
    ['/model/@mock/echo/converse', 400, 'ValidationException', { 'x-gateway-config': 'strict' }],
  ])('an error at %s is %i %s', async (path, status, name, headers) => {
    const body = path.includes('converse')
      ? { messages: [{ role: 'user', content: [{ text: 'the secret' }] }] }
      : hello
    const answer = await post(path, body, headers)
    expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([status, name])
    expect(answer.headers.get('x-amzn-requestid')).toBe(answer.headers.get('x-gateway-trace-id'))
    expect(Object.keys(answer.body)).toEqual(['message'])
  })
})

describe('InvokeModel', () => {
  it('sends beta features as the header, and no version of a cloud', async () => {
    const body = { ...hello, anthropic_beta: ['context-1m-2025-08-07', 'interleaved-thinking-2025-05-14'] }
    await post('/model/@claude/claude-sonnet-5/invoke', body, { 'anthropic-beta': 'files-api-2025-04-14' })
    const { headers } = harness.providers.claude.received.at(-1) ?? {}
    expect(headers?.['anthropic-beta']).toBe(
      'files-api-2025-04-14,context-1m-2025-08-07,interleaved-thinking-2025-05-14',
    )
    expect(headers?.['anthropic-version']).toBe('2023-06-01')
    expect(Object.keys(sentTo('claude')).sort()).toEqual(['max_tokens', 'messages', 'model'])
  })

  it('returns the counts of tokens as headers', async () => {
    const { headers } = await post('/model/@claude/claude-sonnet-5/invoke', hello)
    expect(headers.get('x-amzn-bedrock-input-token-count')).toBe('11')
    expect(headers.get('x-amzn-bedrock-output-token-count')).toBe('7')
  })

  it('streams chunks, the last of which has the metrics', async () => {
    const { headers, bytes } = await post('/model/@cohere/command-a/invoke-with-response-stream', hello)
    expect(headers.get('content-type')).toBe('application/vnd.amazon.eventstream')
    const read = frames(bytes)
    expect(new Set(read.map(({ event }) => event))).toEqual(new Set(['chunk']))
    const last = parseJson(Buffer.from(String(read.at(-1)?.data['bytes']), 'base64').toString())
    expect(last).toMatchObject({
      type: 'message_stop',
      'amazon-bedrock-invocationMetrics': { inputTokenCount: 11, outputTokenCount: 7 },
    })
  })

  it.each([
    ['/model/@claude/dead/invoke-with-response-stream', hello],
    ['/model/@cohere/dead/converse-stream', { messages: turns }],
  ])('a stream that breaks after its start ends with an exception: %s', async (path, body) => {
    const { status, bytes } = await post(path, body)
    // A provider that sends nothing fails before the stream begins.
    if (status !== 200) return expect(status).toBe(503)
    expect(frames(bytes).at(-1)?.event).toBe('modelStreamErrorException')
  })

  it('passes other bodies to a provider of Bedrock only', async () => {
    const titan = { inputText: 'Hi' }
    const elsewhere = await post('/model/@openai/amazon.titan-embed-text-v2%3A0/invoke', titan)
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.body['message']).toContain('"bedrock"')
    for (const model of ['amazon.titan-embed-text-v2%3A0', '@bedrock/amazon.titan-embed-text-v2%3A0']) {
      await post(`/model/${model}/invoke`, titan, { 'x-amz-security-token': 'of-the-client' })
      const received = harness.providers.bedrock.received.at(-1)
      expect(received?.path).toBe('/model/amazon.titan-embed-text-v2%3A0/invoke')
      expect(String(received?.body)).toBe(JSON.stringify(titan))
      expect(received?.headers.authorization).toContain('Credential=AKIDEXAMPLE/')
      expect(JSON.stringify(received?.headers)).not.toContain('of-the-client')
    }
  })

  it.each(['.', '..', '%2e%2e'])('signs no request for the model %s, which is another path', async model => {
    const sent = harness.providers.bedrock.received.length
    const { status, body } = await post(`/model/@bedrock%2f${model}/invoke`, { inputText: 'Hi' })
    expect([status, body['message']]).toEqual([400, 'model is not a valid model name.'])
    expect(harness.providers.bedrock.received).toHaveLength(sent)
  })

  it('refuses a guardrail of Bedrock for what it serves as a message', async () => {
    const headers = { 'x-amzn-bedrock-guardrailidentifier': 'gr-1' }
    const { status, body } = await post('/model/@openai/gpt-5/invoke', hello, headers)
    expect(status).toBe(400)
    expect(body['message']).toContain('guardrail of Bedrock')
  })
})

describe('Converse', () => {
  const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 } }

  it.each([
    ['converse', '@claude/claude-sonnet-4-5'],
    ['converse', MODELS.bedrock],
  ])('%s returns reasoning with its signature, and sends it back, at %s', async (operation, model) => {
    const path = `/model/${model}/${operation}`
    const { body } = await post(path, { messages: turns, additionalModelRequestFields: thinking })
    const message = asObject(asObject(body['output'])['message'])
    expect(message['content']).toEqual([
      { reasoningContent: { reasoningText: { text: THOUGHT, signature: signed(THOUGHT) } } },
      { text: 'You said: Hi' },
    ])
    const again = await post(path, {
      messages: [...turns, message, { role: 'user', content: [{ text: 'More' }] }],
      additionalModelRequestFields: thinking,
    })
    expect(again.status).toBe(200)
    const slug = model.startsWith('@claude') ? 'claude' : 'bedrock'
    expect(JSON.stringify(sentTo(slug))).toContain(signed(THOUGHT))
  })

  it('reports what is dropped, and counts the tokens of caches', async () => {
    const { headers, body } = await post('/model/@claude/claude-sonnet-5/converse', {
      messages: turns,
      requestMetadata: { team: 'a' },
      performanceConfig: { latency: 'standard' },
      additionalModelRequestFields: { other: 1 },
    })
    expect(headers.get('x-gateway-dropped-params')).toBe(
      'additionalModelRequestFields.other, requestMetadata',
    )
    expect(body['usage']).toEqual({
      inputTokens: 11,
      outputTokens: 7,
      totalTokens: 18,
      cacheReadInputTokens: 0,
      cacheWriteInputTokens: 0,
    })
    expect(body['stopReason']).toBe('end_turn')
  })

  it.each([
    ['guardrailConfig', { messages: turns, guardrailConfig: { guardrailIdentifier: 'gr' } }],
    ['promptVariables', { messages: turns, promptVariables: {} }],
    ['"video"', { messages: [{ role: 'user', content: [{ video: { format: 'mp4' } }] }] }],
    [
      'S3',
      { messages: [{ role: 'user', content: [{ image: { format: 'png', source: { s3Location: {} } } }] }] },
    ],
    ['systemTool', { messages: turns, toolConfig: { tools: [{ systemTool: { name: 'nova_grounding' } }] } }],
  ])('refuses %s by name', async (name, body) => {
    const answer = await post('/model/@openai/gpt-5/converse', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body).replaceAll('\\"', '"')).toContain(
      name === 'guardrailConfig' ? 'guardrail of Bedrock' : name === 'promptVariables' ? 'Prompts' : name,
    )
  })

  it('counts tokens of a conversation and of a body of Claude', async () => {
    const encoded = Buffer.from(JSON.stringify(hello)).toString('base64')
    for (const input of [{ converse: { messages: turns } }, { invokeModel: { body: encoded } }]) {
      const { status, body } = await post('/model/@claude/claude-sonnet-5/count-tokens', { input })
      expect(status).toBe(200)
      expect(body['inputTokens']).toBeGreaterThan(0)
    }
  })
})

describe("Gemini's API at a provider of another", () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const thinking = { thinkingConfig: { thinkingBudget: 2000 } }

  it('returns thinking with its signature, and sends it back', async () => {
    const path = '/v1beta/models/@claude/claude-sonnet-4-5:generateContent'
    const { body } = await post(path, { contents, generationConfig: { ...thinking, seed: 1 } })
    const [{ content = {} } = {}] = asList(body['candidates']).map(asObject)
    expect(asObject(content)['parts']).toEqual([
      { text: THOUGHT, thought: true },
      { text: 'You said: Hi', thoughtSignature: expect.any(String) },
    ])
    // Clients leave thoughts out.
    const parts = asList(asObject(content)['parts']).filter(part => asObject(part)['thought'] !== true)
    const next = [...contents, { role: 'model', parts }, { role: 'user', parts: [{ text: 'More' }] }]
    const again = await post(path, { contents: next, generationConfig: thinking })
    expect(again.status).toBe(200)
    expect(sentTo('claude')['messages']).toMatchObject([
      {},
      { content: [{ type: 'thinking', thinking: THOUGHT, signature: signed(THOUGHT) }, {}] },
      {},
    ])
  })

  it('has its usage, and reports what is dropped', async () => {
    const path = '/v1beta/models/@openai/gpt-5:generateContent'
    const { body, headers } = await post(path, {
      contents,
      safety_settings: [],
      tools: [{ googleSearch: {} }],
      generationConfig: { seed: 1, maxOutputTokens: 50 },
    })
    expect(headers.get('x-gateway-dropped-params')).toBe(
      'generationConfig.seed, safetySettings, tools.googleSearch',
    )
    expect(body['usageMetadata']).toEqual({
      promptTokenCount: 11,
      candidatesTokenCount: 7,
      totalTokenCount: 18,
    })
    expect(sentTo('openai')).toMatchObject({ model: 'gpt-5', max_completion_tokens: 50 })
  })

  it('counts tokens', async () => {
    const { body } = await post('/v1beta/@claude/claude-sonnet-5:countTokens', { contents })
    expect(body['totalTokens']).toBeGreaterThan(0)
  })

  it.each<readonly [string, string, object, number, string]>([
    ['a key that is none', ':generateContent?key=other', { contents }, 401, 'UNAUTHENTICATED'],
    ['a stream of JSON', `:streamGenerateContent?key=${KEY}`, { contents }, 400, 'INVALID_ARGUMENT'],
    [
      'cached content',
      `:generateContent?key=${KEY}`,
      { contents, cachedContent: 'cachedContents/c' },
      400,
      'INVALID_ARGUMENT',
    ],
    [
      'a file of Google',
      `:generateContent?key=${KEY}`,
      {
        contents: [
          { parts: [{ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/f' } }] },
        ],
      },
      400,
      'INVALID_ARGUMENT',
    ],
  ])('refuses %s as Google does', async (_what, end, body, status, name) => {
    const answer = await post(`/v1beta/models/@openai/gpt-5${end}`, body, { authorization: '' })
    expect([answer.status, asObject(answer.body['error'])['status']]).toEqual([status, name])
  })

  it('takes a key in the query, and sends none on', async () => {
    const path = `/v1beta/models/@claude/claude-sonnet-5:generateContent?key=${KEY}`
    expect((await post(path, { contents }, { authorization: '' })).status).toBe(200)
    const { path: upstream, headers } = harness.providers.claude.received.at(-1) ?? {}
    expect(upstream).toBe('/v1/messages')
    expect(JSON.stringify(headers)).not.toContain(KEY)
  })

  it('ends a stream that breaks with an error', async () => {
    const path = '/v1beta/models/@claude/silent-dead:streamGenerateContent?alt=sse'
    const { status, bytes } = await post(path, { contents })
    expect([status, new TextDecoder().decode(bytes)]).toEqual([
      expect.any(Number),
      expect.stringContaining('"error":{"code":502'),
    ])
  })
})

it("a bare model of Gemini's clients is one of the only provider of Google", async () => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
  const { status, headers } = await post('/v1beta/models/gemini-3-pro-preview:generateContent', body)
  expect([status, headers.get('x-gateway-provider')]).toEqual([200, 'google'])
})

it('a list of chats without a provider is a wrong method', async () => {
  const response = await fetch(`${origin}/v1/chat/completions`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(response.status).toBe(405)
  expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
})

it('the log has the path that the client called', async () => {
  await post('/bedrock/model/@mock/echo/converse', { messages: turns })
  const line = (await harness.gateway.log()).findLast(({ path }) => String(path).startsWith('/bedrock/'))
  expect(line).toMatchObject({
    path: '/bedrock/model/@mock/echo/converse',
    endpoint: 'messages',
    status: 200,
    key: 'app',
    slug: 'mock',
    model: 'echo',
  })
})
