// Unsupported input is rejected with its path.
import { describe, expect, test } from 'vitest'
import { EVERY_DIALECT_REFUSES, expectRefusals } from '../refusals.ts'
import { call, hello, request, written } from './requests.ts'

describe('unsupported input is rejected with its path', () => {
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['messages is not an array', { messages: 'hello' }, 'messages'],
    [
      'an image on the web',
      {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'https://a.example/b.png' }] }],
      },
      'messages[0].content[0]',
    ],
    ['a temperature beyond every range', request({ temperature: 2.5 }), 'temperature'],
    ['a share above all', request({ top_p: 1.1 }), 'top_p'],
    ['several choices', request({ n: 2 }), 'n'],
  ])

  test.each(['', '.', '..'])('a model that would change the path: %j', model => {
    expect(written(request({}), { model })).toMatchObject({ failure: { param: 'model' } })
  })

  test('all errors at once', () => {
    const result = written(request({ n: 2, temperature: 3, max_tokens: -2 }))
    expect(result).toMatchObject({
      failure: { message: expect.stringMatching(/max_tokens.*temperature.*n must be 1/) },
    })
  })

  test('the request is never mutated', () => {
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
