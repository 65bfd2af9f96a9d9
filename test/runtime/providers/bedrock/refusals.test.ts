import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { call, hello, request, written } from './requests.ts'

describe('what cannot be said is refused with its place', () => {
  const assistant = (calls: Json): JsonObject => ({
    messages: [hello, { role: 'assistant', tool_calls: calls }],
  })
  const cases: readonly [title: string, given: JsonObject, param: string][] = [
    ['no messages', { messages: [] }, 'messages'],
    ['messages that are no list', { messages: 'hello' }, 'messages'],
    ['a message that is no object', { messages: [hello, 'x'] }, 'messages[1]'],
    ['an unknown role', { messages: [{ role: 'function', content: 'x' }] }, 'messages[0].role'],
    ['content that is a number', { messages: [{ role: 'user', content: 7 }] }, 'messages[0].content'],
    [
      'an image on the web',
      {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'https://a.example/b.png' }] }],
      },
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
    ['a share above all', request({ top_p: 1.1 }), 'top_p'],
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

  test.each(['', '.', '..'])('a model that would change the path: %j', model => {
    expect(written(request({}), { model })).toMatchObject({ failure: { param: 'model' } })
  })

  test('all at once', () => {
    const result = written(request({ n: 2, temperature: 2, max_tokens: -1 }))
    expect(result).toMatchObject({
      failure: { message: expect.stringMatching(/max_tokens.*temperature.*n is not 1/) },
    })
  })

  test('the request itself is never changed', () => {
    const given = request({
      messages: [hello, { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{}')] }],
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      metadata: { a: 'b' },
      stop: 'x',
    })
    const before = structuredClone(given)
    written(given)
    expect(given).toEqual(before)
  })
})

describe('the model is one segment of the path', () => {
  test.each([
    ['amazon.nova-lite-v1:0', 'amazon.nova-lite-v1%3A0'],
    [
      'arn:aws:bedrock:us-east-1:1:inference-profile/us.x-v1:0',
      'arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.x-v1%3A0',
    ],
    ['a b?c#d%', 'a%20b%3Fc%23d%25'],
    ['\ud800', '%EF%BF%BD'],
  ])('%s', (model, segment) => {
    expect(written(request({}), { model })).toMatchObject({ path: `/model/${segment}/converse` })
  })
})
