// The tools that Claude defines, where a chat of another model serves the message. Inputs and blocks are those of
// platform.claude.com/docs/en/agents-and-tools/tool-use (memory-tool, bash-tool, text-editor-tool, tool-search-tool, advisor-tool).
import { describe, expect, test } from 'vitest'
import { messagesApi } from '../../../../runtime/inbound/messages/messages.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

const converted = (more: JsonObject): object =>
  messagesApi.request({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }], ...more })
const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-8' }
const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
const own = { name: 'f', input_schema: { type: 'object' }, defer_loading: true }

describe('a tool that the client runs is a function', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['memory_20250818', 'memory', ['view', 'create', 'str_replace', 'insert', 'delete', 'rename']],
    ['text_editor_20250728', 'str_replace_based_edit_tool', ['view', 'create', 'str_replace', 'insert']],
  ])('%s', (type, name, commands) =>
    expect(converted({ tools: [{ type, name, cache_control: { type: 'ephemeral' } }] })).toMatchObject({
      body: {
        tools: [
          {
            type: 'function',
            cache_control: { type: 'ephemeral' },
            function: {
              name,
              description: expect.any(String),
              parameters: { properties: { command: { enum: commands }, path: { type: 'string' } } },
            },
          },
        ],
      },
      dropped: [],
    }),
  )

  test('bash_20250124', () =>
    expect(converted({ tools: [{ type: 'bash_20250124', name: 'bash' }] })).toMatchObject({
      body: {
        tools: [{ function: { name: 'bash', parameters: { properties: { command: {}, restart: {} } } } }],
      },
    }))

  test('a computer is refused: its input depends on the model', () =>
    expect(converted({ tools: [{ type: 'computer_20250124', name: 'computer' }] })).toMatchObject({
      code: 'invalid_request',
      param: 'tools[0]',
    }))
})

describe('a tool without which the answer means the same is left out and named', () => {
  test.each<readonly [string, JsonObject, readonly string[], JsonObject]>([
    [
      'a search, and the deferred tools are sent in full',
      { tools: [search, own] },
      ['defer_loading', 'tools.tool_search_tool_regex_20251119'],
      { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }] },
    ],
    ['an advisor', { tools: [advisor] }, ['tools.advisor_20260301'], {}],
    [
      'with a choice of it',
      { tools: [advisor, own], tool_choice: { type: 'tool', name: 'advisor' } },
      ['defer_loading', 'tool_choice', 'tools.advisor_20260301'],
      {},
    ],
    [
      'with a choice that forces a call',
      { tools: [advisor], tool_choice: { type: 'any' } },
      ['tool_choice', 'tools.advisor_20260301'],
      {},
    ],
  ])('%s', (_, given, dropped, body) => {
    const request = converted(given)
    expect(request).toMatchObject({ dropped, body })
    expect(JSON.stringify(request)).not.toContain('"tool_choice":')
  })

  const use = (name: string): JsonObject => ({ type: 'server_tool_use', id: 'srvtoolu_1', name, input: {} })
  const result = (type: string, content: JsonObject): JsonObject => ({
    type,
    tool_use_id: 'srvtoolu_1',
    content,
  })
  test.each<readonly [string, readonly JsonObject[]]>([
    [
      'what a search did',
      [
        use('tool_search_tool_regex'),
        result('tool_search_tool_result', { type: 'tool_search_tool_search_result', tool_references: [] }),
      ],
    ],
    [
      'what an advisor said',
      [use('advisor'), result('advisor_tool_result', { type: 'advisor_result', text: 'Do it.' })],
    ],
  ])('%s, in the history', (_, blocks) =>
    expect(
      converted({
        messages: [
          { role: 'user', content: 'hello' },
          { role: 'assistant', content: [...blocks, { type: 'text', text: 'Done.' }] },
        ],
      }),
    ).toMatchObject({
      body: { messages: [{ role: 'user' }, { role: 'assistant', content: 'Done.' }] },
      dropped: blocks.map(({ type }) => `messages.${type as string}`).sort(),
    }),
  )

  test('the tools that a search of the client found are named in its result', () => {
    const reference = (name: string): Json => ({ type: 'tool_reference', tool_name: name })
    expect(
      converted({
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'ToolSearch', input: {} }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [reference('f')] }],
          },
        ],
      }),
    ).toMatchObject({
      body: { messages: [{}, { role: 'tool', content: 'The tool f is available.' }] },
      dropped: [],
    })
  })
})
