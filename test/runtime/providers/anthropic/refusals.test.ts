import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import { context } from './context.ts'
import { call, hello, request, written } from './requests.ts'

describe('what cannot be said is refused with its place', () => {
  const assistant = (calls: Json): JsonObject => ({
    messages: [hello, { role: 'assistant', tool_calls: calls }],
  })
  const content = (part: Json): JsonObject => ({ messages: [{ role: 'user', content: [part] }] })
  const cases: readonly [title: string, given: JsonObject, param: string][] = [
    ['no messages', { messages: [] }, 'messages'],
    ['messages that are no list', { messages: 'hello' }, 'messages'],
    ['a message that is no object', { messages: [hello, 'x'] }, 'messages[1]'],
    ['an unknown role', { messages: [{ role: 'function', content: 'x' }] }, 'messages[0].role'],
    ['content that is a number', { messages: [{ role: 'user', content: 7 }] }, 'messages[0].content'],
    ['a part that is no object', content('x'), 'messages[0].content[0]'],
    ['sound', content({ type: 'input_audio', input_audio: {} }), 'messages[0].content[0]'],
    [
      'an image at no address',
      content({ type: 'image_url', image_url: { url: 'a.png' } }),
      'messages[0].content[0]',
    ],
    [
      'an image that is no base64',
      content({ type: 'image_url', image_url: { url: 'data:,x' } }),
      'messages[0].content[0]',
    ],
    ['a file without anything', content({ type: 'file', file: {} }), 'messages[0].content[0]'],
    [
      'a text that is no base64',
      content({ type: 'file', file: { file_data: 'data:text/plain;base64,%%' } }),
      'messages[0].content[0]',
    ],
    [
      'malformed arguments',
      assistant([call('a', 'f', '{"x":')]),
      'messages[1].tool_calls[0].function.arguments',
    ],
    [
      'arguments that are a list',
      assistant([call('a', 'f', '[]')]),
      'messages[1].tool_calls[0].function.arguments',
    ],
    ['a call without a name', assistant([{ id: 'a' }]), 'messages[1].tool_calls[0]'],
    ['a call that is no object', assistant([null]), 'messages[1].tool_calls[0]'],
    [
      'a result without a call',
      { messages: [hello, { role: 'tool', content: 'x' }] },
      'messages[1].tool_call_id',
    ],
    ['a higher temperature', request({ temperature: 1.5 }), 'temperature'],
    ['a temperature that is text', request({ temperature: 'hot' }), 'temperature'],
    ['several choices', request({ n: 2 }), 'n'],
    ['an unknown effort', request({ reasoning_effort: 'toString' }), 'reasoning_effort'],
    ['a limit of nothing', request({ max_tokens: 0 }), 'max_tokens'],
    ['a limit that is text', request({ max_completion_tokens: '5' }), 'max_completion_tokens'],
    ['a tool without a name', request({ tools: [{ type: 'function', function: {} }] }), 'tools[0]'],
    ['a tool of free text', request({ tools: [{ type: 'custom', custom: { name: 'x' } }] }), 'tools[0]'],
    [
      'an unknown choice',
      request({ tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'toString' }),
      'tool_choice',
    ],
  ]
  test.each(cases)('%s', (_, given, param) => {
    expect(written(given)).toMatchObject({
      failure: { code: 'invalid_request', message: expect.stringContaining(param), param },
    })
  })

  test('all at once', () => {
    const result = convertRequest(request({ n: 2, temperature: 2, max_tokens: -1 }), context)
    expect(result).toMatchObject({ message: expect.stringMatching(/temperature.*n is not 1.*max_tokens/) })
  })

  test('the request itself is never changed', () => {
    const given = request({
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      stop: 'x',
    })
    const before = structuredClone(given)
    convertRequest(given, context)
    expect(given).toEqual(before)
  })
})
