// Requests for responses → requests for chats.
import { describe, expect, test } from 'vitest'
import { responsesApi } from '../../../../runtime/inbound/responses/responses.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

const converted = (more: JsonObject): object => responsesApi.request({ model: 'm', input: 'hello', ...more })
const messagesOf = (input: Json, more: JsonObject = {}): unknown => {
  const chat = converted({ input, ...more })
  return 'body' in chat ? (chat.body as JsonObject)['messages'] : chat
}

describe('input and instructions', () => {
  const message = (role: string, content: Json): JsonObject => ({ role, content })
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{"a":1}' }
  const madeCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"a":1}' } })

  test.each<readonly [string, Json, Json]>([
    ['a text is a message of the user', 'Hi', [message('user', 'Hi')]],
    [
      'roles stay',
      [message('developer', 'Be brief'), message('user', 'Hi')],
      [message('developer', 'Be brief'), message('user', 'Hi')],
    ],
    [
      'one part of text is a text',
      [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      [message('user', 'Hi')],
    ],
    [
      'images, files and sound are parts',
      [
        message('user', [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: 'https://a/b.png', detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ==' },
          { type: 'input_file', file_id: 'file-1' },
          { type: 'input_file', file_url: 'https://a/b.pdf' },
          { type: 'input_audio', input_audio: { data: 'QQ==', format: 'wav' } },
        ]),
      ],
      [
        message('user', [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'https://a/b.png', detail: 'low' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,QQ==', filename: 'a.pdf' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'file', file: { file_data: 'https://a/b.pdf' } },
          { type: 'input_audio', input_audio: { data: 'QQ==', format: 'wav' } },
        ]),
      ],
    ],
    [
      'what the model made is one message, and results follow it',
      [
        message('user', 'Hi'),
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Wait', annotations: [] }],
        },
        call,
        { ...call, call_id: 'c2' },
        { type: 'function_call_output', call_id: 'c1', output: 'one' },
        { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'two' }] },
      ],
      [
        message('user', 'Hi'),
        { role: 'assistant', content: 'Wait', tool_calls: [madeCall('c1'), madeCall('c2')] },
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
        { role: 'tool', tool_call_id: 'c2', content: 'two' },
      ],
    ],
    [
      'calls alone have no content',
      [call, { type: 'function_call_output', call_id: 'c1', output: '' }],
      [
        { role: 'assistant', content: null, tool_calls: [madeCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: '' },
      ],
    ],
    [
      'a refusal stays one',
      [message('assistant', [{ type: 'refusal', refusal: 'No.' }]), message('user', 'Why?')],
      [message('assistant', [{ type: 'refusal', refusal: 'No.' }]), message('user', 'Why?')],
    ],
    [
      'calls of tools that take text',
      [
        { type: 'custom_tool_call', call_id: 'c1', name: 'sql', input: 'select' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: '1' },
      ],
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'sql', arguments: '{"input":"select"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ],
    ],
    [
      'reasoning that others sealed is left out',
      [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }, message('user', 'Hi')],
      [message('user', 'Hi')],
    ],
  ])('%s', (_, input, messages) => expect(messagesOf(input)).toEqual(messages))

  test('instructions come first', () =>
    expect(messagesOf('Hi', { instructions: 'Be brief' })).toEqual([
      message('system', 'Be brief'),
      message('user', 'Hi'),
    ]))
})

describe('parameters', () => {
  const format = { type: 'json_schema', name: 'n', schema: { type: 'object' }, strict: true }
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['max_output_tokens', { max_output_tokens: 9 }, { max_completion_tokens: 9 }],
    [
      'what both call the same',
      {
        temperature: 1,
        top_p: 0.5,
        user: 'u',
        metadata: { a: 'b' },
        service_tier: 'flex',
        safety_identifier: 's',
        prompt_cache_key: 'k',
      },
      {
        temperature: 1,
        top_p: 0.5,
        user: 'u',
        metadata: { a: 'b' },
        service_tier: 'flex',
        safety_identifier: 's',
        prompt_cache_key: 'k',
      },
    ],
    [
      'text.format as a schema',
      { text: { format } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
        },
      },
    ],
    [
      'text.format as any object',
      { text: { format: { type: 'json_object' } } },
      { response_format: { type: 'json_object' } },
    ],
    ['text.format as text', { text: { format: { type: 'text' }, verbosity: 'medium' } }, {}],
    ['text.verbosity', { text: { verbosity: 'low' } }, { verbosity: 'low' }],
    [
      'reasoning.summary',
      { reasoning: { effort: 'low', summary: 'auto' } },
      { reasoning_effort: 'low', reasoning_summary: 'auto' },
    ],
    ['reasoning.effort', { reasoning: { effort: 'low', summary: null } }, { reasoning_effort: 'low' }],
    ['top_logprobs', { top_logprobs: 3 }, { logprobs: true, top_logprobs: 3 }],
    [
      'logprobs that are to be included',
      { include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] },
      { logprobs: true },
    ],
    [
      'a stream, with its counts',
      { stream: true },
      { stream: true, stream_options: { include_usage: true } },
    ],
    [
      'what asks for nothing',
      {
        store: false,
        background: false,
        truncation: 'disabled',
        top_logprobs: 0,
        previous_response_id: null,
        stream_options: { include_obfuscation: false },
      },
      {},
    ],
  ])('%s', (_, given, written) =>
    expect(converted(given)).toEqual({
      body: { model: 'm', messages: [{ role: 'user', content: 'hello' }], ...written },
      dropped: [],
    }),
  )

  test.each<readonly [string, JsonObject, string]>([
    ['storing', { store: true }, 'store'],
    ['truncation', { truncation: 'auto' }, 'truncation'],
    ['a mode of reasoning', { reasoning: { effort: 'low', mode: 'pro' } }, 'reasoning.mode'],
    ['what is included of tools that do not exist', { include: ['file_search_call.results'] }, 'include'],
    ['the most calls of such tools', { max_tool_calls: 3 }, 'max_tool_calls'],
    ['padding', { stream_options: { include_obfuscation: true } }, 'stream_options'],
    ['anything unknown', { moderation: {} }, 'moderation'],
  ])('%s is dropped and named', (_, given, name) =>
    expect(converted(given)).toMatchObject({ dropped: [name] }),
  )
})

describe('rejected, with the path', () => {
  test.each<readonly [string, JsonObject, string]>([
    ['no input', { input: null }, 'input'],
    ['an empty input', { input: [] }, 'input'],
    ['an item that is no object', { input: ['x'] }, 'input[0]'],
    ['an unknown role', { input: [{ role: 'tool', content: 'x' }] }, 'input[0].role'],
    ['a reference', { input: [{ type: 'item_reference', id: 'x' }] }, 'input[0]'],
    ['a call of a tool of the vendor', { input: [{ type: 'mcp_call', id: 'x' }] }, 'input[0]'],
    [
      'an image by its identifier',
      { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'x' }] }] },
      'input[0].content[0]',
    ],
    ['a result of no call', { input: [{ type: 'function_call_output', output: 'x' }] }, 'input[0].call_id'],
    [
      'a call without a name',
      { input: [{ type: 'function_call', call_id: 'x', arguments: '' }] },
      'input[0]',
    ],
    ['an earlier response', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['a conversation', { conversation: 'conv_1' }, 'conversation'],
    ['the background', { background: true }, 'background'],
    ['a stored prompt', { prompt: { id: 'p' } }, 'prompt'],
    ['a tool without a type', { tools: [{ name: 'x' }] }, 'tools[0]'],
    ['a function without a name', { tools: [{ type: 'function' }] }, 'tools[0]'],
    [
      'an unknown choice',
      { tools: [{ type: 'function', name: 'f' }], tool_choice: { type: 'function' } },
      'tool_choice',
    ],
    ['an unknown format', { text: { format: { type: 'xml' } } }, 'text.format'],
  ])('%s', (_, given, param) =>
    expect(converted(given)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringContaining(param),
    }),
  )

  test('all errors at once', () =>
    expect(converted({ background: true, input: [], tools: [{ type: 'custom' }] })).toMatchObject({
      message: expect.stringMatching(/input.*tools\[0\] has no name.*background/),
    }))
})
