// OpenAI messages → `system` and turns of Converse.
import { describe, expect, test } from 'vitest'
import { toToolUseId } from '../../../../runtime/providers/bedrock/native-blocks.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, messagesOf, result, text, use, userTurn, written } from './requests.ts'

const assistant = (more: JsonObject): JsonObject => ({ role: 'assistant', content: null, ...more })
const tool = (tool_call_id: string, content: Json): JsonObject => ({ role: 'tool', tool_call_id, content })
const bodyOf = (...messages: readonly Json[]) => {
  const given = written({ messages })
  return 'body' in given ? given.body : given
}

describe('instructions', () => {
  test('at the head become system, in their order', () => {
    expect(
      bodyOf(
        { role: 'system', content: 'a' },
        { role: 'developer', content: [text('b'), { cachePoint: { type: 'default' } }] },
        hello,
      ),
    ).toEqual({ system: [text('a'), text('b'), { cachePoint: { type: 'default' } }], messages: [userTurn] })
  })
  test('later ones join them', () => {
    expect(bodyOf({ role: 'system', content: 'a' }, hello, { role: 'developer', content: 'b' })).toEqual({
      system: [text('a'), text('b')],
      messages: [userTurn],
    })
  })
  test('after the last reply they remain a turn', () => {
    expect(bodyOf(hello, assistant({ content: 'a' }), { role: 'developer', content: 'b' })).toEqual({
      messages: [
        userTurn,
        { role: 'assistant', content: [text('a')] },
        { role: 'user', content: [text('b')] },
      ],
    })
  })
  test('only instructions: they become a turn', () => {
    expect(bodyOf({ role: 'system', content: 'a' })).toEqual({
      messages: [{ role: 'user', content: [text('a')] }],
    })
  })
  test('must not contain images', () => {
    const url = 'data:image/png;base64,QUJD'
    expect(
      written({ messages: [{ role: 'system', content: [{ type: 'image_url', image_url: url }] }, hello] }),
    ).toMatchObject({ failure: { param: 'messages[0].content' } })
  })
})

describe('turns', () => {
  const cases: readonly [title: string, given: readonly JsonObject[], expected: readonly JsonObject[]][] = [
    [
      'neighbours of one role are one turn, and empty ones none',
      [hello, { role: 'user', content: '' }, { role: 'user', content: 'b' }, assistant({ content: '' })],
      [{ role: 'user', content: [text('hello'), text('b')] }],
    ],
    [
      'text with tool calls is kept, and missing arguments are empty',
      [hello, assistant({ content: 'a', tool_calls: [call('1', 'f', ''), call('2', 'g', '{"x":1}')] })],
      [userTurn, { role: 'assistant', content: [text('a'), use('1', 'f', {}), use('2', 'g', { x: 1 })] }],
    ],
    [
      'results of parallel calls are one turn, and come first in it',
      [
        hello,
        assistant({ tool_calls: [call('1', 'f', '{}'), call('2', 'f', '{}')] }),
        { role: 'user', content: 'wait' },
        tool('1', 'one'),
        tool('2', [{ type: 'text', text: 'two' }]),
      ],
      [
        userTurn,
        { role: 'assistant', content: [use('1', 'f', {}), use('2', 'f', {})] },
        { role: 'user', content: [result('1', text('one')), result('2', text('two')), text('wait')] },
      ],
    ],
    [
      'an empty result has no blocks, because blank text is refused',
      [tool('1', '')],
      [{ role: 'user', content: [result('1')] }],
    ],
    [
      'an error result is marked',
      [{ ...tool('1', 'no'), is_error: true }],
      [
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: '1', content: [text('no')], status: 'error' } }],
        },
      ],
    ],
    [
      'a mark for the cache follows the result',
      [tool('1', [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }])],
      [{ role: 'user', content: [result('1', text('a')), { cachePoint: { type: 'default' } }] }],
    ],
    [
      'identifiers of other providers are mapped, in calls and results alike',
      [hello, assistant({ tool_calls: [call('functions.f:0', 'f', {})] }), tool('functions.f:0', 'a')],
      [
        userTurn,
        { role: 'assistant', content: [use(toToolUseId('functions.f:0'), 'f', {})] },
        { role: 'user', content: [result(toToolUseId('functions.f:0'), text('a'))] },
      ],
    ],
    [
      'a user turn is first, where the first one is empty',
      [{ role: 'user', content: '' }, assistant({ content: 'a' }), hello],
      [{ role: 'user', content: [text('(no text)')] }, { role: 'assistant', content: [text('a')] }, userTurn],
    ],
    [
      'a refusal of before is text',
      [hello, assistant({ refusal: 'no' })],
      [userTurn, { role: 'assistant', content: [text('no')] }],
    ],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    expect(messagesOf(...given)).toEqual(expected)
  })
})

describe('native blocks of a reply go back', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
  const cases: readonly [title: string, message: JsonObject, expected: readonly JsonObject[]][] = [
    [
      'signed and redacted reasoning before the text, which is not repeated',
      {
        content: 'a',
        content_blocks: [thinking, { type: 'redacted_thinking', data: 'x' }, { type: 'text', text: 'a' }],
      },
      [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
        { reasoningContent: { redactedContent: 'x' } },
        text('a'),
      ],
    ],
    [
      'reasoning without a signature is dropped',
      { content: 'a', content_blocks: [{ type: 'thinking', thinking: 'hm' }] },
      [text('a')],
    ],
    [
      'what the blocks lack is added',
      { content: 'a', content_blocks: [thinking], tool_calls: [call('1', 'f', {})] },
      [{ reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } }, text('a'), use('1', 'f', {})],
    ],
    [
      'a call keeps its position and has the arguments of the message',
      {
        content_blocks: [
          { type: 'tool_use', id: '1', name: 'f', input: {} },
          { type: 'text', text: 'a' },
        ],
        tool_calls: [call('1', 'f', '{"x":1}')],
      },
      [use('1', 'f', { x: 1 }), text('a')],
    ],
    [
      'other blocks are wrapped unchanged',
      {
        content: 'a',
        content_blocks: [{ type: 'converse_block', block: { citationsContent: { content: [text('a')] } } }],
      },
      [{ citationsContent: { content: [text('a')] } }],
    ],
    [
      'blocks of others are passed over',
      {
        content: 'a',
        content_blocks: [
          { type: 'google_part', part: {} },
          { type: 'tool_use' },
          7,
          { type: 'text', text: ' ' },
        ],
      },
      [text('a')],
    ],
  ]
  test.each(cases)('%s', (_, message, expected) => {
    expect(messagesOf(hello, assistant(message))).toEqual([
      userTurn,
      { role: 'assistant', content: expected },
    ])
  })
})
