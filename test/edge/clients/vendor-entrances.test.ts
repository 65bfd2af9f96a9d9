// The native API of each vendor below `/{vendor}`, and of any stored provider below `/p/{slug}`: where a path leads, what the provider
// receives, and how errors look.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

const KEY = 'portolan-test-key-0123456789'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

let provider: Provider
let gateway: RunningGateway

const REPLIES: readonly (readonly [RegExp, object])[] = [
  [
    /chat\/completions/,
    {
      id: 'c',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
    },
  ],
  [/\/v1\/messages/, { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }],
  [/embeddings/, { data: [{ index: 0, embedding: [1] }] }],
  [/generateContent/, { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }],
]

/** An error in the form of Mistral. */
const REFUSAL = {
  object: 'error',
  message: { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
  type: 'invalid_request_error',
  param: null,
  code: null,
}

beforeAll(async () => {
  provider = await runProvider(({ url = '' }, response, sent) => {
    if (String(sent).includes('"refused"')) {
      response.writeHead(422, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(REFUSAL))
    }
    const [, body = { of: 'the provider' }] = REPLIES.find(([path]) => path.test(url)) ?? []
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  const stored = (id: string, base: string, more: object = {}): object => ({
    provider: id,
    api_key: `\${env:${id.toUpperCase()}}`,
    custom_host: `${provider.origin}/${id}${base}`,
    ...more,
  })
  const ids = [
    'openai',
    'azure',
    'anthropic',
    'google',
    'cohere',
    'mistral',
    'groq',
    'voyage',
    'replicate',
    'elevenlabs',
    'together',
    'deepgram',
    'vertex',
    'bedrock',
    'xai',
  ]
  gateway = await runGateway(
    {
      providers: {
        openai: stored('openai', '/v1'),
        azure: stored('azure', '/openai', { api_version: '2024-10-21' }),
        claude: stored('anthropic', '/v1'),
        google: stored('google', '/v1beta'),
        cohere: stored('cohere', ''),
        mistral: stored('mistral', '/v1'),
        groq: stored('groq', '/openai/v1'),
        voyage: stored('voyage', '/v1'),
        replicate: stored('replicate', '/v1'),
        voices: { ...stored('elevenlabs', ''), custom_host: provider.origin },
        'voices-eu': stored('elevenlabs', '/v1'),
        'together-a': stored('together', '/v1'),
        'together-b': stored('together', '/v1'),
        listener: stored('deepgram', '/v1'),
        both: {
          pool: {
            members: {
              first: stored('xai', '/v1', { account: 'a' }),
              second: stored('xai', '/v1', { account: 'b' }),
            },
          },
        },
        vertex: stored('vertex', '/v1', { cloud3_region: 'us-central1', cloud3_project_id: 'own' }),
        bedrock: stored('bedrock', '', { cloud1_region: 'us-east-1' }),
      },
      trusted_hosts: ['127.0.0.1'],
      guardrails: {
        discreet: { 'default.contains': { words: ['secret'], operator: 'none' }, deny: true },
      },
      aliases: { fast: '@groq/llama' },
      api_keys: [
        { id: 'app', hash: `sha256:${sha256(KEY)}` },
        { id: 'eu', hash: `sha256:${sha256('key-of-eu')}`, defaults: { provider: '@voices-eu' } },
        { id: 'narrow', hash: `sha256:${sha256('key-narrow')}`, scopes: ['inference'] },
        {
          id: 'guarded',
          hash: `sha256:${sha256('key-guarded')}`,
          input_guardrails: ['discreet'],
        },
        {
          id: 'fixed',
          hash: `sha256:${sha256('key-fixed')}`,
          defaults: { config: 'fixed' },
          allow_config_override: false,
        },
      ],
    },
    { fixed: { provider: '@openai' } },
    Object.fromEntries(ids.map(id => [id.toUpperCase(), `key-of-${id}`])),
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, unknown>>
}

/** Node's own client sends paths as they are. */
const send = (
  method: string,
  path: string,
  body?: object | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: gateway.port,
        // A refusal closes its connection, which the next request must not use.
        agent: false,
        path,
        method,
        headers: {
          ...(headers['authorization'] === undefined && { authorization: `Bearer ${KEY}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      response => {
        let text = ''
        response.on('data', (piece: Buffer) => {
          text += piece.toString()
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: asObject(parseJson(text)),
            headers: response.headers,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })

const received = () => {
  const { method, path, body, headers } = provider.received.at(-1) ?? {
    headers: {} as Readonly<Record<string, unknown>>,
  }
  return { method, path, body: asObject(parseJson(String(body))), headers }
}

const chat = { messages: [{ role: 'user', content: 'Hi' }] }
const message = { max_tokens: 5, ...chat }
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]

describe('an entrance leads to the provider of its vendor', () => {
  it.each<readonly [string, string, object | undefined, string]>([
    ['POST', '/openai/v1/chat/completions', { model: 'gpt-6', ...chat }, '/openai/v1/chat/completions'],
    ['POST', '/openai/chat/completions', { model: 'gpt-6', ...chat }, '/openai/v1/chat/completions'],
    ['GET', '/openai/v1/models', undefined, '/openai/v1/models'],
    ['GET', '/openai/v1/files?limit=2', undefined, '/openai/v1/files?limit=2'],
    ['GET', '/openai/v1/vector_stores', undefined, '/openai/v1/vector_stores'],
    [
      'POST',
      '/openai/deployments/gpt/chat/completions?api-version=1',
      chat,
      '/azure/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    ],
    [
      'POST',
      '/azure/openai/deployments/gpt/chat/completions?api-version=1',
      chat,
      '/azure/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    ],
    ['POST', '/anthropic/v1/messages', { model: 'claude-5', ...message }, '/anthropic/v1/messages'],
    ['GET', '/anthropic/v1/models?limit=5', undefined, '/anthropic/v1/models?limit=5'],
    ['GET', '/anthropic/v1/files', undefined, '/anthropic/v1/files'],
    ['GET', '/anthropic/v1/organizations/api_keys', undefined, '/anthropic/v1/organizations/api_keys'],
    [
      'POST',
      '/google/v1beta/models/gemini-4:generateContent',
      { contents },
      '/google/v1beta/models/gemini-4:generateContent',
    ],
    [
      'POST',
      '/google/v1/models/gemini-4:generateContent',
      { contents },
      '/google/v1/models/gemini-4:generateContent',
    ],
    ['GET', '/google/v1/files?pageSize=3', undefined, '/google/v1/files?pageSize=3'],
    ['GET', '/google/v1beta/models', undefined, '/google/v1beta/models'],
    ['POST', '/google/upload/v1beta/files', {}, '/google/upload/v1beta/files'],
    ['POST', '/google/v1alpha/auth_tokens', {}, '/google/v1alpha/auth_tokens'],
    ['POST', '/cohere/v2/chat', { model: 'command-a', ...chat }, '/cohere/v2/chat'],
    ['POST', '/cohere/v1/rerank', { model: 'rerank', query: 'a', documents: [] }, '/cohere/v1/rerank'],
    ['POST', '/cohere/v2/embed', { model: 'embed', texts: [] }, '/cohere/v2/embed'],
    ['GET', '/cohere/v1/models', undefined, '/cohere/v1/models'],
    ['POST', '/mistral/v1/chat/completions', { model: 'large', ...chat }, '/mistral/v1/chat/completions'],
    ['POST', '/mistral/v1/fim/completions', { model: 'code', prompt: 'a' }, '/mistral/v1/fim/completions'],
    ['POST', '/mistral/v1/moderations', { model: 'mod', input: 'a' }, '/mistral/v1/moderations'],
    ['GET', '/mistral/v1/files', undefined, '/mistral/v1/files'],
    ['GET', '/mistral/v1/agents', undefined, '/mistral/v1/agents'],
    [
      'POST',
      '/groq/openai/v1/chat/completions',
      { model: 'llama', ...chat },
      '/groq/openai/v1/chat/completions',
    ],
    ['GET', '/groq/openai/v1/models', undefined, '/groq/openai/v1/models'],
    ['POST', '/voyage/v1/embeddings', { model: 'voyage-4', input: ['a'] }, '/voyage/v1/embeddings'],
    ['POST', '/voyage/v1/rerank', { model: 'rerank', query: 'a', documents: ['b'] }, '/voyage/v1/rerank'],
    ['POST', '/replicate/v1/predictions', { version: 'v', input: {} }, '/replicate/v1/predictions'],
    ['GET', '/replicate/v1/collections', undefined, '/replicate/v1/collections'],
    ['GET', '/replicate/v1/deployments', undefined, '/replicate/v1/deployments'],
    ['POST', '/replicate/v1/models/a/b/predictions', { input: {} }, '/replicate/v1/models/a/b/predictions'],
    ['GET', '/deepgram/v1/projects', undefined, '/deepgram/v1/projects'],
    [
      'POST',
      '/p/groq/openai/v1/chat/completions',
      { model: 'llama', ...chat },
      '/groq/openai/v1/chat/completions',
    ],
    ['GET', '/p/together-b/v1/models', undefined, '/together/v1/models'],
    ['POST', '/bedrock/guardrail/g/version/1/apply', {}, '/bedrock/guardrail/g/version/1/apply'],
    ...[
      '/vertex/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent',
      '/vertex/v1beta1/publishers/google/models/g:generateContent',
      '/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent',
      '/v1beta1/publishers/google/models/g:generateContent',
    ].map(
      path =>
        [
          'POST',
          path,
          { contents },
          '/vertex/v1beta1/projects/own/locations/us-central1/publishers/google/models/g:generateContent',
        ] as const,
    ),
    [
      'POST',
      '/v1/projects/p/locations/l/publishers/google/models/g:predict',
      { instances: [] },
      '/vertex/v1/projects/own/locations/us-central1/publishers/google/models/g:predict',
    ],
    [
      'GET',
      '/vertex/v1beta1/projects/p/locations/l/cachedContents?pageSize=1',
      undefined,
      '/vertex/v1beta1/projects/own/locations/us-central1/cachedContents?pageSize=1',
    ],
    [
      'POST',
      '/vertex/v1beta1/projects/p/locations/l/publishers/@claude/models/c:generateContent',
      { contents },
      '/anthropic/v1/messages',
    ],
    ['POST', '/xai/v1/chat/completions', { model: 'grok', ...chat }, '/xai/v1/chat/completions'],
    ['POST', '/p/both/v1/chat/completions', { model: 'grok', ...chat }, '/xai/v1/chat/completions'],
    // Paths of the gateway itself too: any path of the provider can be appended to the base URL of its entrance.
    ...[
      'prompts',
      'prompts/p/versions',
      'configs',
      'guardrails',
      'logs?limit=1',
      'vector_stores',
      'files',
      'fine_tuning/jobs',
      'batches',
    ].map(path => ['GET', `/p/openai/v1/${path}`, undefined, `/openai/v1/${path}`] as const),
    ['POST', '/p/openai/v1/prompts/p/completions', { variables: {} }, '/openai/v1/prompts/p/completions'],
    ['GET', '/p/voices/v2/voices', undefined, '/v2/voices'],
    ['POST', '/p/voices/v1/text-to-speech/a', { text: 'a' }, '/text-to-speech/a'],
    [
      'POST',
      '/p/google/v1beta/models/gemini-4:generateContent',
      { contents },
      '/google/v1beta/models/gemini-4:generateContent',
    ],
    [
      'POST',
      '/p/google/v1beta/openai/chat/completions',
      { model: 'gemini-4', ...chat },
      '/google/v1beta/models/gemini-4:generateContent',
    ],
  ])('%s %s', async (method, path, body, expected) => {
    const { status, body: reply } = await send(method, path, body)
    expect([status, received().path, JSON.stringify(reply)]).toEqual([200, expected, expect.any(String)])
    expect(received().method).toBe(method)
    const sent = JSON.stringify(received().headers)
    expect(sent).not.toContain(KEY)
    expect(sent).toContain(
      `key-of-${expected.startsWith('/v2') || expected.startsWith('/text') ? 'elevenlabs' : expected.split('/')[1]}`,
    )
  })
})

describe('the SDK of a vendor needs a base URL and a key', () => {
  const origin = (): string => `http://127.0.0.1:${gateway.port}`
  const messages = [{ role: 'user' as const, content: 'Hi' }]

  it.each(['/openai/v1', '/p/openai/v1', '/v1', ''])('openai at %s', async base => {
    const client = new OpenAI({ baseURL: origin() + base, apiKey: KEY, maxRetries: 0 })
    const model = base.startsWith('/') && base !== '/v1' ? 'gpt-6' : '@openai/gpt-6'
    const reply = await client.chat.completions.create({ model, messages })
    expect([reply.choices[0]?.message.content, received().path]).toEqual([
      'Hi',
      '/openai/v1/chat/completions',
    ])
    const other = new OpenAI({ baseURL: origin() + base, apiKey: 'none', maxRetries: 0 })
    await expect(other.chat.completions.create({ model, messages })).rejects.toThrow(
      OpenAI.AuthenticationError,
    )
  })

  it.each(['/anthropic', '/p/claude'])('@anthropic-ai/sdk at %s', async base => {
    const client = new Anthropic({ baseURL: origin() + base, apiKey: KEY, maxRetries: 0 })
    const reply = await client.messages.create({ model: 'claude-5', max_tokens: 5, messages })
    expect([reply.content[0], received().path]).toEqual([
      { type: 'text', text: 'Hi' },
      '/anthropic/v1/messages',
    ])
    const other = new Anthropic({ baseURL: origin() + base, apiKey: 'none', maxRetries: 0 })
    await expect(other.models.list()).rejects.toThrow(Anthropic.AuthenticationError)
  })

  it.each(['/google/v1beta', '/google/v1', '/p/google/v1beta'])('@ai-sdk/google at %s', async base => {
    const google = createGoogleGenerativeAI({ baseURL: origin() + base, apiKey: KEY })
    const { text } = await generateText({ model: google('gemini-4'), prompt: 'Hi' })
    const version = base.split('/').at(-1)
    expect([text, received().path]).toEqual(['Hi', `/google/${version}/models/gemini-4:generateContent`])
    const other = createGoogleGenerativeAI({ baseURL: origin() + base, apiKey: 'none' })
    await expect(
      generateText({ model: other('gemini-4'), prompt: 'Hi', maxRetries: 0 }),
    ).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('a model or a header that names a provider wins', () => {
  it.each<readonly [string, object, Readonly<Record<string, string>>, string]>([
    ['/openai/v1/chat/completions', { model: '@mistral/large', ...chat }, {}, '/mistral/v1/chat/completions'],
    ['/openai/v1/chat/completions', { model: 'fast', ...chat }, {}, '/groq/openai/v1/chat/completions'],
    ['/mistral/v1/chat/completions', { model: '@claude/claude-5', ...chat }, {}, '/anthropic/v1/messages'],
    [
      '/anthropic/v1/messages',
      { model: 'm', ...message },
      { 'x-gateway-provider': '@groq' },
      '/groq/openai/v1/chat/completions',
    ],
    ['/openai/deployments/fast/chat/completions', chat, {}, '/groq/openai/v1/chat/completions'],
    [
      '/together/v1/chat/completions',
      { model: '@together-b/m', ...chat },
      {},
      '/together/v1/chat/completions',
    ],
    [
      '/elevenlabs/v1/text-to-speech/a',
      {},
      { authorization: 'Bearer key-of-eu' },
      '/elevenlabs/v1/text-to-speech/a',
    ],
  ])('%s %j %j', async (path, body, headers, expected) => {
    const { status } = await send('POST', path, body, headers)
    expect([status, received().path]).toEqual([200, expected])
  })

  it.each<readonly [string, string, object | undefined, Readonly<Record<string, string>>, string]>([
    ['GET', '/together/v1/fine-tunes', undefined, {}, 'Their slugs are together-a, together-b.'],
    ['POST', '/jina/v1/embeddings', { model: 'j', input: ['a'] }, {}, 'none of the kind "jina" is stored'],
    ['GET', '/p/none/v1/models', undefined, {}, 'No provider with the slug "@none" is stored'],
    [
      'GET',
      '/p/groq/openai/v1/models',
      undefined,
      { 'x-gateway-provider': '@openai' },
      'The path names the provider "@groq"',
    ],
    ['POST', '/cohere/v2/chat', { model: '@groq/x', ...chat }, {}, 'which Groq does not have'],
    ['GET', '/p/groq/v2/other', undefined, {}, 'outside of the base URL of the provider'],
    ['GET', '/p/voices-eu/v2/voices', undefined, {}, 'outside of the base URL of the provider'],
  ])('%s %s is refused', async (method, path, body, headers, words) => {
    const before = provider.received.length
    const { status, body: reply } = await send(method, path, body, headers)
    expect([status, JSON.stringify(reply).replaceAll('\\"', '"')]).toEqual([
      expect.toSatisfy((code: number) => code === 400 || code === 404),
      expect.stringContaining(words),
    ])
    expect(provider.received).toHaveLength(before)
  })
})

describe('an error of the gateway has the form of the vendor', () => {
  const other = { authorization: 'Bearer none' }
  it.each<readonly [string, object]>([
    ['/openai/v1/chat/completions', { error: { code: 'missing_api_key' } }],
    ['/groq/openai/v1/chat/completions', { error: { code: 'missing_api_key' } }],
    ['/anthropic/v1/messages', { type: 'error', error: { type: 'authentication_error' } }],
    ['/anthropic/v1/files', { type: 'error', error: { type: 'authentication_error' } }],
    ['/google/v1/files', { error: { code: 401, status: 'UNAUTHENTICATED' } }],
    [
      '/vertex/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent',
      { error: { status: 'UNAUTHENTICATED' } },
    ],
    ['/cohere/v2/chat', { id: expect.any(String), message: expect.stringContaining('x-gateway-api-key') }],
    ['/mistral/v1/chat/completions', { object: 'error', message: expect.stringContaining('is missing') }],
    ['/voyage/v1/embeddings', { detail: expect.stringContaining('is missing') }],
    ['/replicate/v1/predictions', { title: 'missing_api_key', status: 401, detail: expect.any(String) }],
    [
      '/elevenlabs/v1/text-to-speech/a',
      { detail: { status: 'missing_api_key', message: expect.any(String) } },
    ],
    ['/deepgram/v1/listen', { err_code: 'missing_api_key', err_msg: expect.any(String) }],
    ['/p/cohere/v2/chat', { message: expect.any(String) }],
    ['/bedrock/model/m/converse', { message: expect.any(String) }],
  ])('%s', async (path, expected) => {
    const { status, body } = await send('POST', path, {}, other)
    expect([401, 403]).toContain(status)
    expect(body).toMatchObject(expected)
  })

  it.each(['/mistral/v1/chat/completions', '/mistral/v1/fim/completions', '/cohere/v2/chat'])(
    'while that of the provider stays as it came at %s',
    async path => {
      const { status, body } = await send('POST', path, { model: 'refused', ...chat })
      expect([status, body]).toEqual([422, REFUSAL])
    },
  )

  it.each<readonly [string, object]>([
    ['/openai/v1/chat/completions', { error: { type: 'invalid_request_error' } }],
    ['/anthropic/v1/messages', { type: 'error', error: { type: 'invalid_request_error' } }],
    ['/google/v1/models/@mistral%2Frefused:generateContent', { error: { status: 'INVALID_ARGUMENT' } }],
  ])('and has the form of %s at another', async (path, expected) => {
    const { status, body } = await send('POST', path, { model: '@mistral/refused', contents, ...message })
    expect([400, 422]).toContain(status)
    expect(body).toMatchObject(expected)
  })
})

describe('a key in the form of the vendor', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['/p/voices/v1/voices', { authorization: '', 'xi-api-key': KEY }],
    ['/replicate/v1/predictions', { authorization: `Token ${KEY}` }],
    ['/deepgram/v1/projects', { authorization: `token ${KEY}` }],
    ['/anthropic/v1/models', { authorization: '', 'x-api-key': KEY }],
    ['/google/v1beta/files', { authorization: '', 'x-goog-api-key': KEY }],
    [`/google/v1beta/files?key=${KEY}`, { authorization: '' }],
  ])('%s %j', async (path, headers) => {
    const { status } = await send('GET', path, undefined, headers)
    expect(status).toBe(200)
    expect(JSON.stringify([received().path, received().headers])).not.toContain(KEY)
  })
})

describe("Gemini's clients are known by their headers on /v1", () => {
  const client = { 'x-goog-api-client': 'google-genai-sdk/3.6.1' }
  it.each<readonly [string, string, object | undefined, string]>([
    ['GET', '/v1/files', undefined, '/google/v1/files'],
    ['GET', '/v1/batches?pageSize=2', undefined, '/google/v1/batches?pageSize=2'],
    ['GET', '/v1/cachedContents', undefined, '/google/v1/cachedContents'],
    ['GET', '/v1/fileSearchStores', undefined, '/google/v1/fileSearchStores'],
    ['POST', '/v1/auth_tokens', {}, '/google/v1/auth_tokens'],
    [
      'POST',
      '/v1/models/gemini-4:batchGenerateContent',
      {},
      '/google/v1/models/gemini-4:batchGenerateContent',
    ],
    ['DELETE', '/v1/models/tuned', undefined, '/google/v1/models/tuned'],
    ['GET', '/v1/models/gemini-4/operations/o', undefined, '/google/v1/models/gemini-4/operations/o'],
  ])('%s %s', async (method, path, body, expected) => {
    for (const headers of [client, { authorization: '', 'x-goog-api-key': KEY }]) {
      const { status } = await send(method, path, body, headers)
      expect([status, received().path]).toEqual([200, expected])
    }
  })

  it('a cache of a model with a slug has its name at Google', async () => {
    const path = '/v1beta/cachedContents'
    const { status } = await send('POST', path, { model: 'models/@google/gemini-4', contents })
    expect([status, received().path]).toEqual([200, '/google/v1beta/cachedContents'])
    expect(received().body['model']).toBe('models/gemini-4')
  })

  it('their errors are those of Google', async () => {
    const { body } = await send('GET', '/v1/files', undefined, { ...client, authorization: 'Bearer none' })
    expect(body).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
  })
})

describe('paths in another spelling', () => {
  const body = { model: '@openai/gpt-6', ...chat }
  it.each([
    '/v1//chat/completions',
    '//v1/chat/completions',
    '/v1/chat//completions/',
    '/v1/chat/completions/',
    '/chat/completions',
    '//chat//completions',
    '/openai/v1//chat/completions',
    '/openai//v1/chat/completions/',
    '/p/openai//v1/chat/completions',
    '/openai/v1/v1/chat/completions',
  ])('%s is served', async path => {
    const { status } = await send('POST', path, body)
    expect([status, received().path]).toEqual([200, '/openai/v1/chat/completions'])
  })

  it.each([
    ['/v1/Chat/Completions', '/v1/chat/completions'],
    ['/V1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat%2Fcompletions', '/v1/chat/completions'],
    ['/v1%2fchat%2fcompletions', '/v1/chat/completions'],
    ['/v1/chat/completions#a', '/v1/chat/completions'],
    ['/openai/v1/Chat/Completions', '/openai/v1/chat/completions'],
    ['/groq/openai/v1/chat%2fcompletions', '/groq/openai/v1/chat/completions'],
    ['/p/groq/openai/v1/chat/completions#a', '/p/groq/openai/v1/chat/completions'],
    ['/v1/v1/chat/completions', 'its base URL is that of the gateway without /v1'],
  ])('%s is refused in words', async (path, right) => {
    const before = provider.received.length
    const { status, body: reply } = await send('POST', path, body)
    expect([status, asObject(reply['error'])['message']]).toEqual([404, expect.stringContaining(right)])
    expect(provider.received).toHaveLength(before)
  })

  it('/v1/proxy passes the path as it is', async () => {
    await send('POST', '/v1/proxy/chat//completions', {}, { 'x-gateway-provider': '@openai' })
    expect(received().path).toBe('/openai/v1/chat//completions')
  })
})

describe('a path leads nowhere else', () => {
  it.each([
    '/p/groq/../openai/v1/models',
    '/p/groq/%2e%2e/v1/models',
    '/openai/v1/../../admin',
    '/cohere/v1/%2e%2e/x',
    '/google/v1beta/../x',
    '/replicate/v1/..%2fx',
    '/p/@openai/v1/models',
    '/p/%2e%2e/v1/models',
    '/p/openai@evil.example/v1/models',
  ])('%s is refused', async path => {
    const before = provider.received.length
    expect((await send('GET', path)).status).toBeGreaterThanOrEqual(400)
    expect(provider.received).toHaveLength(before)
  })

  it.each(['//127.0.0.1:9/v1/models', '/openai//127.0.0.1:9/v1', '/cohere//evil.example/x'])(
    '%s reaches no other host',
    async path => {
      const { status } = await send('GET', path)
      if (status === 200) expect(received().headers['host']).toBe(`127.0.0.1:${provider.port}`)
      else expect(status).toBe(404)
    },
  )
})

it('a list of models needs its scope at every entrance', async () => {
  const headers = { authorization: 'Bearer key-narrow' }
  for (const path of [
    '/v1/models',
    '/models',
    '/openai/v1/models',
    '/anthropic/v1/models',
    '/p/groq/openai/v1/models',
  ])
    expect((await send('GET', path, undefined, headers)).status, path).toBe(403)
})

describe('what a key may not do, it may not at an entrance either', () => {
  const guarded = { authorization: 'Bearer key-guarded' }
  const secret = { model: 'm', messages: [{ role: 'user', content: 'the secret' }] }

  it.each<readonly [string, object]>([
    ['/openai/v1/chat/completions', secret],
    ['/p/openai/v1/chat/completions', secret],
    ['/anthropic/v1/messages', { ...secret, max_tokens: 5 }],
    ['/cohere/v2/chat', secret],
    ['/mistral/v1/fim/completions', { model: 'm', prompt: 'the secret' }],
    ['/google/v1/models/g:generateContent', { contents: [{ parts: [{ text: 'the secret' }] }] }],
    ['/chat/completions', { ...secret, model: '@openai/m' }],
  ])('%s passes no guard of the key', async (path, body) => {
    const before = provider.received.length
    const { status, headers } = await send('POST', path, body, guarded)
    expect([status, headers['x-gateway-guardrails'] ?? '']).toEqual([446, expect.any(String)])
    expect(provider.received).toHaveLength(before)
  })

  it.each<readonly [string, object | Buffer, Readonly<Record<string, string>>, number]>([
    ['that is compressed', gzipSync(JSON.stringify(secret)), { 'content-encoding': 'gzip' }, 446],
    ['that is not what its coding states', secret, { 'content-encoding': 'gzip' }, 400],
    ['in an unknown coding', secret, { 'content-encoding': 'compress' }, 415],
    [
      'that is compressed and not JSON',
      gzipSync('the secret'),
      { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
      415,
    ],
  ])('a body %s passes no guard of the key', async (_title, body, headers, status) => {
    const before = provider.received.length
    for (const path of ['/cohere/v2/chat', '/p/groq/openai/v1/other'])
      expect((await send('POST', path, body, { ...guarded, ...headers })).status).toBe(status)
    expect(provider.received).toHaveLength(before)
  })

  it.each(['/cohere/v2/chat', '/p/groq/openai/v1/other', '/google/v1beta/models/g:generateContent'])(
    '%s with a compressed body reaches the provider decoded',
    async path => {
      const body = { ...chat, model: 'm', contents: [{ parts: [{ text: 'Hi' }] }] }
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      expect((await send('POST', path, gzipSync(JSON.stringify(body)), headers)).status).toBe(200)
      expect(received()).toMatchObject({ body: { model: 'm' } })
      expect(received().headers['content-encoding']).toBeUndefined()
    },
  )

  it('a key with one config reaches its target alone', async () => {
    const headers = { authorization: 'Bearer key-fixed' }
    const { status } = await send(
      'POST',
      '/groq/openai/v1/chat/completions',
      { model: 'm', ...chat },
      headers,
    )
    expect([status, received().path]).toEqual([200, '/openai/v1/chat/completions'])
    for (const [path, model] of [
      ['/p/groq/openai/v1/chat/completions', 'm'],
      ['/openai/v1/chat/completions', '@groq/m'],
    ] as const)
      expect((await send('POST', path, { model, ...chat }, headers)).status).toBe(403)
  })
})

it.each([
  ['/openai/v1/realtime?model=gpt-realtime', '/openai/v1/realtime?model=gpt-realtime'],
  ['/p/voices/v2/stream-input?a=1', '/v2/stream-input?a=1'],
])('a WebSocket at %s is one of the provider', async (path, expected) => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  await send('GET', path, undefined, headers)
  expect(received().path).toBe(expected)
  expect(JSON.stringify(received().headers)).not.toContain(KEY)
})
