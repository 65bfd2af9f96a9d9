// Chat requests → native requests.
import { describe, expect, test } from 'vitest'
import { ollama } from '../../../../runtime/providers/ollama/ollama.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'
import { call, hello, request, written } from './requests.ts'

const messagesOf = (messages: readonly Json[], media = context.media) => {
  const result = written({ model: 'gpt', messages }, media === undefined ? context : { ...context, media })
  return 'body' in result ? result.body['messages'] : result
}
const toolCallMessage = (id: string, name: string, input: JsonObject): JsonObject => ({
  id,
  function: { name, arguments: input },
})
const result = (id: string, content: Json): JsonObject => ({ role: 'tool', tool_call_id: id, content })

describe('messages', () => {
  const cases: readonly [title: string, given: readonly Json[], expected: readonly Json[]][] = [
    [
      'instructions keep their position, under either role',
      [{ role: 'developer', content: 'Be brief.' }, hello],
      [{ role: 'system', content: 'Be brief.' }, hello],
    ],
    [
      'texts are joined, and images are bare base64 beside them',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See ' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
            { type: 'text', text: 'this' },
            { type: 'file', file: { file_data: 'data:image/webp;base64,aG8=' } },
          ],
        },
      ],
      [{ role: 'user', content: 'See this', images: ['aGk=', 'aG8='] }],
    ],
    [
      'arguments are objects, and results have the name of their tool',
      [
        hello,
        { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{"x":1}'), call('b', 'g', 'null')] },
        result('a', '5'),
        result('b', [{ type: 'text', text: '6' }]),
      ],
      [
        hello,
        {
          role: 'assistant',
          content: '',
          tool_calls: [toolCallMessage('a', 'f', { x: 1 }), toolCallMessage('b', 'g', {})],
        },
        { role: 'tool', content: '5', tool_name: 'f', tool_call_id: 'a' },
        { role: 'tool', content: '6', tool_name: 'g', tool_call_id: 'b' },
      ],
    ],
    [
      'results are ordered by their calls',
      [
        { role: 'assistant', tool_calls: [call('a', 'f', '{}'), call('b', 'f', '{}')] },
        result('b', '2'),
        result('a', '1'),
        hello,
      ],
      [
        {
          role: 'assistant',
          content: '',
          tool_calls: [toolCallMessage('a', 'f', {}), toolCallMessage('b', 'f', {})],
        },
        { role: 'tool', content: '1', tool_name: 'f', tool_call_id: 'a' },
        { role: 'tool', content: '2', tool_name: 'f', tool_call_id: 'b' },
        hello,
      ],
    ],
    [
      'an identifier that is used again means the later call',
      [
        { role: 'assistant', tool_calls: [call('a', 'f', '{}')] },
        { role: 'assistant', tool_calls: [call('b', 'g', '{}')] },
        result('a', '1'),
        { role: 'assistant', tool_calls: [call('a', 'h', '{}')] },
        result('a', '2'),
      ],
      [
        { role: 'assistant', content: '', tool_calls: [toolCallMessage('a', 'f', {})] },
        { role: 'assistant', content: '', tool_calls: [toolCallMessage('b', 'g', {})] },
        { role: 'tool', content: '1', tool_name: 'f', tool_call_id: 'a' },
        { role: 'assistant', content: '', tool_calls: [toolCallMessage('a', 'h', {})] },
        { role: 'tool', content: '2', tool_name: 'h', tool_call_id: 'a' },
      ],
    ],
    [
      'thinking of a non-strict reply goes back',
      [{ role: 'assistant', content: 'b', content_blocks: [{ type: 'thinking', thinking: 'a' }] }],
      [{ role: 'assistant', content: 'b', thinking: 'a' }],
    ],
  ]
  test.each(cases)('%s', (_, messages, expected) => {
    expect(messagesOf(messages)).toEqual(expected)
  })
})

describe('image URLs', () => {
  const url = 'https://a.example/b.png'
  const picture = { type: 'image_url', image_url: { url } }
  const plain = { type: 'image_url', image_url: 'http://a.example/b.png' }
  const seeing: JsonObject = { role: 'user', content: [picture, picture] }

  test('https URLs are requested, each once', () => {
    const { mediaLinks } = ollama.endpoints['chat/completions'] ?? {}
    expect(mediaLinks?.({ messages: [hello, seeing, { role: 'user', content: [plain] }] }, context)).toEqual([
      url,
    ])
    expect(mediaLinks?.({ messages: [null, { content: 7 }] }, context)).toEqual([])
  })

  test('fetched media are sent', () => {
    const media = new Map([[url, { mediaType: 'image/png', base64: 'aGk=' }]])
    expect(messagesOf([seeing], media)).toEqual([{ role: 'user', content: '', images: ['aGk=', 'aGk='] }])
  })

  test('fetched media that are not images are rejected', () => {
    const media = new Map([[url, { mediaType: 'text/html', base64: 'aGk=' }]])
    expect(messagesOf([seeing], media)).toMatchObject({ failure: { param: 'messages[0].content[0]' } })
  })
})

describe('tools', () => {
  const tool = (name: string): JsonObject => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  })
  const named = { type: 'function', function: { name: 'g' } }
  const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [named] } }
  const cases: readonly [
    choice: Json,
    tools: readonly JsonObject[] | undefined,
    dropped: readonly string[],
  ][] = [
    [null, [tool('f'), tool('g')], []],
    ['auto', [tool('f'), tool('g')], []],
    ['none', undefined, []],
    ['required', [tool('f'), tool('g')], ['tool_choice']],
    [named, [tool('g')], ['tool_choice']],
    [allowed, [tool('g')], []],
  ]
  test.each(cases)('%j', (choice, tools, dropped) => {
    const given = request({ tools: [tool('f'), tool('g')], tool_choice: choice })
    const expected = tools === undefined ? {} : { tools }
    expect(written(given)).toEqual({
      body: { model: 'qwen-test', messages: [hello], ...expected, stream: false },
      dropped,
    })
  })
})

describe('parameters', () => {
  const schema = { type: 'object', properties: {} }
  const cases: readonly [given: JsonObject, becomes: JsonObject, dropped?: readonly string[]][] = [
    [
      { max_tokens: 1, max_completion_tokens: 2, temperature: 0.5, top_p: 0.9, seed: 1, stop: 'END' },
      { options: { num_predict: 2, temperature: 0.5, top_p: 0.9, seed: 1, stop: ['END'] } },
    ],
    [{ num_ctx: 8192, top_k: 5, options: { num_ctx: 4096 } }, { options: { num_ctx: 4096, top_k: 5 } }],
    [
      { keep_alive: '5m', think: true, truncate: false },
      { keep_alive: '5m', think: true, truncate: false },
    ],
    [{ response_format: { type: 'text' } }, {}],
    [{ response_format: { type: 'json_object' } }, { format: 'json' }],
    [{ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }, { format: schema }],
    [{ response_format: { type: 'grammar' } }, {}, ['response_format']],
    [{ reasoning_effort: 'none' }, { think: false }],
    [{ reasoning_effort: 'minimal' }, { think: 'low' }],
    [{ reasoning_effort: 'high', think: false }, { think: false }],
    [{ logprobs: false, n: 1, parallel_tool_calls: true, service_tier: 'auto' }, {}],
    [{ user: 'u', logprobs: true, hologram: 1, seed: null }, {}, ['hologram', 'logprobs', 'user']],
  ]
  test.each(cases)('%j', (given, becomes, dropped = []) => {
    expect(written(request(given))).toEqual({
      body: { model: 'qwen-test', messages: [hello], ...becomes, stream: false },
      dropped,
    })
  })
})
