// OpenAI messages → `system` and turns.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, text, use, written } from './requests.ts'

/** A model that continues a reply, so that a history may end with any message. */
const CONTINUING = { model: 'claude-sonnet-4-5' }

type Messages = readonly JsonObject[]

describe('roles and turns', () => {
  const cases: readonly [title: string, messages: Messages, expected: JsonObject][] = [
    ['one user message stays a string', [hello], { messages: [hello] }],
    [
      'a leading system message becomes the system text',
      [{ role: 'system', content: 'be brief' }, hello],
      { system: 'be brief', messages: [hello] },
    ],
    [
      'several leading instructions become blocks, in order',
      [{ role: 'system', content: 'one' }, { role: 'developer', content: [text('two')] }, hello],
      { system: [text('one'), text('two')], messages: [hello] },
    ],
    [
      'later instructions join the leading ones, in order',
      [
        { role: 'system', content: 'one' },
        hello,
        { role: 'assistant', content: 'hi' },
        { role: 'developer', content: 'two' },
        hello,
        { role: 'system', content: 'three' },
      ],
      {
        system: [text('one'), text('two'), text('three')],
        messages: [hello, { role: 'assistant', content: 'hi' }, hello],
      },
    ],
    [
      'an instruction between calls and their results separates them no longer',
      [
        hello,
        { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{}')] },
        { role: 'system', content: 'be brief' },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
      ],
      {
        system: 'be brief',
        messages: [
          hello,
          { role: 'assistant', content: [use('a', 'f', {})] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
        ],
      },
    ],
    [
      'an instruction after the last reply remains a turn: the reply would be continued without it',
      [hello, { role: 'assistant', content: 'hi' }, { role: 'system', content: 'say it again' }],
      {
        messages: [hello, { role: 'assistant', content: 'hi' }, { role: 'user', content: 'say it again' }],
      },
    ],
    [
      'only instructions: they become the turn',
      [{ role: 'system', content: 'tell a joke' }],
      { messages: [{ role: 'user', content: 'tell a joke' }] },
    ],
    [
      'neighbours of one role become one turn',
      [
        hello,
        { role: 'user', content: [text('again')] },
        { role: 'assistant', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
      {
        messages: [
          { role: 'user', content: [text('hello'), text('again')] },
          { role: 'assistant', content: [text('a'), text('b')] },
        ],
      },
    ],
    [
      'empty messages and empty texts are left out',
      [hello, { role: 'assistant', content: '' }, { role: 'user', content: [text(''), text('x')] }],
      { messages: [{ role: 'user', content: [text('hello'), text('x')] }] },
    ],
    [
      'text with tool calls is kept; results merge into one turn before the user text',
      [
        hello,
        {
          role: 'assistant',
          content: 'let me see',
          tool_calls: [call('a', 'f', '{"x":1}'), call('b', 'g', '')],
        },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
        { role: 'user', content: 'hurry' },
        { role: 'tool', tool_call_id: 'b', content: [text('two')], is_error: true },
      ],
      {
        messages: [
          hello,
          { role: 'assistant', content: [text('let me see'), use('a', 'f', { x: 1 }), use('b', 'g', {})] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: 'one' },
              { type: 'tool_result', tool_use_id: 'b', content: [text('two')], is_error: true },
              text('hurry'),
            ],
          },
        ],
      },
    ],
    [
      'arguments may be absent, null or an object',
      [
        hello,
        {
          role: 'assistant',
          tool_calls: [
            { id: 'a', function: { name: 'f' } },
            call('b', 'f', 'null'),
            call('c', 'f', { x: 1 }),
          ],
        },
      ],
      {
        messages: [
          hello,
          { role: 'assistant', content: [use('a', 'f', {}), use('b', 'f', {}), use('c', 'f', { x: 1 })] },
        ],
      },
    ],
    [
      'a refusal is assistant text',
      [hello, { role: 'assistant', content: null, refusal: 'no' }, hello],
      { messages: [hello, { role: 'assistant', content: 'no' }, hello] },
    ],
  ]
  test.each(cases)('%s', (_, messages, expected) => {
    expect(written({ messages }, CONTINUING)).toEqual({
      body: { ...CONTINUING, max_tokens: 4096, ...expected },
      dropped: [],
    })
  })
})

describe('opaque values survive a round trip', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
  const hidden = { type: 'redacted_thinking', data: 'eA==' }
  const cases: readonly [title: string, message: JsonObject, content: Json][] = [
    [
      'native blocks of a reply go back unchanged',
      {
        content: 'so',
        tool_calls: [call('a', 'f', '{}')],
        content_blocks: [thinking, hidden, text('so'), use('a', 'f', {})],
      },
      [thinking, hidden, text('so'), use('a', 'f', {})],
    ],
    [
      'what blocks lack is added',
      { content: 'so', tool_calls: [call('a', 'f', '{}')], content_blocks: [thinking] },
      [thinking, text('so'), use('a', 'f', {})],
    ],
    [
      'blocks that a client put together from a stream get their arguments from the calls, or from their text',
      {
        content: 'so',
        tool_calls: [call('a', 'f', '{"x":1}')],
        content_blocks: [
          thinking,
          text('so'),
          { ...use('a', 'f', {}), partial_json: '{"x":1}' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {}, partial_json: '{"q":2}' },
        ],
      },
      [
        thinking,
        text('so'),
        use('a', 'f', { x: 1 }),
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { q: 2 } },
      ],
    ],
    ['signed thinking among the parts', { content: [thinking, text('so')] }, [thinking, text('so')]],
    [
      'blocks of another dialect are dropped; their text and calls are sent',
      {
        content: 'so',
        content_blocks: [
          { type: 'google_part', part: { executableCode: {} } },
          { ...text('so'), thought_signature: 'c2ln' },
        ],
      },
      [text('so')],
    ],
    [
      'thinking without a signature is dropped',
      { content: 'so', content_blocks: [{ ...thinking, signature: '' }] },
      'so',
    ],
  ]
  test.each(cases)('%s', (_, message, content) => {
    expect(written({ messages: [hello, { role: 'assistant', ...message }] }, CONTINUING)).toMatchObject({
      body: { messages: [hello, { role: 'assistant', content }] },
    })
  })
})
