// Messages that a chat cannot express are rejected with their location.
import { describe, expect, test } from 'vitest'
import { messagesApi } from '../../../../runtime/inbound/messages/messages.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

const converted = (more: JsonObject): object =>
  messagesApi.request({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }], ...more })

describe('rejected, with the path', () => {
  const turn = (content: Json, role = 'user'): JsonObject => ({ messages: [{ role, content }] })
  test.each<readonly [string, JsonObject, string]>([
    ['no limit', { max_tokens: null }, 'max_tokens'],
    ['a limit of nothing', { max_tokens: 0 }, 'max_tokens'],
    ['no messages', { messages: [] }, 'messages'],
    ['a message that is no object', { messages: ['x'] }, 'messages[0]'],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    ['a block that is no object', turn(['x']), 'messages[0].content[0]'],
    ['a block that a chat has not', turn([{ type: 'search_result' }]), 'messages[0].content[0]'],
    [
      'an image by its identifier',
      turn([{ type: 'image', source: { type: 'file', file_id: 'x' } }]),
      'messages[0].content[0]',
    ],
    [
      'what a tool of the vendor did',
      turn([{ type: 'server_tool_use', id: 'a', name: 'b', input: {} }], 'assistant'),
      'messages[0].content[0]',
    ],
    ['a call without a name', turn([{ type: 'tool_use', id: 'a' }], 'assistant'), 'messages[0].content[0]'],
    ['a result of no call', turn([{ type: 'tool_result' }]), 'messages[0].content[0].tool_use_id'],
    ['a tool of the vendor', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'tools[0]'],
    ['a tool without a name', { tools: [{}] }, 'tools[0]'],
    ['an unknown choice', { tools: [{ name: 'f' }], tool_choice: { type: 'some' } }, 'tool_choice'],
    ['thinking of another kind', { thinking: { type: 'enabled' } }, 'thinking'],
    ['a format without a schema', { output_config: { format: { type: 'xml' } } }, 'output_config.format'],
    ['servers of tools', { mcp_servers: [{ name: 'x' }] }, 'mcp_servers'],
  ])('%s', (_, given, param) =>
    expect(converted(given)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringContaining(param),
    }),
  )
})
