// Chat requests → native requests.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, request, written } from './requests.ts'

const bodyOf = (given: JsonObject): JsonObject => {
  const result = written(given)
  return 'body' in result ? result.body : { failure: true }
}

describe('messages', () => {
  const text = (words: string): JsonObject => ({ type: 'text', text: words })
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }
  const called = call('a', 'f', '{"x":1}')
  const cases: readonly [title: string, given: readonly Json[], expected: readonly Json[]][] = [
    [
      'instructions keep their position, under either role',
      [{ role: 'developer', content: 'Be brief.' }, hello, { role: 'system', content: [text('Now!')] }],
      [{ role: 'system', content: 'Be brief.' }, hello, { role: 'system', content: [text('Now!')] }],
    ],
    [
      'images by URL and as bytes',
      [
        {
          role: 'user',
          content: [
            text('See'),
            picture,
            { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'low' } },
            { type: 'file', file: { file_data: 'data:image/webp;base64,aGk=' } },
          ],
        },
      ],
      [
        {
          role: 'user',
          content: [
            text('See'),
            picture,
            { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'data:image/webp;base64,aGk=' } },
          ],
        },
      ],
    ],
    [
      'text with tool calls becomes the plan',
      [
        hello,
        { role: 'assistant', content: 'I will ask.', tool_calls: [called] },
        { role: 'tool', tool_call_id: 'a', content: '5' },
      ],
      [
        hello,
        { role: 'assistant', tool_plan: 'I will ask.', tool_calls: [called] },
        { role: 'tool', tool_call_id: 'a', content: '5' },
      ],
    ],
    [
      'arguments of a tool without any',
      [hello, { role: 'assistant', content: null, tool_calls: [call('a', 'f', 'null')] }],
      [hello, { role: 'assistant', tool_calls: [call('a', 'f', '{}')] }],
    ],
    [
      'thinking of a non-strict reply goes back',
      [
        { role: 'assistant', content: 'b', content_blocks: [{ type: 'thinking', thinking: 'a' }, text('b')] },
        {
          role: 'assistant',
          content: null,
          content_blocks: [{ type: 'thinking', thinking: 'a' }],
          tool_calls: [called],
        },
      ],
      [
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'a' }, text('b')] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'a' }], tool_calls: [called] },
      ],
    ],
    [
      'documents are results in the dialect',
      [
        {
          role: 'tool',
          tool_call_id: 'a',
          content: [{ type: 'document', document: { data: { text: 'x' } } }, text('y')],
        },
      ],
      [
        {
          role: 'tool',
          tool_call_id: 'a',
          content: [{ type: 'document', document: { data: { text: 'x' } } }, text('y')],
        },
      ],
    ],
    [
      'an answer of nothing is left out',
      [hello, { role: 'assistant', content: null }, hello],
      [hello, hello],
    ],
    ['a refusal is text', [{ role: 'assistant', refusal: 'No.' }], [{ role: 'assistant', content: 'No.' }]],
  ]
  test.each(cases)('%s', (_, messages, expected) => {
    expect(bodyOf({ model: 'gpt', messages })).toMatchObject({ messages: expected })
  })
})

describe('tools', () => {
  const tool = (name: string, more: JsonObject = {}): JsonObject => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} }, ...more },
  })
  const cases: readonly [title: string, given: JsonObject, expected: JsonObject][] = [
    [
      'are passed unchanged',
      { tools: [tool('f', { description: 'F' })] },
      { tools: [tool('f', { description: 'F' })] },
    ],
    ['without parameters get a schema', { tools: [tool('f', { parameters: {} })] }, { tools: [tool('f')] }],
    ['auto is omitted', { tools: [tool('f')], tool_choice: 'auto' }, { tools: [tool('f')] }],
    [
      'some must be called',
      { tools: [tool('f')], tool_choice: 'required' },
      { tools: [tool('f')], tool_choice: 'REQUIRED' },
    ],
    [
      'none may be called',
      { tools: [tool('f')], tool_choice: 'none' },
      { tools: [tool('f')], tool_choice: 'NONE' },
    ],
    [
      'one must be called: the others are left out',
      { tools: [tool('f'), tool('g')], tool_choice: { type: 'function', function: { name: 'g' } } },
      { tools: [tool('g')], tool_choice: 'REQUIRED' },
    ],
    [
      'only some are allowed',
      {
        tools: [tool('f'), tool('g')],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] },
        },
      },
      { tools: [tool('f')] },
    ],
    [
      'strictness is for all',
      { tools: [tool('f', { strict: true }), tool('g')] },
      {
        tools: [tool('f'), tool('g')],
        strict_tools: true,
      },
    ],
    [
      'the native parameter takes precedence',
      { tools: [tool('f', { strict: true })], strict_tools: false },
      { tools: [tool('f')], strict_tools: false },
    ],
    ['a choice without tools is omitted', { tool_choice: 'required' }, {}],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    const { model: _m, messages: _n, stream: _s, ...rest } = bodyOf(request(given))
    expect(rest).toEqual(expected)
  })
})

describe('parameters', () => {
  const schema = { type: 'object', properties: {} }
  const cases: readonly [given: JsonObject, becomes: JsonObject, dropped?: readonly string[]][] = [
    [{ max_tokens: 1, max_completion_tokens: 2 }, { max_tokens: 2 }],
    [
      { temperature: 0.5, top_p: 0.9, top_k: 5, seed: 1 },
      { temperature: 0.5, p: 0.9, k: 5, seed: 1 },
    ],
    [
      { frequency_penalty: 0.5, presence_penalty: 1 },
      { frequency_penalty: 0.5, presence_penalty: 1 },
    ],
    [{ stop: 'END' }, { stop_sequences: ['END'] }],
    [{ stop: ['a', ''] }, { stop_sequences: ['a'] }, ['stop']],
    [{ response_format: { type: 'text' } }, {}],
    [{ response_format: { type: 'json_object' } }, { response_format: { type: 'json_object' } }],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
      { response_format: { type: 'json_object', json_schema: schema } },
    ],
    [{ response_format: { type: 'grammar' } }, {}, ['response_format']],
    [{ reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }],
    [{ reasoning_effort: 'high' }, { thinking: { type: 'enabled' } }, ['reasoning_effort']],
    [
      { reasoning_effort: 'none', thinking: { type: 'enabled', budget_tokens: 9 } },
      { thinking: { type: 'enabled', token_budget: 9 } },
    ],
    [
      { documents: ['a'], citation_options: { mode: 'OFF' }, safety_mode: 'OFF', k: 3, p: 0.2, priority: 1 },
      { documents: ['a'], citation_options: { mode: 'OFF' }, safety_mode: 'OFF', k: 3, p: 0.2, priority: 1 },
    ],
    [
      {
        logprobs: false,
        store: false,
        n: 1,
        parallel_tool_calls: true,
        logit_bias: {},
        service_tier: 'auto',
      },
      {},
    ],
    [
      {
        user: 'u',
        logprobs: true,
        parallel_tool_calls: false,
        hologram: 1,
        metadata: { a: 'b' },
        seed: null,
      },
      {},
      ['hologram', 'logprobs', 'metadata', 'parallel_tool_calls', 'user'],
    ],
  ]
  test.each(cases)('%j', (given, becomes, dropped = []) => {
    expect(written(request(given))).toEqual({
      body: { model: 'command-test', messages: [hello], ...becomes, stream: false },
      dropped,
    })
  })
})
