// Unsupported input is rejected with its path.
import { describe } from 'vitest'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { EVERY_DIALECT_REFUSES, expectAllAtOnce, expectRefusals } from '../refusals.ts'
import { request, written } from './requests.ts'

const content = (part: Json, role = 'user'): JsonObject => ({
  messages: [{ role, content: [part], tool_call_id: 'a' }],
})
const picture = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }
const tools = [{ type: 'function', function: { name: 'f' } }]

describe('unsupported input is rejected with its path', () => {
  expectRefusals(written, [
    ...EVERY_DIALECT_REFUSES,
    ['a part is not an object', content('x'), 'messages[0].content[0]'],
    ['sound', content({ type: 'input_audio', input_audio: {} }), 'messages[0].content[0]'],
    ['an image without a URL', content({ type: 'image_url', image_url: 'a.png' }), 'messages[0].content[0]'],
    [
      'a file that is not an image',
      content({ type: 'file', file: { file_data: 'data:application/pdf;base64,aGk=' } }),
      'messages[0].content[0]',
    ],
    ['an image in instructions', content(picture, 'system'), 'messages[0].content[0]'],
    ['an image in a result', content(picture, 'tool'), 'messages[0].content[0]'],
    ['an image in an answer', content(picture, 'assistant'), 'messages[0].content[0]'],
    ['a document in a question', content({ type: 'document', document: {} }), 'messages[0].content[0]'],
    ['a higher temperature', request({ temperature: 2.5 }), 'temperature'],
    ['a share above one', request({ top_p: 1.5 }), 'top_p'],
    ['a negative penalty', request({ presence_penalty: -0.5 }), 'presence_penalty'],
    ['several choices', request({ n: 2 }), 'n'],
    [
      'a choice of a tool that is not offered',
      request({ tools, tool_choice: { type: 'function', function: { name: 'g' } } }),
      'tool_choice',
    ],
  ])

  const given = request({ n: 2, temperature: 3, tools: [{}] })
  expectAllAtOnce(written, given, /tools\[0\].*temperature.*n must be 1/)
})
