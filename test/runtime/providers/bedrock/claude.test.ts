// What Claude has and Converse lacks: beta features, its own tools, its switch for parallel calls.
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, request, written } from './requests.ts'

const NOVA = 'amazon.nova-pro-v1:0'
const f = { type: 'function', function: { name: 'f' } }
const bash = { type: 'bash_20250124', name: 'bash' }

/** The additional fields, the tools and what was dropped. */
function sent(body: JsonObject, more: object = {}) {
  const result = written(request(body), more)
  if (!('body' in result)) return result
  const { additionalModelRequestFields: fields, toolConfig } = result.body
  return { fields, toolConfig, dropped: result.dropped }
}

describe('fields of Claude in a fallback to another model', () => {
  const body = {
    thinking: { type: 'enabled', budget_tokens: 1024 },
    output_config: { effort: 'low' },
    top_k: 4,
  }
  test.each<[string, JsonObject]>([
    ['us.amazon.nova-2-lite-v1:0', { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }],
    ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'low' }],
  ])('are an effort, where the model has one: %s', (model, effort) => {
    const { fields, dropped } = sent(body, { model }) as { fields: JsonObject; dropped: readonly string[] }
    expect(fields).toMatchObject(effort)
    expect(dropped).toEqual(['output_config'])
  })

  test.each([NOVA, 'meta.llama3-1-8b-instruct-v1:0', 'qwen.qwen3-32b-v1:0'])(
    'are left out and named: %s',
    model => {
      const { fields, dropped } = sent(body, { model }) as { fields: JsonObject; dropped: readonly string[] }
      expect(dropped).toEqual(expect.arrayContaining(['output_config', 'thinking']))
      expect(JSON.stringify(fields ?? {})).not.toMatch(/thinking|output_config/)
    },
  )

  test('pass where the model of an ARN is unknown, and null is not named', () => {
    const model = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/a'
    expect(sent(body, { model })).toMatchObject({ fields: { thinking: body.thinking }, dropped: [] })
    expect(sent({ thinking: null }, { model: NOVA })).toMatchObject({ dropped: [] })
  })
})

describe('beta features', () => {
  test.each<readonly [string, JsonObject, object, unknown, readonly string[]]>([
    ['of the config', {}, { betas: ['a', 'b'] }, ['a', 'b'], []],
    ['of the body, as a list', { anthropic_beta: ['c'] }, { betas: ['a', 'c'] }, ['a', 'c'], []],
    ['of the body, as a text', { anthropic_beta: 'c, d' }, {}, ['c', 'd'], []],
    [
      'that the provider does not know are reported',
      {},
      { unknownBetas: ['x'] },
      undefined,
      ['anthropic_beta.x'],
    ],
    ['of another model are left out', {}, { betas: ['a'], model: NOVA }, undefined, []],
    [
      'of a body for another model are reported',
      { anthropic_beta: ['c'] },
      { model: NOVA },
      undefined,
      ['anthropic_beta'],
    ],
  ])('%s', (_, body, more, betas, dropped) => {
    expect(sent(body, more)).toEqual({
      fields: betas === undefined ? undefined : { anthropic_beta: betas },
      toolConfig: undefined,
      dropped,
    })
  })
})

describe('tools that Claude defines itself', () => {
  it('are additional fields, beside functions', () => {
    expect(sent({ tools: [bash, f] })).toMatchObject({
      fields: { tools: [bash] },
      toolConfig: { tools: [{ toolSpec: { name: 'f' } }] },
      dropped: [],
    })
  })
  it('alone need no other tools', () => {
    expect(sent({ tools: [bash] })).toEqual({ fields: { tools: [bash] }, toolConfig: undefined, dropped: [] })
  })
  it('are not declared a second time after calls, which require a declaration', () => {
    const messages = [
      hello,
      { role: 'assistant', content: null, tool_calls: [call('1', 'bash', '{}')] },
      { role: 'tool', tool_call_id: '1', content: 'a' },
    ]
    expect(sent({ tools: [bash], messages })).toMatchObject({
      fields: { tools: [bash] },
      toolConfig: { tools: [{ toolSpec: { name: 'unused' } }] },
    })
  })
  test.each([
    ['another model', { tools: [bash] }, { model: NOVA }],
    ['a tool that Anthropic runs', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, {}],
  ])('are rejected by name: %s', (_, body, more) =>
    expect(sent(body, more)).toMatchObject({ failure: { param: 'tools[0]' } }),
  )
})

describe('one call at a time', () => {
  const single = { parallel_tool_calls: false, tools: [f] }
  const fields = { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }
  test.each<readonly [string, JsonObject, object, unknown, readonly string[]]>([
    ['is a choice of the model', single, {}, fields, []],
    ['with auto', { ...single, tool_choice: 'auto' }, {}, fields, []],
    [
      'beside a forced tool is reported',
      { ...single, tool_choice: 'required' },
      {},
      undefined,
      ['parallel_tool_calls'],
    ],
    [
      'at an older Claude is reported',
      single,
      { model: 'anthropic.claude-3-haiku-20240307-v1:0' },
      undefined,
      ['parallel_tool_calls'],
    ],
    ['at another model is reported', single, { model: NOVA }, undefined, ['parallel_tool_calls']],
    ['parallel calls are the default', { parallel_tool_calls: true, tools: [f] }, {}, undefined, []],
  ])('%s', (_, body, more, expected, dropped) =>
    expect(sent(body, more)).toMatchObject({ fields: expected, dropped }),
  )
  it('leaves no second choice beside it', () => {
    expect(sent({ ...single, tool_choice: 'auto' })).toMatchObject({
      toolConfig: { tools: [{ toolSpec: { name: 'f' } }] },
    })
    expect(sent({ ...single, tool_choice: 'auto' })).not.toHaveProperty('toolConfig.toolChoice')
  })
})
