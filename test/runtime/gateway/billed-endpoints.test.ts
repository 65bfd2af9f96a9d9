// A budget of cost of a key holds at every endpoint that bills, by what each reply shows of its price (semantics, section 20).
import { describe, expect, it } from 'vitest'
import type { CallInput } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { apiKey, limited, times } from './limited-gateway.ts'

const NANO = 1e9
const MODEL = 'priced'

interface Billed {
  readonly path: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly provider?: string
  /** Prices in dollars per million tokens, and per one. */
  readonly price: object
  readonly step: Step
  /** In dollars for one call; what has no price costs at least what was reserved. */
  readonly cost: number
}

const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const form = (fields: Readonly<Record<string, string>>, bytes = 80_000): string =>
  `${Object.entries({ model: MODEL, ...fields })
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join(
      '',
    )}--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n${'S'.repeat(bytes)}\r\n--x--\r\n`
const json = (body: object): Step => ({
  status: 200,
  headers: ['content-type', 'application/json'],
  body,
})
const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const CHAT = { model: MODEL, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 }
const response = (more: object): object => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: MODEL, error: null },
  ...{ output: [], ...more },
})
const message = (usage: object): object => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, stop_reason: 'end_turn' },
  ...{ stop_sequence: null, content: [{ type: 'text', text: 'Hi' }], usage },
})
const TEXT = { input: 10, output: 100 }
const COUNTS = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 }
/** 1000 at 10 and 500 at 100 dollars per million tokens. */
const TEXT_COST = 0.06

const ENDPOINTS: Readonly<Record<string, Billed>> = {
  chats: {
    ...{ path: '/chat/completions', body: CHAT, price: TEXT, cost: TEXT_COST },
    step: json(completion('Hi', { model: MODEL, usage: COUNTS })),
  },
  'chats in a stream that breaks before its usage': {
    ...{ path: '/chat/completions', body: { ...CHAT, stream: true }, price: TEXT },
    step: {
      events: [
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices: [{ index: 0, delta: { content: 'word '.repeat(400) } }] })}\n\n`,
      ],
      end: 'cut',
    },
    // 500 tokens of text, and the request by its bytes.
    cost: 0.05,
  },
  'text completions': {
    ...{ path: '/completions', body: { model: MODEL, prompt: 'Hi', max_tokens: 5 }, price: TEXT },
    step: json({ id: 'c', object: 'text_completion', created: 1, model: MODEL, choices: [], usage: COUNTS }),
    cost: TEXT_COST,
  },
  'responses with searches': {
    ...{ path: '/responses', body: { model: MODEL, input: 'Hi', max_output_tokens: 5, store: false } },
    price: { ...TEXT, per_search: 0.25 },
    step: json(
      response({
        output: [
          {
            id: 'ws_1',
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'search', query: 'a' },
          },
          {
            id: 'ws_2',
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'open_page', url: 'b' },
          },
        ],
        usage: { input_tokens: 1000, output_tokens: 500, total_tokens: 1500 },
      }),
    ),
    cost: TEXT_COST + 0.25,
  },
  // https://platform.openai.com/docs/api-reference/responses/compact
  'compactions of responses': {
    ...{ path: '/responses/compact', body: { model: MODEL, input: 'Hi' }, price: TEXT, cost: TEXT_COST },
    step: json({
      ...{ id: 'resp_1', object: 'response.compaction', created_at: 1, output: [] },
      usage: { input_tokens: 1000, output_tokens: 500, total_tokens: 1500 },
    }),
  },
  'messages with hidden iterations': {
    ...{ path: '/messages', body: CHAT, provider: 'anthropic', price: TEXT },
    step: json(
      message({
        ...{ input_tokens: 100, output_tokens: 50 },
        iterations: [
          { type: 'compaction', input_tokens: 900, output_tokens: 450 },
          { type: 'message', input_tokens: 100, output_tokens: 50 },
        ],
      }),
    ),
    cost: TEXT_COST,
  },
  'messages that the client leaves': {
    ...{ path: '/messages', body: { ...CHAT, stream: true }, provider: 'anthropic', price: TEXT },
    step: {
      events: [
        event('message_start', { message: message({ input_tokens: 25_000, output_tokens: 1 }) }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      ],
      end: 'cut',
    },
    cost: 0.25,
  },
  embeddings: {
    ...{ path: '/embeddings', body: { model: MODEL, input: 'Hi' }, price: { input: 100 } },
    step: json({
      object: 'list',
      data: [],
      model: MODEL,
      usage: { prompt_tokens: 1000, total_tokens: 1000 },
    }),
    cost: 0.1,
  },
  rerank: {
    ...{ path: '/rerank', body: { model: MODEL, query: 'Hi', documents: ['a'] }, provider: 'jina' },
    ...{ price: { input: 20 }, cost: 0.1 },
    step: json({ model: MODEL, results: [{ index: 0, relevance_score: 1 }], usage: { total_tokens: 5000 } }),
  },
  'images by the image': {
    ...{
      path: '/images/generations',
      body: { model: MODEL, prompt: 'Hi', n: 2 },
      price: { per_image: 0.25 },
    },
    ...{ step: json({ created: 1, data: [] }), cost: 0.5 },
  },
  'images by tokens, of a reply without usage': {
    ...{
      path: '/images/generations',
      body: { model: MODEL, prompt: 'Hi' },
      price: { input: 5, output: 40, image_output: 40 },
    },
    step: json({ created: 1, data: [] }),
    // The reserved tokens of one image.
    cost: 0.187,
  },
  'image edits': {
    ...{ path: '/images/edits', body: form({ prompt: 'Hi' }), headers: FORM, price: { per_image: 0.25 } },
    ...{ step: json({ created: 1, data: [] }), cost: 0.25 },
  },
  'speech by the character': {
    ...{
      path: '/audio/speech',
      body: { model: MODEL, input: 'Hello', voice: 'a' },
      price: { per_character: 0.02 },
    },
    ...{ step: { status: 200, headers: ['content-type', 'audio/mpeg'], text: 'sound' }, cost: 0.1 },
  },
  'speech by tokens, of a reply without usage': {
    ...{ path: '/audio/speech', body: { model: MODEL, input: 'Hello'.repeat(200), voice: 'a' } },
    price: { input: 1, output: 1, audio_output: 100 },
    ...{ step: { status: 200, headers: ['content-type', 'audio/mpeg'], text: 'sound' }, cost: 0.15 },
  },
  'transcription by the second': {
    ...{ path: '/audio/transcriptions', body: form({}), headers: FORM, price: { per_second: 0.001 } },
    ...{ step: json({ text: 'Hi', usage: { type: 'duration', seconds: 90 } }), cost: 0.09 },
  },
  'transcription by tokens': {
    ...{ path: '/audio/transcriptions', body: form({}), headers: FORM },
    price: { input: 10, output: 100, audio_input: 50 },
    step: json({
      text: 'Hi',
      usage: {
        ...{ type: 'tokens', input_tokens: 1000, output_tokens: 500, total_tokens: 1500 },
        input_token_details: { text_tokens: 0, audio_tokens: 1000 },
      },
    }),
    cost: 0.1,
  },
  'transcription as text, which reports nothing': {
    ...{ path: '/audio/transcriptions', body: form({ response_format: 'text' }), headers: FORM },
    price: { per_second: 0.01 },
    ...{ step: { status: 200, headers: ['content-type', 'text/plain'], text: 'Hi' }, cost: 0.1 },
  },
  translation: {
    ...{ path: '/audio/translations', body: form({}), headers: FORM, price: { per_second: 0.001 } },
    ...{ step: json({ text: 'Hi', duration: 90 }), cost: 0.09 },
  },
  moderation: {
    ...{ path: '/moderations', body: { model: MODEL, input: 'Hi' }, price: { input: 100 } },
    step: json({ id: 'm', model: MODEL, results: [], usage: { prompt_tokens: 1000, total_tokens: 1000 } }),
    cost: 0.1,
  },
}

const BUDGET = 1

const gatewayOf = ({ provider = 'openai', price, step }: Pick<Billed, 'provider' | 'price' | 'step'>) =>
  limited(
    {
      usage_limits: [{ name: 'budget', type: 'cost', credit_limit: BUDGET, group_by: [{ key: 'api_key' }] }],
    },
    {
      manifest: {
        providers: { main: { provider, api_key: '${env:KEY}' } },
        api_keys: [apiKey('team')],
        prices: [{ provider, model: MODEL, ...price }],
      },
      environment: { KEY: 'key' },
      script: times(40, step),
    },
  )

const KEY = { 'x-gateway-api-key': 'key-team' }
const inputOf = ({ path, body, headers }: Pick<Billed, 'path' | 'body' | 'headers'>): CallInput => ({
  ...{ path, body },
  headers: { ...KEY, ...headers },
})

describe('The budget of a key', () => {
  it.each(Object.entries(ENDPOINTS))('is not passed by %s', async (_name, billed) => {
    const { call } = gatewayOf(billed)
    let spent = 0
    let status = 0
    let admitted = 0
    while (status < 400 && admitted < 40) {
      const reply = await call(inputOf(billed))
      status = reply.status
      const cost = reply.outcome?.record.counted?.counted()?.cost ?? 0
      if (status >= 400) break
      admitted += 1
      spent += cost
      expect(cost / NANO).toBeGreaterThanOrEqual(billed.cost)
      expect(cost / NANO).toBeLessThan(billed.cost * 1.2)
    }
    expect(status).toBe(412)
    // By no more than one call.
    expect(spent / NANO).toBeLessThan(BUDGET + billed.cost * 1.2)
  })

  it('is not passed by a batch, whose cost is not known when it is created', async () => {
    const { call, upstream } = gatewayOf({ price: TEXT, step: json({ id: 'batch_1', object: 'batch' }) })
    const body = { input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' }
    const created = await call({ path: '/batches', body, headers: KEY })
    expect([created.status, upstream.sent.length]).toEqual([403, 0])
    // It may be polled.
    const polled = await call({ method: 'GET', path: '/batches/batch_1', headers: KEY })
    expect(polled.text).toContain('batch_1')
  })
})
