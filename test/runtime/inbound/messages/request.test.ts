// Requests for messages → requests for chats.
import { describe, expect, test } from 'vitest'
import { messagesApi } from '../../../../runtime/inbound/messages/messages.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

const hello = { role: 'user', content: 'hello' }
const converted = (more: JsonObject): object =>
  messagesApi.request({ model: 'm', max_tokens: 9, messages: [hello], ...more })
const messagesOf = (given: readonly Json[]): unknown => {
  const chat = converted({ messages: given })
  return 'body' in chat ? (chat.body as JsonObject)['messages'] : chat
}
const user = (...content: readonly Json[]): JsonObject => ({ role: 'user', content })
const mark = { cache_control: { type: 'ephemeral' } }

describe('system', () => {
  test.each<readonly [string, Json, Json]>([
    ['a text', 'Be brief', 'Be brief'],
    [
      'blocks, with marks for the cache',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', ...mark },
      ],
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', ...mark },
      ],
    ],
  ])('%s', (_, system, content) =>
    expect(converted({ system })).toMatchObject({ body: { messages: [{ role: 'system', content }, hello] } }),
  )
})

describe('turns', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QQ==' } }
  const imagePart = { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } }
  const thinking = { type: 'thinking', thinking: 'Hm', signature: 'sig' }
  const use = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } }
  const call = { id: 'toolu_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
  const document = (source: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'document',
    source,
    ...more,
  })

  test.each<readonly [string, readonly Json[], Json]>([
    [
      'text stays text',
      [hello, { role: 'assistant', content: 'Hi' }],
      [hello, { role: 'assistant', content: 'Hi' }],
    ],
    ['one block of text is a text', [user({ type: 'text', text: 'hello' })], [hello]],
    [
      'images',
      [user(image, { type: 'image', source: { type: 'url', url: 'https://a/b' }, ...mark })],
      [user(imagePart, { type: 'image_url', image_url: { url: 'https://a/b' }, ...mark })],
    ],
    [
      'documents',
      [
        user(
          document(
            { type: 'base64', media_type: 'application/pdf', data: 'QQ==' },
            { title: 'a.pdf', context: 'Old' },
          ),
          document({ type: 'text', media_type: 'text/plain', data: 'Words' }, { title: 'Notes' }),
          document({ type: 'url', url: 'https://a/b.pdf' }),
          document({ type: 'file', file_id: 'file_1' }),
          document({ type: 'content', content: [{ type: 'text', text: 'Inner' }] }),
        ),
      ],
      [
        user(
          { type: 'text', text: 'Old' },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ==' } },
          { type: 'text', text: 'Notes\n\nWords' },
          { type: 'file', file: { filename: 'document.pdf', file_data: 'https://a/b.pdf' } },
          { type: 'file', file: { file_id: 'file_1' } },
          { type: 'text', text: 'Inner' },
        ),
      ],
    ],
    [
      'calls, and their results before what else the turn says',
      [
        { role: 'assistant', content: [{ type: 'text', text: 'Wait' }, use] },
        user(
          { type: 'text', text: 'And?' },
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
          { type: 'tool_result', tool_use_id: 'toolu_2', is_error: true },
        ),
      ],
      [
        { role: 'assistant', content: 'Wait', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'one' },
        { role: 'tool', tool_call_id: 'toolu_2', content: '', is_error: true },
        { role: 'user', content: 'And?' },
      ],
    ],
    [
      'results with images and marks',
      [
        user({
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'text', text: 'See' }, image],
          ...mark,
        }),
      ],
      [
        {
          role: 'tool',
          tool_call_id: 'toolu_1',
          content: [
            { type: 'text', text: 'See' },
            { ...imagePart, ...mark },
          ],
        },
      ],
    ],
    [
      'signed thinking goes back as blocks, in its order',
      [
        {
          role: 'assistant',
          content: [thinking, { type: 'redacted_thinking', data: 'x' }, { type: 'text', text: 'Wait' }, use],
        },
      ],
      [
        {
          role: 'assistant',
          content: 'Wait',
          tool_calls: [call],
          content_blocks: [
            thinking,
            { type: 'redacted_thinking', data: 'x' },
            { type: 'text', text: 'Wait' },
            use,
          ],
        },
      ],
    ],
    [
      'unsigned thinking is left out',
      [
        {
          role: 'assistant',
          content: [
            { ...thinking, signature: '' },
            { type: 'text', text: 'Hi' },
          ],
        },
      ],
      [{ role: 'assistant', content: 'Hi' }],
    ],
    [
      'a system turn in between stays there',
      [hello, { role: 'system', content: 'Now be brief' }],
      [hello, { role: 'system', content: 'Now be brief' }],
    ],
  ])('%s', (_, given, written) => expect(messagesOf(given)).toEqual(written))
})

describe('parameters', () => {
  const schema = { type: 'object' }
  const written = {
    response_format: { type: 'json_schema', json_schema: { name: 'output', schema, strict: true } },
  }
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['max_tokens', { max_tokens: 7 }, { max_completion_tokens: 7 }],
    [
      'what both call the same',
      { temperature: 1, top_p: 0.5, stream: false },
      { temperature: 1, top_p: 0.5, stream: false },
    ],
    [
      'extra words of chats',
      { top_k: 4, cache_control: { type: 'ephemeral' } },
      { top_k: 4, cache_control: { type: 'ephemeral' } },
    ],
    ['stop_sequences', { stop_sequences: ['x'] }, { stop: ['x'] }],
    ['metadata.user_id', { metadata: { user_id: 'u' } }, { user: 'u' }],
    ['service_tier', { service_tier: 'standard_only' }, { service_tier: 'default' }],
    [
      'thinking, which the target knows or not',
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
    ],
    ['an effort', { output_config: { effort: 'max' } }, { reasoning_effort: 'max' }],
    ['output_config.format', { output_config: { format: { type: 'json_schema', schema } } }, written],
    ['output_format', { output_format: { type: 'json_schema', schema } }, written],
    [
      'a stream, with its counts',
      { stream: true },
      { stream: true, stream_options: { include_usage: true } },
    ],
    ['servers that are none', { mcp_servers: [] }, {}],
  ])('%s', (_, given, more) =>
    expect(converted(given)).toEqual({
      body: { model: 'm', messages: [hello], max_completion_tokens: 9, ...more },
      dropped: [],
    }),
  )

  test.each<readonly [string, JsonObject, string]>([
    ['other metadata', { metadata: { team: 'x' } }, 'metadata'],
    ['a user with a long name', { metadata: { user_id: 'u'.repeat(65) } }, 'metadata'],
    [
      'citations',
      {
        messages: [
          user({ type: 'document', source: { type: 'text', data: 'x' }, citations: { enabled: true } }),
        ],
      },
      'citations',
    ],
    ['what else a tool says', { tools: [{ name: 'f', defer_loading: true }] }, 'defer_loading'],
    ['a container', { container: 'c' }, 'container'],
    ['anything unknown', { context_management: {} }, 'context_management'],
  ])('%s is dropped and named', (_, given, name) =>
    expect(converted(given)).toMatchObject({ dropped: [name] }),
  )
})

describe('tools', () => {
  const tool = { name: 'f', description: 'd', input_schema: { type: 'object' } }
  const offered = {
    type: 'function',
    function: { name: 'f', description: 'd', parameters: { type: 'object' } },
  }
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['a tool, with its mark', { tools: [{ ...tool, ...mark }] }, { tools: [{ ...offered, ...mark }] }],
    [
      'a strict one',
      { tools: [{ ...tool, type: 'custom', strict: true }] },
      { tools: [{ ...offered, function: { ...offered.function, strict: true } }] },
    ],
    [
      'auto',
      { tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      { tool_choice: 'auto', parallel_tool_calls: false },
    ],
    ['any', { tools: [tool], tool_choice: { type: 'any' } }, { tool_choice: 'required' }],
    ['none', { tools: [tool], tool_choice: { type: 'none' } }, { tool_choice: 'none' }],
    [
      'a named one',
      { tools: [tool], tool_choice: { type: 'tool', name: 'f' } },
      { tool_choice: { type: 'function', function: { name: 'f' } } },
    ],
  ])('%s', (_, given, written) => expect(converted(given)).toMatchObject({ body: written, dropped: [] }))
})
