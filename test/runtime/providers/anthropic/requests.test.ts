import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import { context } from './context.ts'

const hello = { role: 'user', content: 'hello' }
const request = (more: JsonObject): JsonObject => ({ model: 'gpt', messages: [hello], ...more })
const call = (id: string, name: string, written: Json): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: written },
})
const use = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const text = (words: string): JsonObject => ({ type: 'text', text: words })

/** What is written besides the model, the default limit and the one message. */
function written(body: JsonObject) {
  const result = convertRequest(body, context)
  return 'body' in result ? result : { failure: result }
}

type Messages = readonly JsonObject[]

describe('roles and turns', () => {
  const cases: readonly [title: string, messages: Messages, expected: JsonObject][] = [
    ['one user message stays a string', [hello], { messages: [hello] }],
    [
      'a leading system message becomes the system text',
      [{ role: 'system', content: 'be brief' }, hello],
      { system: 'be brief', messages: [hello] },
    ],
    [
      'several leading instructions become blocks, in order',
      [{ role: 'system', content: 'one' }, { role: 'developer', content: [text('two')] }, hello],
      { system: [text('one'), text('two')], messages: [hello] },
    ],
    [
      'a later instruction is said at its place',
      [hello, { role: 'assistant', content: 'hi' }, { role: 'developer', content: 'be brief' }, hello],
      {
        messages: [
          hello,
          { role: 'assistant', content: 'hi' },
          { role: 'user', content: [text('be brief'), text('hello')] },
        ],
      },
    ],
    [
      'instructions alone become the turn',
      [{ role: 'system', content: 'tell a joke' }],
      { messages: [{ role: 'user', content: 'tell a joke' }] },
    ],
    [
      'neighbours of one role become one turn',
      [
        hello,
        { role: 'user', content: [text('again')] },
        { role: 'assistant', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
      {
        messages: [
          { role: 'user', content: [text('hello'), text('again')] },
          { role: 'assistant', content: [text('a'), text('b')] },
        ],
      },
    ],
    [
      'empty messages and empty texts are left out',
      [hello, { role: 'assistant', content: '' }, { role: 'user', content: [text(''), text('x')] }],
      { messages: [{ role: 'user', content: [text('hello'), text('x')] }] },
    ],
    [
      'text beside tool calls survives; results merge into one turn before what the user says',
      [
        hello,
        {
          role: 'assistant',
          content: 'let me see',
          tool_calls: [call('a', 'f', '{"x":1}'), call('b', 'g', '')],
        },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
        { role: 'user', content: 'hurry' },
        { role: 'tool', tool_call_id: 'b', content: [text('two')] },
      ],
      {
        messages: [
          hello,
          { role: 'assistant', content: [text('let me see'), use('a', 'f', { x: 1 }), use('b', 'g', {})] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: 'one' },
              { type: 'tool_result', tool_use_id: 'b', content: [text('two')] },
              text('hurry'),
            ],
          },
        ],
      },
    ],
    [
      'arguments may be absent, null or an object',
      [
        hello,
        {
          role: 'assistant',
          tool_calls: [
            { id: 'a', function: { name: 'f' } },
            call('b', 'f', 'null'),
            call('c', 'f', { x: 1 }),
          ],
        },
      ],
      {
        messages: [
          hello,
          { role: 'assistant', content: [use('a', 'f', {}), use('b', 'f', {}), use('c', 'f', { x: 1 })] },
        ],
      },
    ],
    [
      'a refusal is what the assistant said',
      [hello, { role: 'assistant', content: null, refusal: 'no' }, hello],
      { messages: [hello, { role: 'assistant', content: 'no' }, hello] },
    ],
  ]
  test.each(cases)('%s', (_, messages, expected) => {
    expect(written({ messages })).toEqual({
      body: { model: 'claude-test', max_tokens: 4096, ...expected },
      dropped: [],
    })
  })
})

describe('opaque values survive a round trip', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
  const hidden = { type: 'redacted_thinking', data: 'eA==' }
  const cases: readonly [title: string, message: JsonObject, content: Json][] = [
    [
      'blocks of a reply go back as they came',
      {
        content: 'so',
        tool_calls: [call('a', 'f', '{}')],
        content_blocks: [thinking, hidden, text('so'), use('a', 'f', {})],
      },
      [thinking, hidden, text('so'), use('a', 'f', {})],
    ],
    [
      'what blocks lack is added',
      { content: 'so', tool_calls: [call('a', 'f', '{}')], content_blocks: [thinking] },
      [thinking, text('so'), use('a', 'f', {})],
    ],
    ['signed thinking among the parts', { content: [thinking, text('so')] }, [thinking, text('so')]],
    [
      'thinking without a signature cannot be said',
      { content: 'so', content_blocks: [{ ...thinking, signature: '' }] },
      'so',
    ],
  ]
  test.each(cases)('%s', (_, message, content) => {
    expect(written({ messages: [hello, { role: 'assistant', ...message }] })).toMatchObject({
      body: { messages: [hello, { role: 'assistant', content }] },
    })
  })
})

describe('parts', () => {
  const cases: readonly [title: string, part: JsonObject, block: JsonObject][] = [
    [
      'an image as a data URL',
      { type: 'image_url', image_url: { url: 'data:image/PNG;base64,iVBO', detail: 'low' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
    ],
    [
      'an image at an address',
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    ],
    [
      'an address written plainly, with a mark for the cache',
      { type: 'image_url', image_url: 'https://example.com/a.png', cache_control: { type: 'ephemeral' } },
      {
        type: 'image',
        source: { type: 'url', url: 'https://example.com/a.png' },
        cache_control: { type: 'ephemeral' },
      },
    ],
    [
      'a portable document',
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        title: 'a.pdf',
      },
    ],
    [
      'a plain text',
      { type: 'file', file: { file_data: 'data:text/plain;charset=utf-8;base64,w7xiZXI=' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'über' } },
    ],
    [
      'a file that is an image',
      { type: 'file', file: { file_data: 'data:image/webp;base64,UklG' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'UklG' } },
    ],
    [
      'a file by its identifier',
      { type: 'file', file: { file_id: 'file_1' } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
    ],
    [
      'a block of the dialect itself',
      {
        type: 'document',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
        citations: { enabled: true },
      },
      {
        type: 'document',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
        citations: { enabled: true },
      },
    ],
  ]
  test.each(cases)('%s', (_, part, block) => {
    expect(written({ messages: [{ role: 'user', content: [text('see'), part] }] })).toMatchObject({
      body: { messages: [{ role: 'user', content: [text('see'), block] }] },
    })
  })
})

describe('parameters', () => {
  const cases: readonly [
    title: string,
    given: JsonObject,
    expected: JsonObject,
    dropped: readonly string[],
  ][] = [
    ['max_completion_tokens', { max_completion_tokens: 7 }, { max_tokens: 7 }, []],
    ['max_tokens', { max_tokens: 7 }, { max_tokens: 7 }, []],
    ['the newer limit wins', { max_tokens: 7, max_completion_tokens: 8 }, { max_tokens: 8 }, []],
    [
      'a budget for thinking comes on top of the default',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      { max_tokens: 6096, thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
    ['stop as text', { stop: 'END' }, { stop_sequences: ['END'] }, []],
    ['stop as a list', { stop: ['a', 'b'] }, { stop_sequences: ['a', 'b'] }, []],
    ['stop of white space is dropped', { stop: ['a', '\n'] }, { stop_sequences: ['a'] }, ['stop']],
    ['stop of nothing else', { stop: '\n\n' }, {}, ['stop']],
    [
      'temperature to one',
      { temperature: 1, top_p: 0.5, top_k: 3 },
      { temperature: 1, top_p: 0.5, top_k: 3 },
      [],
    ],
    ['user', { user: 'u1' }, { metadata: { user_id: 'u1' } }, []],
    ['safety_identifier', { safety_identifier: 'u2' }, { metadata: { user_id: 'u2' } }, []],
    ['metadata', { metadata: { user_id: 'u3', tier: 'x' } }, { metadata: { user_id: 'u3' } }, ['metadata']],
    ['metadata without a user', { metadata: { tier: 'x' } }, {}, ['metadata']],
    ['reasoning_effort', { reasoning_effort: 'high' }, { output_config: { effort: 'high' } }, []],
    ['the least effort', { reasoning_effort: 'minimal' }, { output_config: { effort: 'low' } }, []],
    ['no effort', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }, []],
    [
      'the words of the dialect win',
      {
        thinking: { type: 'enabled', budget_tokens: 1024 },
        reasoning_effort: 'none',
        max_tokens: 2000,
        output_config: { effort: 'max' },
      },
      {
        thinking: { type: 'enabled', budget_tokens: 1024 },
        max_tokens: 2000,
        output_config: { effort: 'max' },
      },
      [],
    ],
    [
      'a schema of the answer, closed, beside an effort',
      {
        reasoning_effort: 'low',
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'x',
            strict: true,
            schema: {
              type: 'object',
              properties: { type: { type: 'object', properties: {} }, b: { $ref: '#/$defs/b' } },
              $defs: { b: { type: 'array', items: { type: 'object', additionalProperties: true } } },
              default: { type: 'object' },
            },
          },
        },
      },
      {
        output_config: {
          effort: 'low',
          format: {
            type: 'json_schema',
            schema: {
              type: 'object',
              properties: {
                type: { type: 'object', properties: {}, additionalProperties: false },
                b: { $ref: '#/$defs/b' },
              },
              $defs: { b: { type: 'array', items: { type: 'object', additionalProperties: true } } },
              default: { type: 'object' },
              additionalProperties: false,
            },
          },
        },
      },
      [],
    ],
    ['text as the format', { response_format: { type: 'text' } }, {}, []],
    ['JSON without a schema', { response_format: { type: 'json_object' } }, {}, ['response_format']],
    ['service tiers', { service_tier: 'default' }, { service_tier: 'standard_only' }, []],
    ['service tiers without an equal', { service_tier: 'flex' }, {}, ['service_tier']],
    [
      'what the dialect lacks is dropped and named, sorted',
      { seed: 1, logprobs: true, frequency_penalty: 0.5, verbosity: 'low', functions: [] },
      {},
      ['frequency_penalty', 'functions', 'logprobs', 'seed', 'verbosity'],
    ],
    [
      'what says nothing is not named',
      {
        n: 1,
        logprobs: false,
        presence_penalty: 0,
        logit_bias: {},
        seed: null,
        store: false,
        modalities: ['text'],
        stream_options: { include_usage: true },
        parallel_tool_calls: true,
        user: null,
      },
      {},
      [],
    ],
  ]
  test.each(cases)('%s', (_, given, expected, dropped) => {
    expect(written(request(given))).toEqual({
      body: { model: 'claude-test', max_tokens: 4096, messages: [hello], ...expected },
      dropped,
    })
  })

  test('a stream is asked for', () => {
    expect(convertRequest(request({}), { ...context, stream: true })).toMatchObject({
      body: { stream: true },
    })
  })
})

describe('tools', () => {
  const f = {
    type: 'function',
    function: { name: 'f', description: 'does f', parameters: { type: 'object' } },
  }
  const g = { type: 'function', function: { name: 'g', strict: true, parameters: { properties: { x: {} } } } }
  const h = { type: 'function', function: { name: 'h', strict: false } }
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 2 }
  const named = { type: 'function', function: { name: 'f' } }
  const some = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [named] } }
  const toolF = { name: 'f', description: 'does f', input_schema: { type: 'object' } }
  const toolG = { name: 'g', input_schema: { type: 'object', properties: { x: {} } }, strict: true }
  const toolH = { name: 'h', input_schema: { type: 'object', properties: {} } }
  const cases: readonly [title: string, given: JsonObject, expected: JsonObject][] = [
    ['schema and strict', { tools: [f, g, h] }, { tools: [toolF, toolG, toolH] }],
    ['tools of the dialect', { tools: [search] }, { tools: [search] }],
    ['choice auto', { tools: [f], tool_choice: 'auto' }, { tools: [toolF], tool_choice: { type: 'auto' } }],
    ['choice none', { tools: [f], tool_choice: 'none' }, { tools: [toolF], tool_choice: { type: 'none' } }],
    [
      'choice required',
      { tools: [f], tool_choice: 'required' },
      { tools: [toolF], tool_choice: { type: 'any' } },
    ],
    [
      'a named choice',
      { tools: [f, g], tool_choice: named },
      { tools: [toolF, toolG], tool_choice: { type: 'tool', name: 'f' } },
    ],
    [
      'some tools allowed',
      { tools: [f, g], tool_choice: some },
      { tools: [toolF], tool_choice: { type: 'any' } },
    ],
    [
      'calls one by one',
      { tools: [f], parallel_tool_calls: false },
      { tools: [toolF], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    ],
    [
      'required calls one by one',
      { tools: [f], tool_choice: 'required', parallel_tool_calls: false },
      { tools: [toolF], tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    ],
    [
      'no calls one by one',
      { tools: [f], tool_choice: 'none', parallel_tool_calls: false },
      { tools: [toolF], tool_choice: { type: 'none' } },
    ],
    ['a choice among no tools', { tools: [], tool_choice: 'auto', parallel_tool_calls: false }, {}],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    expect(written(request(given))).toEqual({
      body: { model: 'claude-test', max_tokens: 4096, messages: [hello], ...expected },
      dropped: [],
    })
  })
})

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
