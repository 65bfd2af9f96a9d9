// Text of white space only, which the dialect refuses ("text content blocks must contain non-whitespace text").
import { expect, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

const converted = (...messages: readonly JsonObject[]): Json => {
  const result = convertRequest({ max_tokens: 9, messages }, { ...context, model: 'claude-opus-4-8' })
  return 'body' in result
    ? { system: result.body['system'] ?? null, messages: result.body['messages'] ?? null }
    : result.message
}
const hello = { role: 'user', content: 'Hello' }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

test.each<readonly [string, readonly JsonObject[], Json]>([
  [
    'a part',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: ' ' },
          { type: 'text', text: 'Hello' },
        ],
      },
    ],
    [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  ],
  ['a turn', [hello, { role: 'user', content: '\n' }], [hello]],
  [
    'a reply',
    [hello, { role: 'assistant', content: ' ' }, hello],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'text', text: 'Hello' },
        ],
      },
    ],
  ],
  [
    'the text beside a call',
    [
      hello,
      { role: 'assistant', content: '\n\n', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: ' ' },
    ],
    [
      hello,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '' }] },
    ],
  ],
])('left out: %s', (_, messages, expected) =>
  expect(converted({ role: 'system', content: ' ' }, ...messages)).toEqual({
    system: null,
    messages: expected,
  }),
)

test('a chat of it is refused', () =>
  expect(converted({ role: 'user', content: ' ' })).toContain(
    'messages must have content other than white space',
  ))
