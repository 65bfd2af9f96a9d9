// Unsupported input is rejected with its path, and nothing throws.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/google/convert-request.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { EVERY_DIALECT_REFUSES, expectRefusals } from '../refusals.ts'
import { context } from './context.ts'
import { hello, request, result, written } from './requests.ts'

describe('unsupported input is rejected with its path', () => {
  const content = (part: Json): JsonObject => ({ messages: [{ role: 'user', content: [part] }] })
  const first = 'messages[0].content[0]'
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['a part is not an object', content('x'), first],
    ['an unknown part', content({ type: 'hologram' }), first],
    ['an image without a URL', content({ type: 'image_url', image_url: { url: 'a.png' } }), first],
    ['an image that is not base64', content({ type: 'image_url', image_url: { url: 'data:,x' } }), first],
    ['a file without anything', content({ type: 'file', file: {} }), first],
    ['a file of another provider', content({ type: 'file', file: { file_id: 'file-abc' } }), first],
    ['audio without a format', content({ type: 'input_audio', input_audio: { data: 'AA==' } }), first],
    ['a result of no call', { messages: [hello, result('z', 'x')] }, 'messages[1].tool_call_id'],
    ['a temperature above 2', request({ temperature: 2.5 }), 'temperature'],
    ['top_p above 1', request({ top_p: 1.5 }), 'top_p'],
    ['half a choice', request({ n: 1.5 }), 'n'],
    ['too many choices', request({ n: 9 }), 'n'],
    ['a seed that is too large', request({ seed: 2 ** 40 }), 'seed'],
    ['a penalty', request({ presence_penalty: 3 }), 'presence_penalty'],
    ['six sequences', request({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'stop'],
    ['thinking without a meaning', request({ thinking: { type: 'maybe' } }), 'thinking'],
  ])

  test('all errors at once', () => {
    const outcome = convertRequest(request({ n: 0, temperature: 3, max_tokens: -2 }), context)
    expect(outcome).toMatchObject({ message: expect.stringMatching(/max_tokens.*temperature.*n must be/) })
  })
})

describe('any request', () => {
  const message = fc.oneof(
    fc.record(
      {
        role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'hologram'),
        content: fc.oneof(
          fc.string(),
          fc.jsonValue(),
          fc.array(
            fc.record({
              type: fc.constantFrom('text', 'image_url', 'file', 'input_audio'),
              text: fc.jsonValue(),
              image_url: fc.jsonValue(),
              file: fc.jsonValue(),
            }),
          ),
        ),
        tool_calls: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record({
              id: fc.jsonValue(),
              function: fc.record({
                name: fc.string(),
                arguments: fc.oneof(fc.constant('{}'), fc.jsonValue()),
              }),
              extra_content: fc.jsonValue(),
            }),
          ),
        ),
        tool_call_id: fc.jsonValue(),
        content_blocks: fc.jsonValue(),
        extra_content: fc.jsonValue(),
      },
      { requiredKeys: ['role'] },
    ),
    fc.jsonValue(),
  )
  const names =
    'max_tokens temperature n stop response_format modalities thinking reasoning_effort extra_body generation_config tools tool_choice seed logprobs'
  const body = fc.tuple(
    fc.array(message),
    fc.dictionary(fc.constantFrom(...names.split(' ')), fc.jsonValue()),
  )

  test('yields a body or a failure, never throws, and is never mutated', () => {
    fc.assert(
      fc.property(body, fc.constantFrom('gemini-3-pro', 'gemini-3.8-flash'), ([messages, more], model) => {
        const given = { ...more, messages } as JsonObject
        const before = structuredClone(given)
        const outcome = convertRequest(given, { ...context, model })
        expect('body' in outcome || 'code' in outcome).toBe(true)
        expect(given).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})
