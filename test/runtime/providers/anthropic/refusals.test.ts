// What the dialect cannot say is refused with its place, and nothing throws.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import { EVERY_DIALECT_REFUSES, expectRefusals } from '../refusals.ts'
import { context } from './context.ts'
import { request, written } from './requests.ts'

describe('what cannot be said is refused with its place', () => {
  const content = (part: Json): JsonObject => ({ messages: [{ role: 'user', content: [part] }] })
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['messages that are no list', { messages: 'hello' }, 'messages'],
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
    ['a higher temperature', request({ temperature: 1.5 }), 'temperature'],
    ['several choices', request({ n: 2 }), 'n'],
  ])

  test('all at once', () => {
    const result = convertRequest(request({ n: 2, temperature: 2, max_tokens: -1 }), context)
    expect(result).toMatchObject({ message: expect.stringMatching(/temperature.*n must be 1.*max_tokens/) })
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
