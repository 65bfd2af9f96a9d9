// Tools and tool choice of Converse.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, request, written } from './requests.ts'

const offer = (name: string, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  function: { name, ...more },
})
const spec = (
  name: string,
  more: JsonObject = {},
  json: JsonObject = { type: 'object', properties: {} },
) => ({
  toolSpec: { name, inputSchema: { json }, ...more },
})
const answered: readonly JsonObject[] = [
  hello,
  {
    role: 'assistant',
    content: null,
    tool_calls: [call('1', 'f', '{}'), call('2', 'f', '{}'), call('3', 'g', '{}')],
  },
  { role: 'tool', tool_call_id: '1', content: 'a' },
]

describe('tools', () => {
  const f = offer('f')
  const cases: readonly [title: string, given: JsonObject, expected: unknown, dropped?: readonly string[]][] =
    [
      ['none', {}, undefined],
      ['an empty list', { tools: [] }, undefined],
      [
        'name, description, schema, strictness',
        { tools: [offer('f', { description: 'd', strict: true, parameters: { type: 'object' } })] },
        {
          tools: [
            spec('f', { description: 'd', strict: true }, { type: 'object', additionalProperties: false }),
          ],
        },
      ],
      [
        'no parameters, no type, a blank description',
        { tools: [offer('f', { parameters: { a: 1 }, description: ' ' })] },
        { tools: [spec('f', {}, { type: 'object', a: 1 })] },
      ],
      [
        'a mark for the cache',
        { tools: [{ ...f, cache_control: { type: 'ephemeral' } }] },
        { tools: [spec('f'), { cachePoint: { type: 'default' } }] },
      ],
      [
        'tools of the dialect itself',
        { tools: [{ systemTool: { name: 'nova_grounding' } }] },
        { tools: [{ systemTool: { name: 'nova_grounding' } }] },
      ],
      ['auto', { tools: [f], tool_choice: 'auto' }, { tools: [spec('f')], toolChoice: { auto: {} } }],
      ['required', { tools: [f], tool_choice: 'required' }, { tools: [spec('f')], toolChoice: { any: {} } }],
      [
        'a function',
        { tools: [f], tool_choice: offer('f') },
        { tools: [spec('f')], toolChoice: { tool: { name: 'f' } } },
      ],
      [
        'some of them',
        {
          tools: [f, offer('g')],
          tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [offer('g')] } },
        },
        { tools: [spec('g')], toolChoice: { any: {} } },
      ],
      ['none of them may be called: none is offered', { tools: [f], tool_choice: 'none' }, undefined],
      [
        'none, after tool calls: tools must be declared, and the choice is dropped',
        { tools: [f], tool_choice: 'none', messages: answered },
        { tools: [spec('f')] },
        ['tool_choice'],
      ],
      [
        'no tools after tool calls: the called ones are declared',
        { messages: answered },
        { tools: [spec('f', {}, { type: 'object' }), spec('g', {}, { type: 'object' })] },
      ],
    ]
  test.each(cases)('%s', (_, given, expected, dropped = []) => {
    const result = written(request(given))
    expect('body' in result ? [result.body['toolConfig'], result.dropped] : result).toEqual([
      expected,
      dropped,
    ])
  })
})
