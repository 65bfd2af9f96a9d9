// Whole replies → chat completions.
import { describe, expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/anthropic/convert-reply.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

const message = (more: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-given',
  content: [{ type: 'text', text: 'hello' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
  ...more,
})
const loose: AdapterContext = { ...context, strict: false }
const use = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: [1] } }

test('a reply has the OpenAI schema and nothing else', () => {
  expect(convertReply(message(), context)).toEqual({
    id: 'msg_1',
    object: 'chat.completion',
    created: context.now,
    model: 'claude-given',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'hello', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 3,
      completion_tokens: 2,
      total_tokens: 5,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
  })
})

describe('content and finish reasons', () => {
  const shape = { content: 'hello', refusal: null }
  const calls = [{ id: 'toolu_1', type: 'function', function: { name: 'f', arguments: '{"x":[1]}' } }]
  const cases: readonly [title: string, more: JsonObject, expected: object, finish: string][] = [
    [
      'tool calls only: no content',
      { content: [use], stop_reason: 'tool_use' },
      { content: null, tool_calls: calls },
      'tool_calls',
    ],
    [
      'calls with another reason are calls',
      { content: [use] },
      { content: null, tool_calls: calls },
      'tool_calls',
    ],
    [
      'truncated tool calls',
      { content: [use], stop_reason: 'max_tokens' },
      { content: null, tool_calls: calls },
      'length',
    ],
    [
      'text with tool calls',
      { content: [{ type: 'text', text: 'a' }, use, { type: 'text', text: 'b' }], stop_reason: 'tool_use' },
      { content: 'ab', tool_calls: calls },
      'tool_calls',
    ],
    ['nothing at all is an empty text', { content: [] }, { content: '' }, 'stop'],
    ['a stop sequence', { stop_reason: 'stop_sequence', stop_sequence: 'x' }, shape, 'stop'],
    ['a pause', { stop_reason: 'pause_turn' }, shape, 'stop'],
    ['a full window', { stop_reason: 'model_context_window_exceeded' }, shape, 'length'],
    ['an unknown stop reason', { stop_reason: 'sundown' }, shape, 'stop'],
    [
      'a refusal with text and without a reason',
      { content: [{ type: 'text', text: 'Well' }], stop_reason: 'refusal' },
      { content: 'Well', refusal: 'The model refused to answer.' },
      'content_filter',
    ],
    [
      'a refusal with its reason',
      { content: [], stop_reason: 'refusal', stop_details: { explanation: 'not this' } },
      { content: null, refusal: 'not this' },
      'content_filter',
    ],
    [
      'blocks of tomorrow are passed over',
      { content: [{ type: 'hologram' }, 7, { type: 'text', text: 'hello' }] },
      shape,
      'stop',
    ],
    [
      'a call without an identifier gets one',
      { content: [{ type: 'tool_use', name: 'f' }] },
      {
        tool_calls: [
          { id: `call_${context.identifier}_0`, type: 'function', function: { name: 'f', arguments: '{}' } },
        ],
      },
      'tool_calls',
    ],
  ]
  test.each(cases)('%s', (_, more, expected, finish) => {
    const reply = convertReply(message(more), context)
    expect(reply).toMatchObject({ choices: [{ message: expected, finish_reason: finish }] })
  })
})

test('a reply that is not strict carries blocks, native ends and cache counts', () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'x', citations: [{}] },
  ]
  const usage = {
    input_tokens: 3,
    cache_read_input_tokens: 4,
    cache_creation_input_tokens: 5,
    output_tokens: 2,
  }
  const given = message({ content, usage, stop_reason: 'stop_sequence', stop_sequence: '#' })
  expect(convertReply(given, loose)).toMatchObject({
    choices: [
      {
        message: { content: 'x', content_blocks: content },
        native_finish_reason: 'stop_sequence',
        stop_sequence: '#',
      },
    ],
    usage: {
      prompt_tokens: 12,
      prompt_tokens_details: { cached_tokens: 4 },
      cache_read_input_tokens: 4,
      cache_creation_input_tokens: 5,
    },
  })
})

describe('anything but a message is a failure', () => {
  const cases: readonly [title: string, body: unknown][] = [
    ['null', null],
    ['a text', 'hello'],
    ['a list', []],
    ['no content', { id: 'x' }],
    ['an error with status 200', { type: 'error', error: { type: 'api_error', message: 'sorry' } }],
  ]
  test.each(cases)('%s', (_, body) => {
    expect(convertReply(body, context)).toMatchObject({ code: 'invalid_upstream_reply', cause: 'decode' })
  })
})
