// Replies of every JSON route are cached; on routes that stream, whole and streamed replies serve each other.
import { describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const cached = (provider: string) => ({ provider, cache: { mode: 'simple', max_age: 100 } })
const USED = { 'x-gateway-config': 'c' }
const event = (value: { type: string; [field: string]: unknown }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const JSON_200 = (body: object): Step => ({ status: 200, body })

const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'one two', annotations: [], logprobs: [] }],
    },
  ],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
}
const RESPONSE_EVENTS: Step = {
  events: [
    event({ type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } }),
    event({ type: 'response.output_text.delta', item_id: 'msg_1', delta: 'one two' }),
    event({ type: 'response.completed', response: RESPONSE }),
  ],
}
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'one two' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
}
const MESSAGE_EVENTS: Step = {
  events: [
    event({ type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'one two' } }),
    event({ type: 'content_block_stop', index: 0 }),
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
    event({ type: 'message_stop' }),
  ],
}
const COMPLETION = {
  id: 'c',
  object: 'text_completion',
  choices: [{ index: 0, text: 'one two', logprobs: null, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const usage = `data: ${JSON.stringify({ choices: [], usage: COMPLETION.usage })}\n\n`
const COMPLETION_EVENTS: Step = {
  events: [
    `data: ${JSON.stringify({ ...COMPLETION, usage: null, choices: [{ index: 0, text: 'one two', finish_reason: 'stop' }] })}\n\n`,
    usage,
    DONE,
  ],
}
const CHAT_EVENTS: Step = {
  events: [chunk({ role: 'assistant', content: 'one ' }), chunk({ content: 'two' }, 'stop'), usage, DONE],
}

interface Streaming {
  readonly provider: string
  readonly path: string
  readonly body: object
  readonly whole: Step
  readonly events: Step
  /** The last event of a stream. */
  readonly last: string
}
const CHAT_OF_A_FACE = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
const STREAMING: readonly (readonly [string, Streaming])[] = [
  [
    'chat/completions',
    {
      provider: '@main',
      path: '/chat/completions',
      body: { model: 'm', messages: [] },
      whole: JSON_200(completion('one two')),
      events: CHAT_EVENTS,
      last: '[DONE]',
    },
  ],
  [
    'completions',
    {
      provider: '@main',
      path: '/completions',
      body: { model: 'm', prompt: 'x' },
      whole: JSON_200(COMPLETION),
      events: COMPLETION_EVENTS,
      last: '[DONE]',
    },
  ],
  [
    'responses',
    {
      provider: '@main',
      path: '/responses',
      body: { model: 'm', input: 'x' },
      whole: JSON_200(RESPONSE),
      events: RESPONSE_EVENTS,
      last: 'response.completed',
    },
  ],
  [
    'responses of a provider of chats',
    {
      provider: '@claude',
      path: '/responses',
      body: { model: 'm', input: 'x' },
      whole: JSON_200(MESSAGE),
      events: MESSAGE_EVENTS,
      last: 'response.completed',
    },
  ],
  [
    'messages',
    {
      provider: '@claude',
      path: '/messages',
      body: CHAT_OF_A_FACE,
      whole: JSON_200(MESSAGE),
      events: MESSAGE_EVENTS,
      last: 'message_stop',
    },
  ],
  [
    'messages of a provider of chats',
    {
      provider: '@main',
      path: '/messages',
      body: CHAT_OF_A_FACE,
      whole: JSON_200(completion('one two')),
      events: CHAT_EVENTS,
      last: 'message_stop',
    },
  ],
]

/** All text that a reply or its events hold. */
const textOf = (value: unknown): string => JSON.stringify(value)

describe.each(STREAMING)('%s', (_name, { provider, path, body, whole, events: streamed, last }) => {
  it.each<readonly [string, Step, boolean, boolean]>([
    ['whole, then whole', whole, false, false],
    ['whole, then streamed', whole, false, true],
    ['streamed, then whole', streamed, true, false],
    ['streamed, then streamed', streamed, true, true],
  ])('%s', async (_title, step, first, second) => {
    const stage = createHarness({ configs: { c: cached(provider) }, script: [step] })
    const ask = async (stream: boolean) =>
      await stage.call({ headers: USED, path, body: stream ? { ...body, stream } : body })
    const before = await ask(first)
    expect(before.outcome?.reply.cache).toBe('MISS')
    const { outcome, json, events, headers, status } = await ask(second)
    expect([outcome?.reply.cache, status, stage.upstream.sent.length]).toEqual(['HIT', 200, 1])
    expect(headers['content-type']).toBe(second ? 'text/event-stream' : 'application/json')
    expect(textOf(second ? events : json)).toContain('one two')
    if (second) expect(events.at(-1)).toContain(last)
    if (!first && !second) expect(json).toEqual(before.json)
  })

  it('a truncated stream is not stored', async () => {
    const { events } = streamed as { events: readonly string[] }
    const cut: Step = { events: events.slice(0, -1), end: 'cut' }
    const stage = createHarness({ configs: { c: cached(provider) }, script: [cut, whole] })
    const ask = async () => await stage.call({ headers: USED, path, body: { ...body, stream: true } })
    await ask()
    expect((await ask()).outcome?.reply.cache).toBe('MISS')
  })
})

describe.each<readonly [string, object, object]>([
  ['embeddings', { model: 'm', input: 'x' }, { object: 'list', data: [{ index: 0, embedding: [1] }] }],
  ['moderations', { model: 'm', input: 'x' }, { id: 'm', results: [] }],
  ['images/generations', { model: 'm', prompt: 'x' }, { created: 1, data: [{ b64_json: 'QUJD' }] }],
])('%s', (path, body, reply) => {
  it('is served byte for byte', async () => {
    const stage = createHarness({ configs: { c: cached('@main') }, script: [JSON_200(reply)] })
    const ask = async () => await stage.call({ headers: USED, path: `/${path}`, body })
    const first = await ask()
    const second = await ask()
    expect([first.outcome?.reply.cache, second.outcome?.reply.cache]).toEqual(['MISS', 'HIT'])
    expect(second.text).toBe(first.text)
  })
})

describe('DISABLED', () => {
  const status = async (stage: Harness, path: string, body: unknown) =>
    (await stage.call({ headers: USED, path, body })).outcome?.reply.cache

  it.each<readonly [string, string, unknown]>([
    ['a stream of images', '/images/generations', { model: 'm', prompt: 'x', stream: true }],
    ['sound', '/audio/speech', { model: 'm', input: 'x', voice: 'v' }],
    ['a body with a key twice', '/embeddings', '{"model":"m","input":[{"a":1,"a":2}]}'],
  ])('%s', async (_title, path, body) => {
    const stage = createHarness({
      configs: { c: cached('@main') },
      script: [JSON_200({}), JSON_200({})],
      undocumented: true,
    })
    expect([await status(stage, path, body), await status(stage, path, body)]).toEqual([
      'DISABLED',
      'DISABLED',
    ])
    expect(stage.upstream.sent).toHaveLength(2)
  })
})

describe('A response that is not final', () => {
  it.each(['queued', 'in_progress', 'failed', 'cancelled'])('is not stored: %s', async status => {
    const stage = createHarness({
      configs: { c: cached('@main') },
      script: [JSON_200({ ...RESPONSE, status }), JSON_200(RESPONSE)],
    })
    const ask = async () =>
      (await stage.call({ headers: USED, path: '/responses', body: { model: 'm', input: 'x' } })).outcome
        ?.reply.cache
    expect([await ask(), await ask(), await ask()]).toEqual(['MISS', 'MISS', 'HIT'])
  })
})
