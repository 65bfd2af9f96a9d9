// The model that replies name: in Messages as the client wrote it, elsewhere the provider's, or as the setting says (semantics, D20).
import { describe, expect, it } from 'vitest'
import { withReplyModel } from '../../../runtime/link/call/reply-model.ts'
import type { Endpoint } from '../../../runtime/values/adapter.ts'
import { streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import { plainReply, type Reply } from '../../../runtime/values/call.ts'
import { createHarness } from '../../support/harness.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function textOf({ body }: Reply): string {
  if (body instanceof Uint8Array) return decoder.decode(body)
  const pieces: Uint8Array[] = []
  body.start({ chunk: bytes => pieces.push(bytes), end: () => {}, fail: () => {} })
  return decoder.decode(Buffer.concat(pieces))
}

const JSON_TYPE = ['content-type', 'application/json']
const EVENTS = ['content-type', 'text/event-stream; charset=utf-8']
const NAME = '@main/claude-"x"'
const QUOTED = JSON.stringify(NAME)

/** What comes of a body; bodies are also sent in pieces of every size. */
const ROWS: readonly (readonly [string, Endpoint, readonly string[], string, string])[] = [
  [
    'a message',
    'messages',
    JSON_TYPE,
    '{"id":"1","model":"m","content":[]}',
    `{"id":"1","model":${QUOTED},"content":[]}`,
  ],
  [
    'a model at the end',
    'messages',
    JSON_TYPE,
    '{ "a": {"model":"in"}, "model" : "m" }',
    `{ "a": {"model":"in"}, "model" : ${QUOTED} }`,
  ],
  ['no model', 'messages', JSON_TYPE, '{"a":{"model":"in"}}', '{"a":{"model":"in"}}'],
  ['a model that is not a string', 'messages', JSON_TYPE, '{"model":null}', '{"model":null}'],
  ['no JSON', 'messages', JSON_TYPE, 'model', 'model'],
  [
    'a streamed message, in its first event only',
    'messages',
    EVENTS,
    'event: ping\ndata: {"type":"ping"}\n\nevent: message_start\ndata: {"type":"message_start","message":{"id":"1","model":"m"}}\n\ndata: {"message":{"model":"m"}}\n\n',
    `event: ping\ndata: {"type":"ping"}\n\nevent: message_start\ndata: {"type":"message_start","message":{"id":"1","model":${QUOTED}}}\n\ndata: {"message":{"model":"m"}}\n\n`,
  ],
  [
    'each chunk of a chat',
    'chat/completions',
    EVENTS,
    'data: {"model":"m"}\r\n\r\ndata:{"model":"m","x":1}\n\ndata: [DONE]\n\n',
    `data: {"model":${QUOTED}}\r\n\r\ndata:{"model":${QUOTED},"x":1}\n\ndata: [DONE]\n\n`,
  ],
  [
    'each event of a response',
    'responses',
    EVENTS,
    'event: a\ndata: {"response":{"model":"m"}}\n\nevent: b\ndata: {"model":"text"}\n\n',
    `event: a\ndata: {"response":{"model":${QUOTED}}}\n\nevent: b\ndata: {"model":"text"}\n\n`,
  ],
  ['audio', 'audio/speech', ['content-type', 'audio/mpeg'], '{"model":"m"}', '{"model":"m"}'],
]

describe('The model of a reply is named as the client wrote it, and no other byte changes', () => {
  it.each(ROWS)('%s', (_title, endpoint, headers, body, expected) => {
    const bytes = encoder.encode(body)
    const whole = withReplyModel(plainReply(200, bytes, headers), NAME, endpoint)
    expect(textOf(whole)).toBe(expected)
    if (headers !== EVENTS) return
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const streamed = withReplyModel(plainReply(200, streamFromBytes(pieces), headers), NAME, endpoint)
      expect(textOf(streamed), `in pieces of ${size}`).toBe(expected)
    }
  })
})

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-8-20260101',
  content: [],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
}
const CHAT = {
  id: 'chat_1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5-2026-01-01',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
}
const messages = [{ role: 'user', content: 'Hi' }]

/** Manifest, config, API, and the model that the reply names, of a client that asks for `@main/asked` or the alias `own`. */
const SETTINGS: readonly (readonly [string, object, object, 'messages' | 'chat', string])[] = [
  ['Messages name it as the client wrote it', {}, {}, 'messages', '@main/asked'],
  ['a manifest may ask for the provider’s name', { reply_model: 'served' }, {}, 'messages', MESSAGE.model],
  ['a config may', {}, { reply_model: 'served' }, 'messages', MESSAGE.model],
  [
    'a config wins over the manifest',
    { reply_model: 'served' },
    { reply_model: 'requested' },
    'messages',
    '@main/asked',
  ],
  ['chats have the provider’s name', {}, {}, 'chat', CHAT.model],
  ['chats may have the client’s', { reply_model: 'requested' }, {}, 'chat', '@main/asked'],
]

it('a stream is paused, resumed and cancelled as before', () => {
  const calls: string[] = []
  class Body {
    start(): void {}
    pause(): void {
      calls.push('pause')
    }
    resume(): void {
      calls.push('resume')
    }
    cancel(): void {
      calls.push('cancel')
    }
  }
  const { body } = withReplyModel(plainReply(200, new Body(), EVENTS), NAME, 'messages')
  if (body instanceof Uint8Array) throw new Error('It is a stream.')
  body.pause()
  body.resume()
  body.cancel()
  expect(calls).toEqual(['pause', 'resume', 'cancel'])
})

describe('A setting decides', () => {
  it.each(SETTINGS)('%s', async (_title, manifest, config, api, expected) => {
    const isMessages = api === 'messages'
    const { call } = createHarness({
      manifest: {
        providers: { main: { provider: isMessages ? 'anthropic' : 'openai', api_key: '${env:KEY}' } },
        ...manifest,
      },
      configs: { own: { ...config, passthrough: true } },
      environment: { KEY: 'key' },
      script: [{ status: 200, body: isMessages ? MESSAGE : CHAT }],
    })
    const { json, status } = await call({
      path: isMessages ? '/messages' : '/chat/completions',
      headers: { 'x-gateway-config': 'own' },
      body: { model: '@main/asked', max_tokens: 5, messages },
    })
    expect([status, json]).toMatchObject([200, { model: expected }])
  })

  it('errors are as they were', async () => {
    const error = { type: 'error', model: 'm', error: { type: 'invalid_request_error', message: 'No.' } }
    const { call } = createHarness({
      manifest: { providers: { main: { provider: 'anthropic', api_key: '${env:KEY}' } } },
      environment: { KEY: 'key' },
      script: [{ status: 400, body: error }],
    })
    const { status, text } = await call({
      path: '/messages',
      body: { model: '@main/asked', max_tokens: 5, messages },
    })
    expect([status, text.includes('@main/asked')]).toEqual([400, false])
  })

  it('a cached reply names the model of each client', async () => {
    const { call } = createHarness({
      manifest: { providers: { main: { provider: 'anthropic', api_key: '${env:KEY}' } } },
      configs: { own: { provider: '@main', override_params: { model: 'asked' }, cache: { mode: 'simple' } } },
      environment: { KEY: 'key' },
      script: [{ status: 200, body: MESSAGE }],
    })
    const named = []
    for (const model of ['one', 'two', '@main/one']) {
      const body = { model, max_tokens: 5, messages }
      const { json } = await call({ path: '/messages', headers: { 'x-gateway-config': 'own' }, body })
      named.push((json as { readonly model?: string } | undefined)?.model)
    }
    expect(named).toEqual(['one', 'two', '@main/one'])
  })
})
