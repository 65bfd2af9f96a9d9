// A reply of another API with the status 200: refused by one rule wherever the provider is one of the vendor's schema, so that a
// fallback answers instead.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const REPLIES: Readonly<Record<string, object>> = {
  'a message': { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' },
  'a Gemini reply': { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
  'a response': { object: 'response', output: [] },
  'a native Ollama chat': { message: { role: 'assistant', content: 'Hi' }, done: true, done_reason: 'stop' },
}
const KEY = { api_key: '${env:KEY}' }
const PROVIDERS: Readonly<Record<string, object>> = {
  openai: { provider: 'openai', ...KEY },
  ollama: { provider: 'ollama' },
  fireworks: { provider: 'fireworks', ...KEY },
  groq: { provider: 'groq', ...KEY },
  'azure-foundry': { provider: 'azure-foundry', ...KEY, resource_name: 'contoso' },
  azure: { provider: 'azure', ...KEY, resource_name: 'contoso', deployment_id: 'd', api_version: 'v1' },
}
const CHAT = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

const send = async (config: object, body: object, path = '/chat/completions') => {
  const script = [{ status: 200, body }]
  const here = createHarness({ configs: { c: config }, environment: { KEY: 'k' }, script })
  return await here.call({ path, headers: { 'x-gateway-config': 'c' }, body: CHAT })
}

const sendText = async (config: object, text: string, path: string) => {
  const here = createHarness({
    configs: { c: config },
    environment: { KEY: 'k' },
    script: [{ status: 200, text }],
  })
  const body = { ...CHAT, max_tokens: 9, prompt: 'Hi', input: 'Hi' }
  return await here.call({ path, headers: { 'x-gateway-config': 'c' }, body })
}

const cases = Object.entries(PROVIDERS).flatMap(([name, config]) =>
  Object.entries(REPLIES).map(([kind, body]) => [name, kind, config, body] as const),
)

it.each(cases)('%s: %s is no chat', async (_, _kind, config, body) => {
  const reply = await send(config, body)
  expect([reply.status, reply.json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
})

it('a chat is no message, response or list of vectors', async () => {
  const chat = { choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }] }
  const openai = PROVIDERS['openai'] ?? {}
  expect((await send(openai, chat, '/responses')).status).toBe(502)
  expect((await send({ provider: 'anthropic', ...KEY }, chat, '/messages')).status).toBe(502)
  expect((await send(openai, chat, '/embeddings')).status).toBe(502)
})

const CHAT_REPLY = {
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
}
const TEXT_REPLY = { object: 'text_completion', choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }] }
const MESSAGE = { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }
const ANTHROPIC = { provider: 'anthropic', ...KEY }
const OPENAI = PROVIDERS['openai'] ?? {}

it.each<readonly [string, object, string, unknown, string | undefined]>([
  ['a chat', OPENAI, '/completions', CHAT_REPLY, 'a text completion'],
  ['a text completion', OPENAI, '/chat/completions', TEXT_REPLY, 'a chat completion'],
  ['a chat', ANTHROPIC, '/messages', CHAT_REPLY, 'a message'],
  ['a chat whose error is null', ANTHROPIC, '/messages', { ...CHAT_REPLY, error: null }, 'a message'],
  ['a message', OPENAI, '/responses', MESSAGE, 'a response'],
  ['data that is a text', OPENAI, '/embeddings', { data: 'x' }, 'a list of embeddings'],
  ['nothing', OPENAI, '/images/generations', {}, 'a list of images'],
  ['an empty list', OPENAI, '/images/generations', [], 'a list of images'],
  ['nothing', OPENAI, '/moderations', {}, 'a moderation'],
  ['a list', OPENAI, '/moderations', [], 'a moderation'],
  ['nothing', ANTHROPIC, '/messages/count_tokens', {}, 'a count of tokens'],
  ['a count that is a text', ANTHROPIC, '/messages/count_tokens', { input_tokens: 'x' }, 'a count of tokens'],
  ['a chat', OPENAI, '/chat/completions', CHAT_REPLY, undefined],
  ['a chat without choices', OPENAI, '/chat/completions', { choices: [] }, undefined],
  ['a text completion', OPENAI, '/completions', TEXT_REPLY, undefined],
  ['a message', ANTHROPIC, '/messages', MESSAGE, undefined],
  ['images', OPENAI, '/images/generations', { created: 1, data: [{ b64_json: 'A' }] }, undefined],
  ['a count', ANTHROPIC, '/messages/count_tokens', { input_tokens: 5 }, undefined],
])('%s of %j at %s', async (_, config, path, body, name) => {
  const { status, json } = await sendText(config, JSON.stringify(body, null, 2), path)
  if (name === undefined) expect([status, json]).toEqual([200, body])
  else
    expect([status, json]).toMatchObject([
      502,
      {
        error: {
          code: 'invalid_upstream_reply',
          message: expect.stringContaining(`responded with JSON that is not ${name}.`),
        },
      },
    ])
})

const CHUNKS = [
  'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi","tool_calls":[{"type":"function"}]}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  'data: [DONE]\n\n',
]
const EVENTS = [
  'event: message_start\ndata: {"type":"message_start","message":{"content":[]}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
]

it.each<readonly [string, object, string, readonly string[]]>([
  ['chunks', ANTHROPIC, '/messages', CHUNKS],
  ['chunks', OPENAI, '/responses', CHUNKS],
  ['events of a message', OPENAI, '/responses', EVENTS],
  [
    'events of a response',
    ANTHROPIC,
    '/messages',
    ['event: response.created\ndata: {"type":"response.created","response":{}}\n\n'],
  ],
  ['events of a message', OPENAI, '/chat/completions', EVENTS],
])('a stream of %s of %j is none of %s, so that the next target answers', async (_, target, path, events) => {
  const { call, upstream } = createHarness({
    configs: { c: { strategy: { mode: 'fallback' }, targets: [target, { ...target, name: 'next' }] } },
    environment: { KEY: 'k' },
    script: [{ events }, { status: 401, body: { error: { message: 'next' } } }],
  })
  const body = { ...CHAT, max_tokens: 9, input: 'Hi', stream: true }
  const reply = await call({ path, headers: { 'x-gateway-config': 'c' }, body })
  expect([reply.status, upstream.sent.length]).toEqual([401, 2])
})

it.each(['{}', '[]', '{"ok":true}', '{"object":"chat.completion"}'])(
  '%s is no reply of any of them',
  async text => {
    for (const [path, config] of [
      ['/chat/completions', PROVIDERS['openai']],
      ['/completions', PROVIDERS['openai']],
      ['/embeddings', PROVIDERS['openai']],
      ['/responses', PROVIDERS['openai']],
      ['/messages', { provider: 'anthropic', ...KEY }],
      ['/chat/completions', PROVIDERS['groq']],
      ['/chat/completions', { provider: 'anthropic', ...KEY }],
      ['/chat/completions', { provider: 'google', ...KEY }],
      ['/chat/completions', { provider: 'cohere', ...KEY }],
    ] as const)
      expect((await sendText(config ?? {}, text, path)).json, path).toMatchObject({
        error: { code: 'invalid_upstream_reply' },
      })
  },
)

it('an event stream is no reply to a request that asks for none', async () => {
  const events = [
    'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
    'data: [DONE]\n\n',
  ]
  const { call } = createHarness({
    configs: { c: PROVIDERS['openai'] ?? {} },
    environment: { KEY: 'k' },
    script: [{ events }],
  })
  const reply = await call({ headers: { 'x-gateway-config': 'c' }, body: CHAT })
  expect([reply.status, reply.json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
})

it.each([
  ['only its end', ['data: [DONE]\n\n']],
  [
    'a broken first event',
    [
      'data: {garbage\n\n',
      'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
      'data: [DONE]\n\n',
    ],
  ],
])('a stream of %s is retried, and answered by the next target', async (_title, events) => {
  const good = [
    'data: {"choices":[{"index":0,"delta":{"content":"Good"},"finish_reason":"stop"}]}\n\n',
    'data: [DONE]\n\n',
  ]
  const target = PROVIDERS['openai'] ?? {}
  const { call, upstream, clock } = createHarness({
    configs: {
      c: {
        strategy: { mode: 'fallback' },
        retry: { attempts: 1 },
        targets: [target, { ...target, name: 'next' }],
      },
    },
    environment: { KEY: 'k' },
    script: [{ events }, { events }, { events: good }],
  })
  let isOver = false
  const reply = call({ headers: { 'x-gateway-config': 'c' }, body: { ...CHAT, stream: true } }).finally(
    () => {
      isOver = true
    },
  )
  while (!isOver) if (!(await clock.next())) await new Promise(resolve => setImmediate(resolve))
  expect((await reply).text).toContain('Good')
  expect(upstream.sent.length).toBeGreaterThan(1)
})
