// Unsupported input is rejected with its path.
import { describe } from 'vitest'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { EVERY_DIALECT_REFUSES, expectAllAtOnce, expectRefusals } from '../refusals.ts'
import { call, hello, request, written } from './requests.ts'

const content = (part: Json): JsonObject => ({ messages: [{ role: 'user', content: [part] }] })
const picture = (url: string): JsonObject => content({ type: 'image_url', image_url: { url } })
const tools = [{ type: 'function', function: { name: 'f' } }]

describe('unsupported input is rejected with its path', () => {
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['a part is not an object', content('x'), 'messages[0].content[0]'],
    ['sound', content({ type: 'input_audio', input_audio: {} }), 'messages[0].content[0]'],
    ['an image that was not fetched', picture('https://a.example/b.png'), 'messages[0].content[0]'],
    ['an image by http URL', picture('http://a.example/b.png'), 'messages[0].content[0]'],
    ['an invalid image', picture('data:text/plain;base64,aGk='), 'messages[0].content[0]'],
    [
      'a result of no call',
      {
        messages: [
          hello,
          { role: 'assistant', tool_calls: [call('a', 'f', '{}')] },
          { role: 'tool', tool_call_id: 'b', content: 'x' },
        ],
      },
      'messages[2].tool_call_id',
    ],
    ['several choices', request({ n: 2 }), 'n'],
    ['a seed that is text', request({ seed: 'x' }), 'seed'],
    [
      'a choice of a tool that is not offered',
      request({ tools, tool_choice: { type: 'function', function: { name: 'g' } } }),
      'tool_choice',
    ],
  ])

  const given = request({ n: 2, temperature: 3, tools: [{}] })
  expectAllAtOnce(written, given, /tools\[0\].*temperature.*n must be 1/)
})
