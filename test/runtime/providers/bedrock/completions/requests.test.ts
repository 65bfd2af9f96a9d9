// Text completions, by model maker.
import { describe, expect, test } from 'vitest'
import { convertCompletion } from '../../../../../runtime/providers/bedrock/completions/completions.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { context } from '../context.ts'

const TITAN = 'amazon.titan-text-express-v1'
const JURASSIC = 'ai21.j2-ultra-v1'
const COMMAND = 'cohere.command-text-v14'
const COMMAND_R = 'cohere.command-r-v1:0'
const LLAMA = 'us.meta.llama3-1-8b-instruct-v1:0'
const MISTRAL = 'mistral.mistral-7b-instruct-v0:2'

const convert = (model: string, given: JsonObject, stream = false) =>
  convertCompletion({ model, ...given }, { ...context, model, stream })

const all = { max_tokens: 9, temperature: 0.5, top_p: 0.9, stop: ['a', 'b'] }

describe('one text, in the schema of each maker', () => {
  const cases: readonly [model: string, given: JsonObject, body: JsonObject, dropped?: readonly string[]][] =
    [
      [
        TITAN,
        { prompt: 'x', ...all, n: 1 },
        {
          inputText: 'x',
          textGenerationConfig: { maxTokenCount: 9, temperature: 0.5, topP: 0.9, stopSequences: ['a', 'b'] },
        },
      ],
      [
        JURASSIC,
        { prompt: ['x'], ...all, n: 2, frequency_penalty: 1, minTokens: 3 },
        {
          ...{ prompt: 'x', maxTokens: 9, temperature: 0.5, topP: 0.9, stopSequences: ['a', 'b'] },
          ...{ numResults: 2, frequencyPenalty: { scale: 1 }, minTokens: 3 },
        },
      ],
      [
        COMMAND,
        { prompt: 'x', ...all, n: 2, top_k: 4 },
        {
          ...{ prompt: 'x', max_tokens: 9, temperature: 0.5, p: 0.9, stop_sequences: ['a', 'b'] },
          ...{ num_generations: 2, k: 4 },
        },
      ],
      [COMMAND_R, { prompt: 'x', top_p: 0.9 }, { message: 'x', p: 0.9 }],
      [
        LLAMA,
        { prompt: 'x', ...all },
        { prompt: 'x', max_gen_len: 9, temperature: 0.5, top_p: 0.9 },
        ['stop'],
      ],
      [MISTRAL, { prompt: 'x', ...all, top_k: 4 }, { prompt: 'x', ...all, top_k: 4 }],
      ['us.deepseek.r1-v1:0', { prompt: 'x', stop: 'a' }, { prompt: 'x', stop: ['a'] }],
      [
        TITAN,
        { prompt: 'x', echo: true, suffix: 's', logprobs: 2, best_of: 3, seed: 1, frequency_penalty: 1 },
        { inputText: 'x' },
        ['best_of', 'echo', 'frequency_penalty', 'logprobs', 'seed', 'suffix'],
      ],
      [
        LLAMA,
        { prompt: 'x', echo: false, best_of: 1, presence_penalty: 0, logit_bias: {}, n: 1, user: null },
        { prompt: 'x' },
      ],
    ]
  test.each(cases)('%s: %j', (model, given, body, dropped = []) => {
    expect(convert(model, given)).toEqual({
      body,
      dropped,
      path: `/model/${encodeURIComponent(model)}/invoke`,
    })
  })

  test('a stream has its own path, and the same body', () => {
    expect(convert(LLAMA, { prompt: 'x', stream: true }, true)).toEqual({
      body: { prompt: 'x' },
      dropped: [],
      path: `/model/${encodeURIComponent(LLAMA)}/invoke-with-response-stream`,
    })
  })
})

describe('refused', () => {
  test.each<readonly [string, model: string, given: JsonObject, param: string, says: RegExp]>([
    ['several texts', TITAN, { prompt: ['a', 'b'] }, 'prompt', /must contain one text.*not 2/],
    ['token ids', TITAN, { prompt: [1] }, 'prompt', /must be a string/],
    ['no prompt', TITAN, {}, 'prompt', /must be a string/],
    ['several choices where only one is supported', LLAMA, { prompt: 'a', n: 2 }, 'n', /single choice/],
    ['temperature out of range', TITAN, { prompt: 'a', temperature: 1.5 }, 'temperature', /between 0 and 1/],
    ['an invalid token limit', MISTRAL, { prompt: 'a', max_tokens: 0 }, 'max_tokens', /positive/],
    ['a chat-only model', 'anthropic.claude-x', { prompt: 'a' }, 'model', /use chat completions/],
    ['an embedding model', 'amazon.titan-embed-text-v1', { prompt: 'a' }, 'model', /text completions/],
  ])('%s', (_, model, given, param, says) => {
    expect(convert(model, given)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringMatching(says),
    })
  })

  test('a stream where the model knows none', () => {
    expect(convert(JURASSIC, { prompt: 'a' }, true)).toMatchObject({ param: 'stream' })
  })
})
