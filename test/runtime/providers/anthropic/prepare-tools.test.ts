// Tools and tool choice.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { hello, request, written } from './requests.ts'

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
  const toolG = {
    name: 'g',
    // Strict ones must be closed.
    input_schema: { type: 'object', properties: { x: {} }, additionalProperties: false },
    strict: true,
  }
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
      body: { model: 'claude-opus-4-6', max_tokens: 4096, messages: [hello], ...expected },
      dropped: [],
    })
  })
})
