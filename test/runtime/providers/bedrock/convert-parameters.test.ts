// Parameters beside messages and tools → parameters of Converse, and of the model.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { request, userTurn, written } from './requests.ts'

type Case = readonly [title: string, given: JsonObject, expected: JsonObject, dropped: readonly string[]]

const schema = { type: 'object', properties: { a: { type: 'object', properties: {} } } }
const closed =
  '{"type":"object","properties":{"a":{"type":"object","properties":{},"additionalProperties":false}},"additionalProperties":false}'

describe('parameters', () => {
  const cases: readonly Case[] = [
    ['nothing', {}, {}, []],
    ['max_completion_tokens', { max_completion_tokens: 7 }, { inferenceConfig: { maxTokens: 7 } }, []],
    ['max_tokens', { max_tokens: 7 }, { inferenceConfig: { maxTokens: 7 } }, []],
    [
      'the newer limit wins',
      { max_completion_tokens: 8, max_tokens: 7 },
      { inferenceConfig: { maxTokens: 8 } },
      [],
    ],
    [
      'temperature, top_p and stop as text',
      { temperature: 0, top_p: 1, stop: 'END' },
      { inferenceConfig: { temperature: 0, stopSequences: ['END'] } },
      [],
    ],
    ['stop as a list', { stop: ['a', '\n'] }, { inferenceConfig: { stopSequences: ['a', '\n'] } }, []],
    ['stop of nothing', { stop: ['a', ''] }, { inferenceConfig: { stopSequences: ['a'] } }, ['stop']],
    ['only empty stop sequences', { stop: '' }, {}, ['stop']],
    [
      'a schema of the answer, closed, as text',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } },
      {
        outputConfig: {
          textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: closed, name: 'x' } } },
        },
      },
      [],
    ],
    ['text as the format', { response_format: { type: 'text' } }, {}, []],
    [
      'JSON without a schema is an instruction for Claude',
      { response_format: { type: 'json_object' } },
      { system: [{ text: 'Answer with one JSON object and nothing else.' }] },
      [],
    ],
    ['an invalid schema', { response_format: { type: 'json_schema' } }, {}, ['response_format']],
    ['service tiers', { service_tier: 'priority' }, { serviceTier: { type: 'priority' } }, []],
    ['an unknown tier', { service_tier: 'auto' }, {}, []],
    ['a tier without an equal', { service_tier: 'scale' }, {}, ['service_tier']],
    ['metadata', { metadata: { team: 'a-1' } }, { requestMetadata: { team: 'a-1' } }, []],
    [
      'metadata with letters that the dialect refuses',
      { metadata: { team: 'a', straße: 'x', note: 'a'.repeat(300) } },
      { requestMetadata: { team: 'a' } },
      ['metadata'],
    ],
    ['only invalid metadata', { metadata: { note: '<x>' } }, {}, ['metadata']],
    [
      'thinking is passed to the model',
      { thinking: { type: 'enabled', budget_tokens: 1024 }, anthropic_beta: ['b'] },
      {
        additionalModelRequestFields: {
          thinking: { type: 'enabled', budget_tokens: 1024 },
          anthropic_beta: ['b'],
        },
      },
      [],
    ],
    [
      'native parameters take precedence',
      {
        max_tokens: 5,
        temperature: 0.5,
        top_k: 3,
        inferenceConfig: { maxTokens: 6 },
        additional_model_request_fields: { top_k: 4 },
        guardrail_config: { guardrailIdentifier: 'g', guardrailVersion: '1' },
        performanceConfig: { latency: 'optimized' },
        requestMetadata: { a: 'b' },
        additionalModelResponseFieldPaths: ['/stop_sequence'],
      },
      {
        inferenceConfig: { maxTokens: 6, temperature: 0.5 },
        additionalModelRequestFields: { top_k: 4 },
        guardrailConfig: { guardrailIdentifier: 'g', guardrailVersion: '1' },
        performanceConfig: { latency: 'optimized' },
        requestMetadata: { a: 'b' },
        additionalModelResponseFieldPaths: ['/stop_sequence'],
      },
      [],
    ],
    [
      'what the dialect lacks is dropped and named, sorted',
      {
        user: 'u',
        seed: 1,
        logprobs: true,
        frequency_penalty: 0.5,
        verbosity: 'low',
        functions: [],
        parallel_tool_calls: false,
      },
      {},
      ['frequency_penalty', 'functions', 'logprobs', 'parallel_tool_calls', 'seed', 'user', 'verbosity'],
    ],
    [
      'neutral values are not reported',
      {
        n: 1,
        logprobs: false,
        presence_penalty: 0,
        logit_bias: {},
        seed: null,
        store: false,
        modalities: ['text'],
        stream: true,
        stream_options: { include_usage: true },
        parallel_tool_calls: true,
        user: null,
      },
      {},
      [],
    ],
  ]
  test.each(cases)('%s', (_, given, expected, dropped) => {
    expect(written(request(given))).toEqual({
      body: { messages: [userTurn], ...expected },
      dropped,
      path: '/model/us.anthropic.claude-opus-4-6-v1%3A0/converse',
    })
  })

  test('a stream is requested in the path', () => {
    expect(written(request({}), { stream: true })).toMatchObject({
      path: '/model/us.anthropic.claude-opus-4-6-v1%3A0/converse-stream',
    })
  })
})

describe('model-specific fields', () => {
  const fields = (model: string, given: JsonObject) => {
    const result = written(request(given), { model })
    return 'body' in result ? [result.body['additionalModelRequestFields'], result.dropped] : result
  }
  const nova = 'us.amazon.nova-2-lite-v1:0'
  const arn = 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-x-v1:0'
  const profile = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc1'
  const reasoning = (maxReasoningEffort: string) => ({
    reasoningConfig: { type: 'enabled', maxReasoningEffort },
  })
  const cases: readonly [
    model: string,
    given: JsonObject,
    expected: JsonObject | undefined,
    dropped?: readonly string[],
  ][] = [
    [
      arn,
      { reasoning_effort: 'high' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    ],
    ['anthropic.claude-x', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }],
    ['openai.gpt-oss-20b-1:0', { reasoning_effort: 'medium' }, { reasoning_effort: 'medium' }],
    [
      'openai.gpt-oss-20b-1:0',
      { reasoning_effort: 'none' },
      { reasoning_effort: 'low' },
      ['reasoning_effort'],
    ],
    ['openai.gpt-oss-20b-1:0', { stop: 'END' }, undefined],
    [nova, { reasoning_effort: 'low' }, reasoning('low')],
    [nova, { reasoning_effort: 'none' }, { reasoningConfig: { type: 'disabled' } }],
    [nova, { reasoning_effort: 'xhigh' }, reasoning('high'), ['reasoning_effort']],
    [nova, { reasoning_effort: 'high', max_tokens: 9 }, reasoning('high'), ['max_tokens']],
    ['amazon.nova-lite-v1:0', { reasoning_effort: 'low' }, undefined],
    ['meta.llama3-8b', { reasoning_effort: 'low' }, undefined],
    [profile, { reasoning_effort: 'low' }, undefined],
    ['anthropic.claude-sonnet-4-5-20250929-v1:0', { top_k: 5 }, { top_k: 5 }],
    [nova, { top_k: 5 }, { inferenceConfig: { topK: 5 } }],
    ['cohere.command-r-v1:0', { top_k: 5 }, { k: 5 }],
    [profile, { top_k: 5 }, { top_k: 5 }],
  ]
  test.each(cases)(
    '%s: %j',
    (model, given, expected, dropped = expected === undefined ? Object.keys(given) : []) => {
      expect(fields(model, given)).toEqual([expected, dropped])
    },
  )
})
