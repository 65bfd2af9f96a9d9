// Tools of requests for responses → tools of chats.
import { describe, expect, test } from 'vitest'
import { responsesApi } from '../../../../runtime/inbound/responses/responses.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

const converted = (more: JsonObject): object => responsesApi.request({ model: 'm', input: 'hello', ...more })

describe('tools', () => {
  const tool = { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true }
  const { type: _, ...named } = tool
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['a function', { tools: [tool] }, { tools: [{ type: 'function', function: named }] }],
    [
      'a tool that takes text by a grammar',
      {
        tools: [{ type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'lark', definition: 'x' } }],
      },
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'c',
              parameters: {
                type: 'object',
                properties: {
                  input: {
                    type: 'string',
                    description: 'The input of the tool, as plain text. It must match this lark grammar:\nx',
                  },
                },
                required: ['input'],
                additionalProperties: false,
              },
            },
          },
        ],
      },
    ],
    [
      'a mode',
      { tools: [tool], tool_choice: 'required', parallel_tool_calls: false },
      { tool_choice: 'required', parallel_tool_calls: false },
    ],
    [
      'a choice',
      { tools: [tool], tool_choice: { type: 'function', name: 'f' } },
      { tool_choice: { type: 'function', function: { name: 'f' } } },
    ],
    [
      'a choice among some',
      {
        tools: [tool],
        tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
      },
      {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
        },
      },
    ],
    [
      'a choice of a tool that takes text',
      { tools: [{ type: 'custom', name: 'c' }], tool_choice: { type: 'custom', name: 'c' } },
      { tool_choice: { type: 'function', function: { name: 'c' } } },
    ],
  ])('%s', (_, given, written) => expect(converted(given)).toMatchObject({ body: written, dropped: [] }))

  test.each<readonly [string, JsonObject, readonly string[], JsonObject]>([
    [
      'tools of the vendor',
      { tools: [tool, { type: 'web_search' }, { type: 'local_shell' }] },
      ['tools.local_shell', 'tools.web_search'],
      { tools: [{ type: 'function' }] },
    ],
    [
      'a choice of one of them',
      { tools: [tool, { type: 'web_search' }], tool_choice: { type: 'web_search' } },
      ['tool_choice', 'tools.web_search'],
      {},
    ],
    [
      'a choice among some',
      {
        tools: [tool, { type: 'web_search' }],
        tool_choice: {
          type: 'allowed_tools',
          tools: [{ type: 'web_search' }, { type: 'function', name: 'f' }],
        },
      },
      ['tools.web_search'],
      { tool_choice: { allowed_tools: { tools: [{ type: 'function', function: { name: 'f' } }] } } },
    ],
    [
      'a choice that forces what is left out',
      { tools: [{ type: 'web_search' }], tool_choice: 'required' },
      ['tool_choice', 'tools.web_search'],
      {},
    ],
    [
      'a search in the history',
      {
        input: [
          {
            type: 'web_search_call',
            id: 'ws_1',
            status: 'completed',
            action: { type: 'search', query: 'x' },
          },
          { role: 'user', content: 'Hi' },
        ],
      },
      ['input.web_search_call'],
      { messages: [{ role: 'user', content: 'Hi' }] },
    ],
  ])('left out and named: %s', (_, given, dropped, body) =>
    expect(converted(given)).toMatchObject({ dropped, body }),
  )

  test('without tools there is no choice', () =>
    expect(converted({ tools: [], tool_choice: 'auto', parallel_tool_calls: true })).toEqual(converted({})))
})
