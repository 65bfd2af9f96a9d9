// What a chat asks of Claude becomes what the family of the model accepts, at every host of it.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import { convertRequest as convertForBedrock } from '../../../../runtime/providers/bedrock/convert-request.ts'
import { modelFacts } from '../../../../runtime/wire/model-family.ts'
import { families } from '../../../../schemas/generated/families.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

const messages = [{ role: 'user', content: 'hello' }]
const enabled = (budget_tokens: number): JsonObject => ({ type: 'enabled', budget_tokens })
const ADAPTIVE = { type: 'adaptive' }

/** The fields that depend on the model, and what was left out. */
function sent(model: string, given: JsonObject, provider = 'anthropic'): JsonObject {
  const result = convertRequest({ messages, ...given }, { ...context, model, provider })
  if (!('body' in result)) return { failure: result.message }
  const { model: _, messages: __, tools: ___, ...body } = result.body
  return { ...body, dropped: result.dropped }
}

const effort = (level: string, limit = 100): JsonObject => ({ reasoning_effort: level, max_tokens: limit })

describe('the summary of adaptive thinking, which models from 4.7 on leave out by default', () => {
  const shown = { ...ADAPTIVE, display: 'summarized' }
  const asked = (given: JsonObject, strict: boolean, model = 'claude-opus-4-8'): JsonObject => {
    const result = convertRequest(
      { messages, max_tokens: 32_000, ...given },
      { ...context, strict, model, provider: 'anthropic' },
    )
    return 'body' in result ? { thinking: result.body['thinking'] ?? null, dropped: result.dropped } : {}
  }
  test.each<readonly [string, JsonObject, boolean, string | undefined, JsonObject]>([
    [
      'a reply that may have it',
      { reasoning_effort: 'low' },
      false,
      undefined,
      { thinking: shown, dropped: [] },
    ],
    [
      'a summary of Responses',
      { reasoning_effort: 'low', reasoning_summary: 'auto' },
      false,
      undefined,
      { thinking: shown, dropped: [] },
    ],
    [
      'a strict reply, which has none',
      { reasoning_effort: 'low' },
      true,
      undefined,
      { thinking: ADAPTIVE, dropped: [] },
    ],
    [
      'thinking in the own words of the client',
      { thinking: ADAPTIVE },
      false,
      undefined,
      { thinking: ADAPTIVE, dropped: [] },
    ],
    [
      'thinking that the client wants to be omitted',
      { thinking: { ...enabled(2000), display: 'omitted' } },
      false,
      undefined,
      { thinking: { ...ADAPTIVE, display: 'omitted' }, dropped: [] },
    ],
    [
      'a summary at a model that shows its thinking',
      { reasoning_effort: 'low', reasoning_summary: 'auto' },
      false,
      'claude-sonnet-4-5',
      { thinking: enabled(2048), dropped: [] },
    ],
    [
      'a summary without thinking',
      { reasoning_summary: 'auto' },
      false,
      undefined,
      { thinking: null, dropped: ['reasoning_summary'] },
    ],
  ])('%s', (_, given, strict, model, expected) => expect(asked(given, strict, model)).toEqual(expected))
})

describe('an effort at each family', () => {
  test.each<readonly [model: string, level: string, expected: JsonObject]>([
    ['claude-3-5-sonnet-20241022', 'high', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-3-5-sonnet-20241022', 'none', { max_tokens: 100, dropped: [] }],
    ['claude-3-7-sonnet-20250219', 'low', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-sonnet-4-20250514', 'minimal', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-sonnet-4@20250514', 'medium', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-sonnet-4-5', 'high', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-haiku-4-5', 'none', { max_tokens: 100, dropped: [] }],
    ['claude-opus-4-1', 'max', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    ['claude-opus-4-5', 'high', { max_tokens: 100, dropped: ['reasoning_effort'] }],
    [
      'claude-opus-4-6',
      'high',
      { thinking: ADAPTIVE, output_config: { effort: 'high' }, max_tokens: 100, dropped: [] },
    ],
    [
      'claude-opus-4-6',
      'xhigh',
      {
        thinking: ADAPTIVE,
        output_config: { effort: 'max' },
        max_tokens: 100,
        dropped: ['reasoning_effort'],
      },
    ],
    [
      'claude-opus-4-8',
      'xhigh',
      { thinking: ADAPTIVE, output_config: { effort: 'xhigh' }, max_tokens: 100, dropped: [] },
    ],
    ['claude-opus-4-8', 'none', { max_tokens: 100, dropped: [] }],
    [
      'claude-opus-4-8',
      'minimal',
      {
        thinking: ADAPTIVE,
        output_config: { effort: 'low' },
        max_tokens: 100,
        dropped: ['reasoning_effort'],
      },
    ],
    ['claude-sonnet-5', 'none', { thinking: { type: 'disabled' }, max_tokens: 100, dropped: [] }],
    [
      'claude-opus-5-5',
      'none',
      { output_config: { effort: 'low' }, max_tokens: 100, dropped: ['reasoning_effort'] },
    ],
    [
      'claude-sonnet-5-5',
      'none',
      {
        thinking: { type: 'between_tools' },
        output_config: { effort: 'low' },
        max_tokens: 100,
        dropped: ['reasoning_effort'],
      },
    ],
    [
      'claude-of-tomorrow',
      'max',
      { thinking: ADAPTIVE, output_config: { effort: 'max' }, max_tokens: 100, dropped: [] },
    ],
  ])('%s, %s', (model, level, expected) => expect(sent(model, effort(level))).toEqual(expected))

  test.each<readonly [model: string, level: string, limit: number | null, expected: JsonObject]>([
    ['claude-3-7-sonnet-20250219', 'low', 4000, { thinking: enabled(2048), max_tokens: 4000, dropped: [] }],
    [
      'claude-sonnet-4-5',
      'high',
      16_000,
      { thinking: enabled(14_976), max_tokens: 16_000, dropped: ['reasoning_effort'] },
    ],
    [
      'claude-sonnet-4-5',
      'low',
      2048,
      { thinking: enabled(1024), max_tokens: 2048, dropped: ['reasoning_effort'] },
    ],
    ['claude-sonnet-4-5', 'low', 2000, { max_tokens: 2000, dropped: ['reasoning_effort'] }],
    // The default of the provider spec is for the answer.
    ['claude-sonnet-4-5', 'low', null, { thinking: enabled(2048), max_tokens: 6144, dropped: [] }],
    ['claude-opus-4-1', 'max', null, { thinking: enabled(30_976), max_tokens: 32_000, dropped: [] }],
  ])('%s, %s within %s tokens', (model, level, limit, expected) =>
    expect(sent(model, { reasoning_effort: level, max_tokens: limit })).toEqual(expected),
  )

  it('a word that is no effort is refused', () =>
    expect(sent('claude-sonnet-4-5', effort('constructor'))).toEqual({
      failure: expect.stringContaining('reasoning_effort must be one of'),
    }))
})

describe('thinking in the words of the dialect', () => {
  test.each<readonly [title: string, model: string, given: JsonObject, expected: JsonObject]>([
    [
      'a budget up to 4.5',
      'claude-sonnet-4-5',
      { thinking: enabled(2000) },
      { thinking: enabled(2000), dropped: [] },
    ],
    [
      'a budget at 4.6',
      'claude-opus-4-6',
      { thinking: enabled(2000) },
      { thinking: enabled(2000), dropped: [] },
    ],
    [
      'a budget from 4.7 on is an effort',
      'claude-opus-4-7',
      { thinking: enabled(20_000) },
      {
        thinking: { ...ADAPTIVE, display: 'summarized' },
        output_config: { effort: 'high' },
        dropped: [],
      },
    ],
    [
      'adaptive thinking at 4.5 is a budget',
      'claude-sonnet-4-5',
      { thinking: ADAPTIVE },
      { thinking: enabled(16_384), dropped: [] },
    ],
    ['thinking at 3.5', 'claude-3-5-haiku-latest', { thinking: enabled(2000) }, { dropped: ['thinking'] }],
    [
      'a budget beside an effort that the model lacks',
      'claude-sonnet-4-5',
      { thinking: enabled(2000), reasoning_effort: 'high' },
      { thinking: enabled(2000), dropped: ['reasoning_effort'] },
    ],
    [
      'a budget beside an effort that the model has',
      'claude-opus-4-5',
      { thinking: enabled(2000), reasoning_effort: 'xhigh' },
      { thinking: enabled(2000), output_config: { effort: 'high' }, dropped: ['reasoning_effort'] },
    ],
    [
      'disabled where thinking cannot be off',
      'claude-opus-5-5',
      { thinking: { type: 'disabled' } },
      { output_config: { effort: 'low' }, dropped: ['thinking'] },
    ],
    [
      'disabled with more than high effort',
      'claude-opus-5',
      { thinking: { type: 'disabled' }, reasoning_effort: 'max' },
      { thinking: { type: 'disabled' }, output_config: { effort: 'high' }, dropped: ['reasoning_effort'] },
    ],
  ])('%s', (_, model, given, expected) => {
    const { max_tokens: __, ...body } = sent(model, given)
    expect(body).toEqual(expected)
  })
})

describe('sampling', () => {
  const SAMPLING = { temperature: 0.5, top_p: 0.9, top_k: 5 }
  test.each<readonly [title: string, model: string, given: JsonObject, dropped: readonly string[]]>([
    ['is kept by older models', 'claude-sonnet-4-5', { temperature: 0.5, top_k: 5 }, []],
    [
      'is left out where the model rejects it',
      'claude-opus-4-7',
      SAMPLING,
      ['temperature', 'top_k', 'top_p'],
    ],
    [
      'is left out while thinking',
      'claude-sonnet-4-5',
      { ...SAMPLING, reasoning_effort: 'low' },
      ['temperature', 'top_k', 'top_p'],
    ],
    [
      'is kept at its values of thinking',
      'claude-sonnet-4-5',
      { temperature: 1, reasoning_effort: 'low' },
      [],
    ],
  ])('%s', (_, model, given, dropped) => expect(sent(model, given)).toMatchObject({ dropped }))
})

describe('thinking with a budget is left out and named', () => {
  const tool = { type: 'function', function: { name: 'f' } }
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
  const round = (reply: JsonObject): JsonObject => ({
    tools: [tool],
    messages: [
      ...messages,
      { role: 'assistant', tool_calls: [call], ...reply },
      { role: 'tool', tool_call_id: 'c1', content: '1' },
    ],
  })
  const signed = { type: 'thinking', thinking: 'hm', signature: 's' }
  test.each<readonly [title: string, given: JsonObject, isKept: boolean]>([
    ['in a round of calls without its signed blocks', round({}), false],
    ['not in a round with them', round({ content_blocks: [signed] }), true],
    [
      'in a round whose thinking has no signature',
      round({ content_blocks: [{ ...signed, signature: '' }] }),
      false,
    ],
    ['where a tool is required', { tools: [tool], tool_choice: 'required' }, false],
    ['where a tool is named', { tools: [tool], tool_choice: tool }, false],
    ['not where a tool may be called', { tools: [tool], tool_choice: 'auto' }, true],
    ['where the reply is begun', { messages: [...messages, { role: 'assistant', content: 'So' }] }, false],
  ])('%s', (_, given, isKept) => {
    const native = sent('claude-sonnet-4-5', { ...given, thinking: enabled(2000) })
    const translated = sent('claude-sonnet-4-5', { ...given, reasoning_effort: 'low' })
    expect([native['thinking'], native['dropped']]).toEqual(
      isKept ? [enabled(2000), []] : [undefined, ['thinking']],
    )
    expect([translated['thinking'], translated['dropped']]).toEqual(
      isKept ? [enabled(2048), []] : [undefined, ['reasoning_effort']],
    )
  })

  it('adaptive thinking stays', () =>
    expect(sent('claude-opus-4-8', { ...round({}), thinking: ADAPTIVE })).toMatchObject({
      thinking: ADAPTIVE,
      dropped: [],
    }))
})

describe('hosts', () => {
  it('Bedrock passes thinking as additional fields, within its own limit', () => {
    const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
    const bedrock = { ...context, model, provider: 'bedrock', defaults: {} }
    expect(convertForBedrock({ messages, ...effort('low', 4000) }, bedrock)).toMatchObject({
      body: {
        inferenceConfig: { maxTokens: 4000 },
        additionalModelRequestFields: { thinking: enabled(2048) },
      },
      dropped: [],
    })
  })

  it('Bedrock takes no effort beside a budget of Opus 4.5', () => {
    expect(modelFacts('claude-opus-4-5', 'anthropic')?.thinking?.efforts).toBeDefined()
    expect(
      modelFacts('eu.anthropic.claude-opus-4-5-20251101-v1:0', 'bedrock')?.thinking?.efforts,
    ).toBeUndefined()
  })

  it('Vertex names have a date after @', () =>
    expect(sent('claude-opus-4-1@20250805', effort('low', 4000), 'vertex')).toMatchObject({
      thinking: enabled(2048),
    }))

  it('the name of a deployment belongs to no family', () => {
    expect(modelFacts('prod', 'azure-anthropic')).toBeUndefined()
    expect(sent('prod', { temperature: 0.5 })).toMatchObject({ temperature: 0.5, dropped: [] })
  })
})

test('law: a budget leaves room for the answer, and is never below the least one', () => {
  const models = families.flatMap(each => each.models.map(name => name.replace('*', '')))
  const levels = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  fc.assert(
    fc.property(
      fc.constantFrom(...models),
      fc.constantFrom(...levels),
      fc.integer({ min: 1, max: 200_000 }),
      (model, level, limit) => {
        const body = sent(model, effort(level, limit))
        expect(body['max_tokens']).toBe(limit)
        const { type, budget_tokens: budget } = asObject(body['thinking'])
        if (type !== 'enabled') return
        expect(Number(budget)).toBeGreaterThanOrEqual(1024)
        expect(Number(budget)).toBeLessThan(Number(body['max_tokens']))
      },
    ),
  )
})
