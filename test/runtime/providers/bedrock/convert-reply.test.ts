// Whole replies → chat completions.
import { describe, expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/bedrock/convert-reply.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { context, loose } from './context.ts'
import { messagesOf, text, use } from './requests.ts'

const reply = (content: readonly unknown[], stopReason = 'end_turn', usage: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage,
})
const thought = { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } }
const redacted = { reasoningContent: { redactedContent: 'eA==' } }
const cited = { citationsContent: { citations: [{ title: 't' }], content: [text('b')] } }
const own = {
  toolUse: { toolUseId: 's', name: 'nova_grounding', input: {}, type: 'server_tool_use' },
}

describe('whole replies', () => {
  test('strict replies have the OpenAI schema and nothing else', () => {
    expect(
      convertReply(reply([thought, text('a')], 'end_turn', { inputTokens: 3, outputTokens: 2 }), context),
    ).toEqual({
      id: 'chatcmpl-0123456789abcdef',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'us.anthropic.claude-opus-4-6-v1:0',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'a', refusal: null },
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

  const cases: readonly [title: string, body: object, choice: object][] = [
    [
      'several texts and cited ones are one',
      reply([text('a'), cited, text('c')]),
      { message: { content: 'abc' } },
    ],
    ['no content at all', reply([]), { message: { content: '' }, finish_reason: 'stop' }],
    [
      'tool calls only',
      reply([use('1', 'f', { x: 1 })], 'tool_use'),
      {
        message: {
          content: null,
          tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    [
      'a call that lacks nearly all',
      reply([{ toolUse: {} }], 'end_turn'),
      {
        message: { tool_calls: [{ id: 'call_0123456789abcdef_0', function: { name: '', arguments: '{}' } }] },
        finish_reason: 'tool_calls',
      },
    ],
    [
      'tools that the provider runs itself are not the caller’s',
      reply([own, { toolResult: { toolUseId: 's', content: [] } }, text('a')]),
      { message: { content: 'a' }, finish_reason: 'stop' },
    ],
    [
      'what a guardrail stopped',
      reply([text('no')], 'guardrail_intervened'),
      { finish_reason: 'content_filter' },
    ],
    ['blocked by the model’s filter', reply([], 'content_filtered'), { finish_reason: 'content_filter' }],
    ['too long', reply([use('1', 'f', {})], 'max_tokens'), { finish_reason: 'length' }],
    ['too long for the model', reply([], 'model_context_window_exceeded'), { finish_reason: 'length' }],
    ['a reason of tomorrow', reply([], 'bored'), { finish_reason: 'stop' }],
  ]
  test.each(cases)('%s', (_, body, choice) => {
    expect(convertReply(body, context)).toMatchObject({ choices: [choice] })
  })

  test('cached tokens are of the prompt, under newer and older names', () => {
    const usage = { inputTokens: 1, outputTokens: 2, cacheReadInputTokenCount: 4, cacheWriteInputTokens: 8 }
    expect(convertReply(reply([], 'end_turn', usage), loose)).toMatchObject({
      usage: {
        prompt_tokens: 13,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4 },
        cache_read_input_tokens: 4,
        cache_creation_input_tokens: 8,
      },
    })
  })

  test.each([
    ['no object', 'x'],
    ['nothing', undefined],
    ['no message', { output: {} }],
    ['content is not an array', { output: { message: { content: 'a' } } }],
    ['an unknown operation', { Output: { __type: 'com.amazon.coral.service#UnknownOperationException' } }],
  ])('not understood: %s', (_, body) => {
    expect(convertReply(body, context)).toMatchObject({ code: 'invalid_upstream_reply', cause: 'decode' })
  })
})

test('non-strict replies include native blocks, which go back unchanged', () => {
  const content = [thought, redacted, text('a'), cited, own, use('1', 'f', { x: 1 })]
  const answer = asObject(convertReply(reply(content, 'tool_use'), loose))
  const [choice] = asList(answer['choices']).map(asObject)
  expect(choice).toMatchObject({ native_finish_reason: 'tool_use' })
  const message = asObject(choice?.['message'])
  expect(message['content_blocks']).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'redacted_thinking', data: 'eA==' },
    { type: 'text', text: 'a' },
    { type: 'converse_block', text: 'b', block: cited },
    { type: 'converse_block', block: own },
    { type: 'tool_use', id: '1', name: 'f', input: { x: 1 } },
  ])
  const turns = asList(messagesOf({ role: 'user', content: 'hello' }, message))
  expect(turns.at(-1)).toEqual({ role: 'assistant', content } as unknown as JsonObject)
})
