// Parameters beside messages and tools → `generationConfig` and its neighbours.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { request, written } from './requests.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }

describe('generationConfig', () => {
  const cases: readonly [title: string, given: JsonObject, expected: JsonObject][] = [
    ['max_tokens', { max_tokens: 5 }, { maxOutputTokens: 5 }],
    ['the newer limit wins', { max_completion_tokens: 7, max_tokens: 5 }, { maxOutputTokens: 7 }],
    ['temperature up to 2', { temperature: 2 }, { temperature: 2 }],
    ['top_p, top_k', { top_p: 0.5, top_k: 3 }, { topP: 0.5, topK: 3 }],
    ['n', { n: 2 }, { candidateCount: 2 }],
    ['seed', { seed: 42 }, { seed: 42 }],
    [
      'penalties',
      { presence_penalty: -1, frequency_penalty: 1 },
      { presencePenalty: -1, frequencyPenalty: 1 },
    ],
    ['log probabilities', { logprobs: true, top_logprobs: 3 }, { responseLogprobs: true, logprobs: 3 }],
    ['stop as text', { stop: 'x' }, { stopSequences: ['x'] }],
    ['stop as a list', { stop: ['x', ' '] }, { stopSequences: ['x', ' '] }],
    ['JSON', { response_format: { type: 'json_object' } }, { responseMimeType: 'application/json' }],
    [
      'a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } },
      { responseMimeType: 'application/json', responseJsonSchema: schema },
    ],
    ['images', { modalities: ['text', 'image'] }, { responseModalities: ['TEXT', 'IMAGE'] }],
    [
      'native parameters take precedence',
      { temperature: 1, generation_config: { temperature: 0.2 } },
      { temperature: 0.2 },
    ],
    [
      'native thinking takes precedence',
      { reasoning_effort: 'low', thinking_config: { thinking_budget: 7 } },
      { thinkingConfig: { thinking_budget: 7 } },
    ],
    [
      'parameters of its OpenAI-compatible API',
      { extra_body: { google: { thinking_config: { include_thoughts: true } } } },
      { thinkingConfig: { include_thoughts: true } },
    ],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    const { body, dropped } = written(request(given)) as { body: JsonObject; dropped: readonly string[] }
    expect(body['generationConfig']).toEqual(expected)
    expect(dropped).toEqual([])
  })
})

describe('thinking', () => {
  const cases: readonly [model: string, given: JsonObject, expected: JsonObject][] = [
    ['gemini-2.5-flash', { reasoning_effort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { reasoning_effort: 'minimal' }, { thinkingBudget: 1024 }],
    ['gemini-2.5-flash', { reasoning_effort: 'low' }, { thinkingBudget: 1024 }],
    ['gemini-2.5-pro', { reasoning_effort: 'medium' }, { thinkingBudget: 8192 }],
    ['google/gemini-2.5-pro', { reasoning_effort: 'high' }, { thinkingBudget: 24576 }],
    ['tunedModels/ours', { reasoning_effort: 'low' }, { thinkingBudget: 1024 }],
    ['gemini-3-flash-preview', { reasoning_effort: 'none' }, { thinkingLevel: 'minimal' }],
    ['gemini-3.5-flash', { reasoning_effort: 'medium' }, { thinkingLevel: 'medium' }],
    ['gemini-3-pro-preview', { reasoning_effort: 'medium' }, { thinkingLevel: 'high' }],
    ['gemini-3.1-pro-preview', { reasoning_effort: 'minimal' }, { thinkingLevel: 'low' }],
    ['gemini-3.1-pro-preview', { reasoning_effort: 'medium' }, { thinkingLevel: 'medium' }],
    ['gemini-flash-latest', { reasoning_effort: 'xhigh' }, { thinkingLevel: 'high' }],
    ['gemini-2.5-flash', { thinking: { type: 'enabled', budget_tokens: 100 } }, { thinkingBudget: 100 }],
    ['gemini-2.5-flash', { thinking: { type: 'adaptive' } }, { thinkingBudget: -1 }],
    ['gemini-2.5-pro', { thinking: { type: 'enabled', budget_tokens: 100 } }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { thinking: { type: 'disabled' } }, { thinkingBudget: 128 }],
    ['gemini-3.1-pro', { thinking: { type: 'enabled', budget_tokens: 5000 } }, { thinkingLevel: 'medium' }],
    ['gemini-4-hydrogen', { reasoning_effort: 'max' }, { thinkingLevel: 'xhigh' }],
    ['gemini-2.5-flash', { thinking: { type: 'disabled' } }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { reasoning_effort: 'high', thinking: { type: 'disabled' } }, { thinkingBudget: 0 }],
  ]
  test.each(cases)('%s: %j', (model, given, expected) => {
    expect(written(request(given), { model })).toMatchObject({
      body: { generationConfig: { thinkingConfig: expected } },
    })
  })

  // As a client of Messages sends it: `thinking: adaptive` with `output_config.effort`.
  test.each<readonly [string, string, JsonObject]>([
    ['gemini-3.1-pro', 'low', { thinkingLevel: 'low' }],
    ['gemini-2.5-flash', 'low', { thinkingBudget: 1024 }],
  ])('adaptive thinking of %s has its effort', (model, effort, expected) => {
    const given = { thinking: { type: 'adaptive' }, reasoning_effort: effort }
    expect(written(request(given), { model, requestBody: given })).toMatchObject({
      body: { generationConfig: { thinkingConfig: expected } },
      dropped: [],
    })
  })

  test('thoughts are requested only where a reply may contain them', () => {
    for (const given of [{ reasoning_effort: 'low' }, { thinking: { type: 'enabled', budget_tokens: 5 } }]) {
      const shown = (strict: boolean) => JSON.stringify(written(request(given), { strict }))
      expect(shown(false)).toContain('"includeThoughts":true')
      expect(shown(true)).not.toContain('includeThoughts')
    }
  })
})

describe('other properties', () => {
  const settings = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]
  const cases: readonly [given: JsonObject, expected: JsonObject][] = [
    [{ safety_settings: settings }, { safetySettings: settings }],
    [{ safetySettings: settings }, { safetySettings: settings }],
    [{ cached_content: 'cachedContents/x' }, { cachedContent: 'cachedContents/x' }],
    [
      { extra_body: { google: { cached_content: 'cachedContents/x' } } },
      { cachedContent: 'cachedContents/x' },
    ],
    [{ labels: { team: 'a' } }, { labels: { team: 'a' } }],
  ]
  test.each(cases)('%j', (given, expected) => {
    expect(written(request(given))).toMatchObject({ body: expected, dropped: [] })
  })
})

describe('unsupported parameters are dropped and reported', () => {
  const cases: readonly [given: JsonObject, dropped: readonly string[]][] = [
    [{ user: 'a', metadata: { a: 'b' } }, ['metadata', 'user']],
    [{ parallel_tool_calls: false }, ['parallel_tool_calls']],
    [{ logit_bias: { 5: 1 } }, ['logit_bias']],
    [{ service_tier: 'flex' }, ['service_tier']],
    [{ store: true, prediction: {}, functions: [] }, ['functions', 'prediction', 'store']],
    [{ stop: ['', 'x'] }, ['stop']],
    [{ modalities: ['audio'] }, ['modalities']],
    [{ response_format: { type: 'grammar' } }, ['response_format']],
    [{ extra_body: { other: 1 } }, ['extra_body']],
    [{ a_parameter_of_tomorrow: 1 }, ['a_parameter_of_tomorrow']],
  ]
  test.each(cases)('%j', (given, dropped) => {
    expect(written(request(given))).toMatchObject({ dropped })
  })

  test('but not at neutral values', () => {
    const nothing = {
      ...{ logprobs: false, top_logprobs: 0, store: false, logit_bias: {}, parallel_tool_calls: true },
      ...{ service_tier: 'auto', modalities: ['text'], response_format: { type: 'text' }, user: null },
      ...{ stream_options: { include_usage: true }, stream: false },
    }
    expect(written(request(nothing))).toEqual({
      body: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
      dropped: [],
    })
  })
})
