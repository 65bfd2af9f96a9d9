// Streams of status 200 that are none of the dialect: a provider that sends one is as good as one that is down. The call is retried, the
// next target answers, and the circuit breaker counts it.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { BREAKER, times } from '../circuit-breaker/harness.ts'
import { HOSTS_MANIFEST } from './hosts-manifest.ts'

const hello = [{ role: 'user', content: 'Hello' }]
const chat = { messages: hello, max_tokens: 100 }

/** Targets whose streams are read in a dialect of their own, or are of a typed API. */
const TARGETS: readonly (readonly [
  title: string,
  provider: string,
  model: string,
  path: string,
  body: object,
])[] = [
  ['Anthropic, chats', '@claude', 'claude-opus-4-6', '/chat/completions', chat],
  ['Anthropic, messages', '@claude', 'claude-opus-4-6', '/messages', chat],
  ['Vertex AI, chats', '@vertex', 'gemini-3.1-pro-preview', '/chat/completions', chat],
  ['Gemini, chats', '@google', 'gemini-3-pro-preview', '/chat/completions', chat],
  ['Gemini, messages', '@google', 'gemini-3-pro-preview', '/messages', chat],
  ['Cohere, chats', '@cohere', 'command-a-03-2025', '/chat/completions', chat],
  ['Cohere, responses', '@cohere', 'command-a-03-2025', '/responses', { input: hello, store: false }],
  ['Mistral, chats', '@mistral', 'mistral-large-latest', '/chat/completions', chat],
  ['OpenAI, responses', '@main', 'gpt-6.1-sol', '/responses', { input: hello, store: false }],
  ['OpenAI, messages', '@main', 'gpt-6.1-sol', '/messages', chat],
]

const STREAMS: readonly (readonly [title: string, events: readonly string[]])[] = [
  ['only [DONE]', ['data: [DONE]\n\n']],
  ['a broken first event', ['data: {garbage\n\n', 'data: [DONE]\n\n']],
  ['a broken first event with a name', ['event: message_start\ndata: {garbage\n\n']],
  ['a comment', [': hello\n\n']],
  ['nothing', []],
]

/** What could be read after an event that could not, by provider. */
const NATIVE: Readonly<Record<string, string>> = {
  '@claude':
    'data: {"type":"message_start","message":{}}\n\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\ndata: {"type":"message_stop"}\n\n',
  '@google':
    'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}\n\n',
  '@cohere':
    'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Hi"}}}}\n\ndata: {"type":"message-end","delta":{"finish_reason":"COMPLETE"}}\n\n',
  '@mistral': chunk({ role: 'assistant', content: 'Hi' }, 'stop') + DONE,
}

const GOOD: Step = { events: [chunk({ role: 'assistant', content: 'Good' }), DONE] }
const typed = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const GOOD_RESPONSE: Step = {
  events: [
    typed('response.created', { response: { object: 'response', output: [] } }),
    typed('response.output_text.delta', {
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta: 'Good',
    }),
    typed('response.completed', { response: { object: 'response', status: 'completed', output: [] } }),
  ],
}
const stageOf = (provider: string, model: string, script: readonly Step[], more: object = {}) =>
  createHarness({
    manifest: HOSTS_MANIFEST,
    environment: { KEY: 'key' },
    configs: {
      alone: { provider, override_params: { model }, ...more },
      both: {
        strategy: { mode: 'fallback' },
        targets: [
          { provider, override_params: { model }, retry: { attempts: 1 } },
          { provider: '@local', override_params: { model: 'm' } },
        ],
      },
    },
    script,
  })

describe.each(TARGETS)('%s', (_title, provider, model, path, body) => {
  // The next target serves responses itself.
  const good = path === '/responses' ? GOOD_RESPONSE : GOOD
  it.each(STREAMS)('a stream of %s is retried, and the next target answers', async (_name, events) => {
    const { call, clock, upstream } = stageOf(provider, model, [{ events }, { events }, good])
    const calling = call({
      path,
      headers: { 'x-gateway-config': 'both' },
      body: { ...body, model: 'm', stream: true },
    })
    let isOver = false
    const answered = calling.finally(() => {
      isOver = true
    })
    // A module that is loaded meanwhile is no timer of the clock.
    while (!isOver) if (!(await clock.next())) await new Promise(resolve => setImmediate(resolve))
    const reply = await answered
    expect([reply.status, upstream.sent.length]).toEqual([200, 3])
    expect(reply.text).toContain('Good')
  })

  it.each(STREAMS)(
    'a stream of %s is invalid_upstream_reply, and opens the circuit',
    async (_name, events) => {
      const { call, upstream } = stageOf(provider, model, times(3, { events }), { cb_config: BREAKER })
      const send = () =>
        call({ path, headers: { 'x-gateway-config': 'alone' }, body: { ...body, model: 'm', stream: true } })
      expect(await send()).toMatchObject({ status: 502, json: { error: { code: 'invalid_upstream_reply' } } })
      expect((await send()).status).toBe(502)
      expect((await send()).status).toBe(503)
      expect(upstream.sent).toHaveLength(2)
    },
  )

  it('an event stream for a whole request is invalid_upstream_reply, and opens the circuit', async () => {
    const { call, upstream } = stageOf(provider, model, times(3, GOOD), { cb_config: BREAKER })
    const send = () => call({ path, headers: { 'x-gateway-config': 'alone' }, body: { ...body, model: 'm' } })
    expect(await send()).toMatchObject({ status: 502, json: { error: { code: 'invalid_upstream_reply' } } })
    expect((await send()).status).toBe(502)
    expect((await send()).status).toBe(503)
    expect(upstream.sent).toHaveLength(2)
  })
})

describe.each(TARGETS.filter(([, provider, , path]) => provider in NATIVE && path === '/chat/completions'))(
  '%s',
  (_title, provider, model, path, body) => {
    const read = async (events: readonly string[]) => {
      const { call } = stageOf(provider, model, [{ events }])
      return await call({
        path,
        headers: { 'x-gateway-config': 'alone' },
        body: { ...body, model: 'm', stream: true },
      })
    }
    const rest = NATIVE[provider] ?? ''
    it('a stream that begins with a broken event is invalid_upstream_reply, whatever follows', async () => {
      expect(await read(['data: {garbage\n\n', rest])).toMatchObject({
        status: 502,
        json: { error: { code: 'invalid_upstream_reply' } },
      })
    })
    it('an empty event at the beginning is ignored', async () => {
      const reply = await read(['data:\n\n', rest])
      expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Hi')])
    })
  },
)
