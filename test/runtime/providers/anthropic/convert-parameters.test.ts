// Parameters beside messages and tools → native parameters.
import { describe, expect, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'
import { hello, request, written } from './requests.ts'

describe('parameters', () => {
  const cases: readonly [
    title: string,
    given: JsonObject,
    expected: JsonObject,
    dropped: readonly string[],
  ][] = [
    ['max_completion_tokens', { max_completion_tokens: 7 }, { max_tokens: 7 }, []],
    ['max_tokens', { max_tokens: 7 }, { max_tokens: 7 }, []],
    ['the newer limit wins', { max_tokens: 7, max_completion_tokens: 8 }, { max_tokens: 8 }, []],
    [
      'a budget for thinking comes on top of the default',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      { max_tokens: 6096, thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
    ['stop as text', { stop: 'END' }, { stop_sequences: ['END'] }, []],
    ['stop as a list', { stop: ['a', 'b'] }, { stop_sequences: ['a', 'b'] }, []],
    ['stop of white space is dropped', { stop: ['a', '\n'] }, { stop_sequences: ['a'] }, ['stop']],
    ['only empty stop sequences', { stop: '\n\n' }, {}, ['stop']],
    ['temperature to one', { temperature: 1, top_k: 3 }, { temperature: 1, top_k: 3 }, []],
    ['a temperature of the wider range is capped', { temperature: 1.5 }, { temperature: 1 }, ['temperature']],
    [
      'top_p beside a temperature, which the models reject together',
      { temperature: 0, top_p: 0.5 },
      { temperature: 0 },
      ['top_p'],
    ],
    [
      'top_p that means all tokens, beside a temperature',
      { temperature: 0.2, top_p: 1 },
      { temperature: 0.2 },
      [],
    ],
    ['top_p alone', { top_p: 0.5 }, { top_p: 0.5 }, []],
    ['user', { user: 'u1' }, { metadata: { user_id: 'u1' } }, []],
    ['safety_identifier', { safety_identifier: 'u2' }, { metadata: { user_id: 'u2' } }, []],
    ['metadata', { metadata: { user_id: 'u3', tier: 'x' } }, { metadata: { user_id: 'u3' } }, ['metadata']],
    ['metadata without a user', { metadata: { tier: 'x' } }, {}, ['metadata']],
    [
      'reasoning_effort',
      { reasoning_effort: 'high' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      [],
    ],
    ['no effort', { reasoning_effort: 'none' }, {}, []],
    [
      'native parameters take precedence',
      {
        thinking: { type: 'enabled', budget_tokens: 1024 },
        reasoning_effort: 'none',
        max_tokens: 2000,
        output_config: { effort: 'max' },
      },
      {
        thinking: { type: 'enabled', budget_tokens: 1024 },
        max_tokens: 2000,
        output_config: { effort: 'max' },
      },
      ['reasoning_effort'],
    ],
    [
      'a closed response schema together with an effort',
      {
        reasoning_effort: 'low',
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'x',
            strict: true,
            schema: {
              type: 'object',
              properties: { type: { type: 'object', properties: {} }, b: { $ref: '#/$defs/b' } },
              $defs: { b: { type: 'array', items: { type: 'object', properties: {} } } },
              default: { type: 'object' },
              enum: [{ type: 'object' }],
            },
          },
        },
      },
      {
        thinking: { type: 'adaptive' },
        output_config: {
          effort: 'low',
          format: {
            type: 'json_schema',
            schema: {
              type: 'object',
              properties: {
                type: { type: 'object', properties: {}, additionalProperties: false },
                b: { $ref: '#/$defs/b' },
              },
              $defs: {
                b: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
              },
              default: { type: 'object' },
              additionalProperties: false,
              description: 'enum: [{"type":"object"}].',
            },
          },
        },
      },
      ['response_format.json_schema.schema.enum'],
    ],
    ['text as the format', { response_format: { type: 'text' } }, {}, []],
    [
      'JSON without a schema is an instruction',
      { response_format: { type: 'json_object' } },
      { system: 'Answer with one JSON object and nothing else.' },
      [],
    ],
    ['service tiers', { service_tier: 'default' }, { service_tier: 'standard_only' }, []],
    ['service tiers without an equal', { service_tier: 'flex' }, {}, ['service_tier']],
    [
      'what the dialect lacks is dropped and named, sorted',
      { seed: 1, logprobs: true, frequency_penalty: 0.5, verbosity: 'low', functions: [] },
      {},
      ['frequency_penalty', 'functions', 'logprobs', 'seed', 'verbosity'],
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
      body: { model: 'claude-opus-4-6', max_tokens: 4096, messages: [hello], ...expected },
      dropped,
    })
  })

  test('a stream is requested', () => {
    expect(convertRequest(request({}), { ...context, stream: true })).toMatchObject({
      body: { stream: true },
    })
  })
})
