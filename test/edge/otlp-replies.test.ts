// What spans have of replies, as the conventions name it: whole and streamed, passed on and translated.
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { closeAll, gatewayTo, listening } from '../support/local-servers.ts'
import { receiveOtlp, valuesOf } from '../support/otlp-collector.ts'

afterEach(closeAll)

const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const choice = (index: number, finish_reason: string, message: object = {}) => ({
  index,
  message: { role: 'assistant', content: 'Yes: "finish_reason":"no".', ...message },
  finish_reason,
})
const chunk = (choices: readonly object[], more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o-2024-08-06',
  choices,
  ...more,
})
const named = (events: readonly { readonly type: string }[]): string =>
  events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const chunks = (...events: object[]): string =>
  `${events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`

const CLAUDE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-4-1-20250805' }
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  model: 'gpt-5-2025-08-07',
  status: 'incomplete',
  incomplete_details: { reason: 'max_output_tokens' },
  output: [
    { type: 'message', id: 'msg_9', status: 'incomplete', role: 'assistant', content: [] },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' },
  ],
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
}
const MESSAGE_EVENTS = [
  {
    type: 'message_start',
    message: { ...CLAUDE, content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

const OPENAI = ['gpt-4o-2024-08-06', 'chatcmpl-1', ['stop']]
const messages = [{ role: 'user', content: 'Hello' }]

interface Case {
  readonly spec?: string
  readonly path: string
  readonly body?: object
  readonly reply: string
  readonly expected: readonly unknown[]
}

const CASES: Readonly<Record<string, Case>> = {
  'a whole chat': {
    path: '/chat/completions',
    reply: JSON.stringify({ ...chunk([choice(0, 'stop')]), object: 'chat.completion', usage: USAGE }),
    expected: OPENAI,
  },
  'a whole chat whose choices come first, with tool calls': {
    path: '/chat/completions',
    reply: JSON.stringify({
      choices: [
        choice(0, 'tool_calls', {
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"model":"x"}' } },
          ],
        }),
        choice(1, 'length'),
      ],
      created: 1,
      id: 'chatcmpl-1',
      model: 'gpt-4o-2024-08-06',
      object: 'chat.completion',
      usage: USAGE,
    }),
    expected: ['gpt-4o-2024-08-06', 'chatcmpl-1', ['tool_calls', 'length']],
  },
  'a stream of chats': {
    path: '/chat/completions',
    body: { stream: true, stream_options: { include_usage: true } },
    reply: chunks(
      chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
      chunk([{ index: 0, delta: { content: 'Yes' }, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], { usage: USAGE }),
    ),
    expected: OPENAI,
  },
  'a stream of chats in one chunk': {
    path: '/chat/completions',
    body: { stream: true },
    reply: chunks(chunk([{ index: 0, delta: { content: 'Yes' }, finish_reason: 'stop' }], { usage: USAGE })),
    expected: OPENAI,
  },
  'a whole response': {
    path: '/responses',
    body: { input: 'Hello', store: false },
    reply: JSON.stringify(RESPONSE),
    expected: ['gpt-5-2025-08-07', 'resp_1', ['max_output_tokens']],
  },
  'a stream of responses': {
    path: '/responses',
    body: { input: 'Hello', store: false, stream: true },
    reply: named([
      { type: 'response.created', ...{ response: { ...RESPONSE, status: 'in_progress', output: [] } } },
      { type: 'response.output_text.delta', ...{ item_id: 'msg_9', delta: 'Yes' } },
      {
        type: 'response.completed',
        ...{ response: { ...RESPONSE, status: 'completed', incomplete_details: null } },
      },
    ]),
    expected: ['gpt-5-2025-08-07', 'resp_1', ['completed']],
  },
  'a whole message': {
    spec: 'anthropic',
    path: '/messages',
    body: { max_tokens: 9, messages },
    reply: JSON.stringify({
      ...CLAUDE,
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { finish_reason: 'no', model: 'no' } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 2 },
    }),
    expected: ['claude-opus-4-1-20250805', 'msg_1', ['tool_use']],
  },
  'a stream of messages': {
    spec: 'anthropic',
    path: '/messages',
    body: { max_tokens: 9, messages, stream: true },
    reply: named(MESSAGE_EVENTS),
    expected: ['claude-opus-4-1-20250805', 'msg_1', ['max_tokens']],
  },
  'a translated reply, in the words of chats': {
    spec: 'anthropic',
    path: '/chat/completions',
    body: { max_tokens: 9 },
    reply: JSON.stringify({
      ...CLAUDE,
      content: [{ type: 'text', text: 'Yes' }],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 3, output_tokens: 2 },
    }),
    expected: ['claude-opus-4-1-20250805', 'msg_1', ['length']],
  },
  'a translated stream, in the words of chats': {
    spec: 'anthropic',
    path: '/chat/completions',
    body: { max_tokens: 9, stream: true },
    reply: named(MESSAGE_EVENTS),
    expected: ['claude-opus-4-1-20250805', 'msg_1', ['length']],
  },
}

it.each(Object.entries(CASES))(
  'Spans have model, identifier and finish reasons of %s',
  async (_title, each) => {
    const collector = await receiveOtlp()
    const port = await listening(
      createServer((request, response) => {
        request.resume()
        const type = each.reply.startsWith('{') ? 'application/json' : 'text/event-stream'
        response.writeHead(200, { 'content-type': type }).end(each.reply)
      }),
    )
    const gateway = await gatewayTo(port, {
      spec: each.spec ?? 'openai',
      telemetry: { otlp: { endpoint: collector.endpoint, encoding: 'json' } },
    })
    const response = await fetch(gateway.url + each.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: '@main/asked',
        messages: each.path === '/responses' ? undefined : messages,
        ...each.body,
      }),
    })
    await response.text()
    await gateway.stop()
    const spans = collector.spans()
    const facts = spans.map(span => {
      const values = valuesOf(span)
      return [
        span.kind,
        values['gen_ai.response.model'],
        values['gen_ai.response.id'],
        listOf(values['gen_ai.response.finish_reasons']),
        values['server.address'],
        values['server.port'],
      ]
    })
    expect([response.status, facts]).toEqual([
      200,
      [
        [SERVER, ...each.expected, undefined, undefined],
        [CLIENT, ...each.expected, '127.0.0.1', String(port)],
      ],
    ])
  },
)

const SERVER = 2
const CLIENT = 3

const listOf = (value: unknown): unknown =>
  (value as { readonly values: readonly { readonly stringValue: string }[] } | undefined)?.values.map(
    ({ stringValue }) => stringValue,
  )

it('A provider that fails has an address in its span, and names nothing', async () => {
  const collector = await receiveOtlp()
  const gateway = await gatewayTo(1, {
    telemetry: { otlp: { endpoint: collector.endpoint, encoding: 'json' } },
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ model: '@main/asked', messages })
  await fetch(`${gateway.url}/chat/completions`, { method: 'POST', headers, body })
  await gateway.stop()
  const names = collector.spans().flatMap(span => Object.keys(valuesOf(span)))
  expect(names.filter(name => name.startsWith('server.'))).toEqual(['server.address', 'server.port'])
  expect(names.filter(name => name.startsWith('gen_ai.response.'))).toEqual([])
})
