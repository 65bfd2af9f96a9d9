// Unsupported input is rejected with its path, and nothing throws.
import { describe, expect, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { EVERY_DIALECT_REFUSES, expectRefusals } from '../refusals.ts'
import { context } from './context.ts'
import { request, written } from './requests.ts'

describe('unsupported input is rejected with its path', () => {
  const content = (part: Json): JsonObject => ({ messages: [{ role: 'user', content: [part] }] })
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['messages is not an array', { messages: 'hello' }, 'messages'],
    ['a part is not an object', content('x'), 'messages[0].content[0]'],
    ['sound', content({ type: 'input_audio', input_audio: {} }), 'messages[0].content[0]'],
    [
      'an image without a URL',
      content({ type: 'image_url', image_url: { url: 'a.png' } }),
      'messages[0].content[0]',
    ],
    [
      'an image that is not base64',
      content({ type: 'image_url', image_url: { url: 'data:,x' } }),
      'messages[0].content[0]',
    ],
    ['a file without anything', content({ type: 'file', file: {} }), 'messages[0].content[0]'],
    [
      'a text file that is not base64',
      content({ type: 'file', file: { file_data: 'data:text/plain;base64,%%' } }),
      'messages[0].content[0]',
    ],
    ['a temperature beyond every range', request({ temperature: 2.5 }), 'temperature'],
    ['several choices', request({ n: 2 }), 'n'],
  ])

  test('all errors at once', () => {
    const result = convertRequest(request({ n: 2, temperature: 3, max_tokens: -2 }), context)
    expect(result).toMatchObject({ message: expect.stringMatching(/temperature.*n must be 1.*max_tokens/) })
  })

  test('the request is never mutated', () => {
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
