// The native API of each vendor below `/{vendor}`, and of any stored provider below `/p/{slug}`: where a path leads, what the provider
// receives, and how errors look.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
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

beforeAll(async () => {
  provider = await runProvider(({ url = '' }, response) => {
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
      },
      trusted_hosts: ['127.0.0.1'],
      aliases: { fast: '@groq/llama' },
      api_keys: [
        { id: 'app', hash: `sha256:${sha256(KEY)}` },
        { id: 'eu', hash: `sha256:${sha256('key-of-eu')}`, defaults: { provider: '@voices-eu' } },
        { id: 'narrow', hash: `sha256:${sha256('key-narrow')}`, scopes: ['inference'] },
      ],
    },
    {},
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
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: gateway.port,
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
    sent.end(body === undefined ? '' : JSON.stringify(body))
  })

const received = () => {
  const { method, path, body, headers } = provider.received.at(-1) ?? { headers: {} }
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
